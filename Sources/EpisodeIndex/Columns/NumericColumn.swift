/// A numeric field of all rows: dense ranks and the distinct values, in `OrderedKey` form.
@safe struct NumericColumn: BitwiseCopyable, Sendable {
    let order: RankColumn
    /// Ascending, each once; the value of rank r is `values[r]`.
    let values: View<UInt64>

    /// - Parameters:
    ///   - idOrder: all rows by id ascending.
    ///   - shared: the same in memory that stays, for fields that no row has; nil while it is made.
    init(
        _ source: Source, order rowOrder: [UInt32], idOrder: [UInt32], shared: View<UInt32>?,
        memory: IndexMemory
    ) {
        let present = RowSorter(
            idOrder.lazy.compactMap { row in source.value(rowOrder[Int(row)]).map { ($0, row) } })
        present.sort()
        var distinctCount = 0
        for place in 0..<present.count where present.isNew(place) { distinctCount += 1 }
        let ranks = memory.take(rowOrder.count, of: UInt32.self)
        let values = memory.take(distinctCount, of: UInt64.self)
        for row in 0..<rowOrder.count { ranks[row] = UInt32(distinctCount) }
        var rank = -1
        for place in 0..<present.count {
            if present.isNew(place) {
                rank += 1
                values[rank] = present.key(place)
            }
            ranks[Int(present.row(place))] = UInt32(rank)
        }
        self.values = values.view
        if distinctCount == 0, let idOrder = shared {
            order = RankColumn(ranks: ranks.view, ofNoValues: idOrder)
            return
        }
        order = RankColumn(
            ranks: ranks.view, distinctCount: distinctCount, idOrder: idOrder, memory: memory)
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
    @safe struct Source {
        private let memory = ScratchMemory()
        private let values: Buffer<UInt64>
        private let isPresent: Buffer<Bool>

        init() {
            values = memory.buffer()
            isPresent = memory.buffer()
        }

        var count: Int { values.count }

        @inline(__always)
        func value(_ row: UInt32) -> UInt64? {
            isPresent[Int(row)] ? values[Int(row)] : nil
        }

        mutating func append(_ value: UInt64?) {
            values.append(value ?? 0)
            isPresent.append(value != nil)
        }
    }
}
