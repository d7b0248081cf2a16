import EpisodeModel

/// What searches read of a facet.
struct FacetRows: BitwiseCopyable, Sendable {
    /// The UTF-8 of the values, ascending.
    let keys: ByteTable
    /// The rows of each value.
    let postings: PostingLists
    /// The values of each row; of other facets than features only while building.
    var rowValues: KeptRowLists
}

/// The values of one facet over the whole catalogue, numbered by their bytes ascending.
final class FacetIndex: Sendable {
    let facet: Facet
    let values: [String]
    private let keys: ByteTable
    /// The rows of each value.
    let postings: PostingLists

    /// - Parameter rowMemory: for the lists of the rows' values, which are needed no longer than it
    ///   lives.
    /// - Returns: the facet and what searches read of it.
    static func make(
        _ facet: Facet, _ source: Source, order: [UInt32], tuning: IndexTuning,
        memory: IndexMemory, rowMemory: IndexMemory
    ) -> (FacetIndex, FacetRows) {
        let (values, lists) = source.sorted(rows: order)
        let index = FacetIndex(facet, source, values, lists, tuning: tuning, memory: memory)
        let rows = FacetRows(
            keys: index.keys, postings: index.postings,
            rowValues: KeptRowLists(lists, memory: rowMemory))
        return (index, rows)
    }

    private init(
        _ facet: Facet, _ source: Source, _ order: [UInt32], _ lists: RowLists,
        tuning: IndexTuning, memory: IndexMemory
    ) {
        self.facet = facet
        let names = source.names
        values = order.map { names[Int($0)].string }
        keys = ByteTable(
            count: names.count, byteCount: names.byteCount, memory: memory,
            string: { names[Int(order[$0])] })
        postings = PostingLists(
            inverting: lists, valueCount: order.count, tuning: tuning, memory: memory)
    }

    /// The UTF-8 of a value.
    func key(_ number: Int) -> View<UInt8> { keys[number] }

    /// The number of a value given as UTF-8.
    ///
    /// Complexity: O(log values).
    func number(of value: [UInt8]) -> Int? { keys.number(of: value.span) }

    /// While building: the values of all rows in the order they were added.
    struct Source {
        fileprivate private(set) var names = ByteInterner()
        private var lists = RowLists()

        /// Adds values to the row that is being added.
        mutating func append(_ value: String) { lists.values.append(names.intern(value)) }

        /// Adds a value whose number is known.
        mutating func append(number: UInt32) { lists.values.append(number) }

        /// Makes a value known that no row may have.
        mutating func declare(_ value: [UInt8]) -> UInt32 { names.intern(value) }

        /// Ends the row; a value it was given twice counts once.
        mutating func endRow() {
            let start = lists.ends.last ?? 0
            var end = start
            for index in start..<lists.values.count {
                let value = lists.values[index]
                var place = end
                while place > start, lists.values[place - 1] > value { place -= 1 }
                if place > start, lists.values[place - 1] == value { continue }
                for later in stride(from: end, to: place, by: -1) {
                    lists.values[later] = lists.values[later - 1]
                }
                lists.values[place] = value
                end += 1
            }
            lists.values.removeLast(lists.values.count - end)
            lists.endRow()
        }

        /// The values by bytes, and the lists of all rows in row order with values numbered so.
        fileprivate func sorted(rows: [UInt32]) -> (order: [UInt32], lists: RowLists) {
            var order = (0..<UInt32(names.count)).map { $0 }
            order.sort { names[Int($0)].compare(names[Int($1)]) < 0 }
            var places = [UInt32](repeating: 0, count: order.count)
            for (place, value) in order.enumerated() { places[Int(value)] = UInt32(place) }
            var result = lists.permuted(rows)
            result.renumber(places)
            return (order, result)
        }
    }
}
