import EpisodeModel

/// The fields of all rows that orders and predicates read.
struct Columns: Sendable {
    let ids: NumericColumn
    private let numericColumns: [NumericColumn]
    private let numericPlaces: [Int?]
    let name: SortableTextColumn
    let parentName: SortableTextColumn
    private let texts: [ByteTable]
    private let textPlaces: [Int?]

    /// The column of a numeric field; difficulty counts as one.
    func numeric(_ field: EpisodeField) -> NumericColumn? {
        numericPlaces[Int(field.rawValue)].map { numericColumns[$0] }
    }

    func sortableText(_ field: EpisodeField) -> SortableTextColumn? {
        switch field {
        case .name: name
        case .parentName: parentName
        default: nil
        }
    }

    /// The texts of a text field that is no facet.
    func text(_ field: EpisodeField) -> ByteTable {
        sortableText(field)?.texts ?? textPlaces[Int(field.rawValue)].map { texts[$0] }
            ?? name.texts
    }

    /// The order of a sortable field.
    func order(_ field: EpisodeField) -> RankColumn {
        sortableText(field)?.order ?? (numeric(field) ?? ids).order
    }

    static let numericFields: [EpisodeField] = [
        .id, .difficulty, .releasedAt, .popularity, .duration, .videoIdentifier, .ordinal,
    ]
    static let plainTextFields: [EpisodeField] = [
        .description, .descriptionHTML, .uri, .artworkURL, .technology, .contributors,
    ]

    init(_ sources: Sources, order: [UInt32], memory: IndexMemory) {
        let ids = sources.numeric[0].values
        var idOrder = (0..<UInt32(order.count)).map { $0 }
        idOrder.sort { ids[Int(order[Int($0)])] < ids[Int(order[Int($1)])] }
        numericColumns = sources.numeric.map {
            NumericColumn($0, order: order, idOrder: idOrder, memory: memory)
        }
        self.ids = numericColumns[0]
        name = SortableTextColumn(sources.name, order: order, idOrder: idOrder, memory: memory)
        parentName = SortableTextColumn(
            sources.parentName, order: order, idOrder: idOrder, memory: memory)
        texts = sources.plainTexts.map {
            ByteTable($0.blob, ends: $0.ends, order: order, memory: memory)
        }
        numericPlaces = Self.places(Self.numericFields)
        textPlaces = Self.places(Self.plainTextFields)
    }

    private static func places(_ fields: [EpisodeField]) -> [Int?] {
        let count = EpisodeField.allCases.map { Int($0.rawValue) }.max() ?? 0
        return (0...count).map { number in
            fields.firstIndex { Int($0.rawValue) == number }
        }
    }

    /// While building: all fields of all rows in the order they were added.
    struct Sources {
        fileprivate(set) var numeric = [NumericColumn.Source](
            repeating: NumericColumn.Source(), count: Columns.numericFields.count)
        fileprivate var name = TextSource()
        fileprivate var parentName = TextSource()
        fileprivate var plainTexts = [TextSource](
            repeating: TextSource(), count: Columns.plainTextFields.count)

        mutating func append(_ episode: Episode) {
            for (place, field) in Columns.numericFields.enumerated() {
                numeric[place].append(OrderedKey.of(field, in: episode))
            }
            name.append(episode.name.utf8)
            parentName.append(episode.parentName.utf8)
            for (place, field) in Columns.plainTextFields.enumerated() {
                plainTexts[place].append(field.text(of: episode).utf8)
            }
        }

        /// The rows in the order of row numbers: most popular first, rows without a popularity
        /// last, equal ones by id.
        func popularityOrder() -> [UInt32] {
            let ids = numeric[0].values
            let popularity = numeric[Columns.numericFields.firstIndex(of: .popularity) ?? 0]
            func key(_ row: UInt32) -> (UInt64, UInt64) {
                let index = Int(row)
                // The keys of finite numbers never reach the top, so absent rows can stand there.
                let rank = popularity.isPresent[index] ? ~popularity.values[index] : .max
                return (rank, ids[index])
            }
            var order = (0..<UInt32(ids.count)).map { $0 }
            order.sort { key($0) < key($1) }
            return order
        }
    }
}
