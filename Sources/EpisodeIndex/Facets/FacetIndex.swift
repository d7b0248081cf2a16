import EpisodeModel

/// What searches read of a facet.
struct FacetRows: BitwiseCopyable, Sendable {
    /// The UTF-8 of the values, ascending.
    let keys: ByteTable
    /// The rows of each value.
    let postings: PostingLists
    /// The values of each row.
    let rowValues: KeptRowLists
}

/// The values of one facet over the whole catalogue, numbered by their bytes ascending.
final class FacetIndex: Sendable {
    let facet: Facet
    let values: [String]
    private let keys: ByteTable
    /// The rows of each value.
    let postings: PostingLists
    /// The values of each row.
    let rowValues: KeptRowLists

    init(
        _ facet: Facet, _ source: Source, order rowOrder: [UInt32], tuning: IndexTuning,
        memory: IndexMemory
    ) {
        self.facet = facet
        let (order, lists) = source.sorted(rows: rowOrder)
        let names = source.names
        values = order.map { String(decoding: names[Int($0)], as: UTF8.self) }
        keys = ByteTable(names.blob, ends: names.ends, order: order, memory: memory)
        postings = PostingLists(
            inverting: lists, valueCount: order.count, tuning: tuning, memory: memory)
        rowValues = KeptRowLists(lists, memory: memory)
    }

    /// The UTF-8 of a value.
    func key(_ number: Int) -> View<UInt8> { keys[number] }

    /// The number of a value given as UTF-8.
    ///
    /// Complexity: O(log values).
    func number(of value: [UInt8]) -> Int? { keys.number(of: value.span) }

    /// What searches read.
    var rows: FacetRows { FacetRows(keys: keys, postings: postings, rowValues: rowValues) }

    /// While building: the values of all rows in the order they were added.
    struct Source {
        fileprivate private(set) var names = ByteInterner()
        private var lists = RowLists()

        /// Adds values to the row that is being added.
        mutating func append(_ value: [UInt8]) { lists.values.append(names.intern(value)) }

        /// Makes a value known that no row may have.
        mutating func declare(_ value: [UInt8]) { _ = names.intern(value) }

        /// Ends the row; a value it was given twice counts once.
        mutating func endRow() {
            let start = lists.ends.last ?? 0
            if lists.values.count - start > 1 {
                let distinct = Set(lists.values[start...]).sorted()
                lists.values.replaceSubrange(start..., with: distinct)
            }
            lists.endRow()
        }

        /// The values by bytes, and the lists of all rows in row order with values numbered so.
        fileprivate func sorted(rows: [UInt32]) -> (order: [UInt32], lists: RowLists) {
            var order = (0..<UInt32(names.count)).map { $0 }
            order.sort { names[Int($0)].lexicographicallyPrecedes(names[Int($1)]) }
            var places = [UInt32](repeating: 0, count: order.count)
            for (place, value) in order.enumerated() { places[Int(value)] = UInt32(place) }
            var result = lists.permuted(rows)
            result.renumber(places)
            return (order, result)
        }
    }
}
