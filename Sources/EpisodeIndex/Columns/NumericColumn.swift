/// A numeric field of all rows: dense ranks and the distinct values, in `OrderedKey` form.
@safe struct NumericColumn: BitwiseCopyable, Sendable {
    let order: RankColumn
    /// Ascending, each once; the value of rank r is `values[r]`.
    let values: View<UInt64>

    init(_ source: Source, order rowOrder: [UInt32], idOrder: [UInt32], memory: IndexMemory) {
        var present: [UInt64] = []
        for (index, value) in source.values.enumerated() where source.isPresent[index] {
            present.append(value)
        }
        present.sort()
        var distinct: [UInt64] = []
        for value in present where distinct.last != value { distinct.append(value) }
        let kept = memory.keep(distinct)
        values = kept
        let ranks = rowOrder.map { row in
            source.isPresent[Int(row)]
                ? UInt32(kept.lowerBound(of: source.values[Int(row)])) : UInt32(distinct.count)
        }
        order = RankColumn(
            ranks: ranks, distinctCount: distinct.count, idOrder: idOrder, memory: memory)
    }

    /// The value of a row; nil when it has none.
    func value(_ row: UInt32) -> UInt64? {
        let rank = order.ranks[row]
        return rank < order.distinctCount ? values[rank] : nil
    }

    /// How many distinct values are below one.
    func rank(below value: UInt64) -> UInt32 { UInt32(values.lowerBound(of: value)) }

    /// How many distinct values are not above one.
    func rank(notAbove value: UInt64) -> UInt32 {
        UInt32(values.partitioningIndex { values[$0] > value })
    }

    /// While building: the field's values in the order the rows were added.
    struct Source {
        private(set) var values: [UInt64] = []
        private(set) var isPresent: [Bool] = []

        mutating func append(_ value: UInt64?) {
            values.append(value ?? 0)
            isPresent.append(value != nil)
        }
    }
}
