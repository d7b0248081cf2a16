internal import EpisodeModel

/// Turns records into rows and domains.
struct CSVRowReading {
    let header: CSVHeader

    /// Whether a record is a domain.
    ///
    /// - Throws: when its `record` field holds another word.
    func isDomain(_ record: CSVRecord) throws(EpisodeError) -> Bool {
        guard let index = header.recordIndex else { return false }
        let text = record.bytes[record.range(of: index)]
        if text.isEmpty || text.elementsEqual("episode".utf8) { return false }
        if text.elementsEqual("domain".utf8) { return true }
        throw .invalid(
            CSVColumn.recordName, "is '\(shortText(Array(text).span))'",
            "give episode or domain; empty means episode")
    }

    func checkFieldCount(_ record: CSVRecord) throws(EpisodeError) {
        let count = record.fieldCount
        guard count == header.columns.count else {
            throw .invalid(
                "",
                "the record has \(count) field\(count == 1 ? "" : "s"), the header has "
                    + "\(header.columns.count)", "give every column a field, if an empty one")
        }
    }

    /// - Parameter row: used again for each record.
    func episode(
        _ record: CSVRecord, _ row: inout RowBuilder
    ) throws(EpisodeError) -> Episode {
        row.reset()
        if header.hasBothDescriptions { row.expectBothDescriptions() }
        let bytes = record.bytes.span
        for (index, column) in header.columns.enumerated() {
            let range = record.range(of: index)
            if range.isEmpty { continue }
            switch column {
            case .record: break
            case .field(let key): try row.set(key, cell: bytes.extracting(range))
            case .domainField:
                throw .invalid(
                    column.name, "is for domains only",
                    "leave it empty, or give the record as domain")
            }
        }
        return try row.finish()
    }

    func domain(_ record: CSVRecord) throws(EpisodeError) -> Domain {
        var domain = DomainBuilder()
        let bytes = record.bytes.span
        for (index, column) in header.columns.enumerated() {
            let range = record.range(of: index)
            if range.isEmpty || column == .record { continue }
            guard let key = column.domainKey else {
                throw .invalid(column.name, "is for episodes only", "leave it empty for a domain")
            }
            let cell = bytes.extracting(range)
            if key == .ordinal {
                domain.set(key, number: cell)
            } else {
                domain.set(key, text: cell)
            }
        }
        return try domain.finish()
    }
}
