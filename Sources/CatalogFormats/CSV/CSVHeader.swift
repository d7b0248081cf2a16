internal import EpisodeModel

/// The columns of a CSV file, as its first record names them.
struct CSVHeader {
    let columns: [CSVColumn]
    /// The place of the column that says what a record is; nil when all are episodes.
    let recordIndex: Int?
    /// Whether there are columns for both forms of a description, which are then kept as they are.
    let hasBothDescriptions: Bool

    /// - Throws: for a name that is unknown or there twice, and when a column is missing that every
    ///   row needs.
    init(_ record: CSVRecord) throws(EpisodeError) {
        var columns: [CSVColumn] = []
        for index in 0..<record.fieldCount {
            let name = Array(record.bytes[record.range(of: index)])
            guard let column = CSVColumn(name: name) else { throw Self.unknown(name) }
            guard !columns.contains(column) else {
                throw .invalid(
                    column.name, "this column is there twice", "keep one of the two")
            }
            columns.append(column)
        }
        for key in [RowKey.id, .name] where !columns.contains(.field(key)) {
            throw .invalid(
                key.name, "there is no such column, and every row needs it",
                "add it, and its name to the first record")
        }
        self.columns = columns
        recordIndex = columns.firstIndex(of: .record)
        hasBothDescriptions =
            columns.contains(.field(.description)) && columns.contains(.field(.descriptionHTML))
    }

    private static func unknown(_ name: [UInt8]) -> EpisodeError {
        // What some spreadsheets write instead of commas.
        for (sign, word) in [(UInt8(ascii: "\t"), "tabs"), (UInt8(ascii: ";"), "semicolons")] {
            let first = Array(name.prefix { $0 != sign })
            guard first.count < name.count, CSVColumn(name: first) != nil else { continue }
            return .invalid(
                shortText(name.span), "the columns are separated by \(word)",
                "separate the fields of all records by commas")
        }
        return .invalid(
            shortText(name.span), "is not the name of a column",
            "the first record names the columns; remove this one or use one of "
                + CSVColumn.allNames)
    }
}
