import EpisodeModel

/// The fields of all rows that orders and predicates read.
struct Columns: Sendable {
    let ids: NumericColumn
    /// By field number; of fields that have none it holds that of the ids.
    private let numericColumns: View<NumericColumn>
    private let hasNumeric: View<Bool>
    let name: SortableTextColumn
    let parentName: SortableTextColumn
    /// By field number; of fields that have none it holds that of the description.
    private let texts: View<PlainTextColumn>
    private let orders: View<RankColumn>

    /// The column of a numeric field; difficulty counts as one.
    @inline(__always)
    func numeric(_ field: EpisodeField) -> NumericColumn? {
        hasNumeric[Int(field.rawValue)] ? numericColumns[Int(field.rawValue)] : nil
    }

    @inline(__always)
    func sortableText(_ field: EpisodeField) -> SortableTextColumn? {
        switch field {
        case .name: name
        case .parentName: parentName
        default: nil
        }
    }

    /// The texts of a text field that is neither sortable nor a facet.
    func plainText(_ field: EpisodeField) -> PlainTextColumn { texts[Int(field.rawValue)] }

    /// The order of a sortable field.
    @inline(__always)
    func order(_ field: EpisodeField) -> RankColumn { orders[Int(field.rawValue)] }

    static let numericFields: [EpisodeField] = [
        .id, .difficulty, .releasedAt, .popularity, .duration, .videoIdentifier, .ordinal,
    ]
    static let plainTextFields: [EpisodeField] = [
        .description, .descriptionHTML, .uri, .artworkURL, .technology, .contributors,
    ]

    init(_ sources: Sources, order: [UInt32], memory: IndexMemory) {
        memory.purpose = "orders and numbers"
        let ids = sources.numeric[0]
        let byID = RowSorter(count: order.count) { place in
            (ids.value(order[place]) ?? 0, UInt32(place))
        }
        byID.sort()
        let idOrder = byID.rows
        var numbers: [NumericColumn] = []
        for source in sources.numeric {
            numbers.append(
                NumericColumn(
                    source, order: order, idOrder: idOrder, shared: numbers.first?.order.ascending,
                    memory: memory))
        }
        memory.purpose = "texts to sort by"
        let name = SortableTextColumn(
            sources.name, order: order, idOrder: idOrder, memory: memory)
        let parentName = SortableTextColumn(
            sources.parentName, order: order, idOrder: idOrder, memory: memory)
        memory.purpose = "texts to compare"
        let plainTexts = sources.plainTexts.map {
            PlainTextColumn($0, order: order, memory: memory)
        }
        memory.purpose = "orders and numbers"
        let fields = (0...UInt8(EpisodeField.allCases.count)).map { EpisodeField(rawValue: $0) }
        let numericPlaces = fields.map { field in
            Self.numericFields.firstIndex { $0 == field }
        }
        self.ids = numbers[0]
        self.name = name
        self.parentName = parentName
        numericColumns = memory.keep(numericPlaces.map { numbers[$0 ?? 0] })
        hasNumeric = memory.keep(numericPlaces.map { $0 != nil })
        texts = memory.keep(
            fields.map { field in
                plainTexts[Self.plainTextFields.firstIndex { $0 == field } ?? 0]
            })
        orders = memory.keep(
            zip(fields, numericPlaces).map { field, place in
                switch field {
                case .name: name.order
                case .parentName: parentName.order
                default: numbers[place ?? 0].order
                }
            })
    }

    /// While building: all fields of all rows in the order they were added.
    struct Sources {
        fileprivate(set) var numeric = Columns.numericFields.map { _ in NumericColumn.Source() }
        fileprivate var name = RowBlocks<UInt8>()
        fileprivate var parentName = RowBlocks<UInt8>()
        fileprivate var plainTexts = Columns.plainTextFields.map { _ in RowBlocks<UInt8>() }

        mutating func append(_ episode: Episode) {
            for (place, field) in Columns.numericFields.enumerated() {
                numeric[place].append(OrderedKey.of(field, in: episode))
            }
            name.append(episode.name)
            parentName.append(episode.parentName)
            for (place, field) in Columns.plainTextFields.enumerated() {
                plainTexts[place].append(field.text(of: episode))
            }
        }

        /// The rows in the order of row numbers: most popular first, rows without a popularity
        /// last, equal ones by id.
        func popularityOrder() -> [UInt32] {
            let ids = numeric[0]
            let popularity = numeric[Columns.numericFields.firstIndex(of: .popularity) ?? 0]
            let sorter = RowSorter(count: ids.count) { row in
                (ids.value(UInt32(row)) ?? 0, UInt32(row))
            }
            sorter.sort()
            // The keys of finite numbers never reach the top, so absent rows can stand there.
            sorter.sort { row in popularity.value(row).map { ~$0 } ?? .max }
            return sorter.rows
        }
    }
}
