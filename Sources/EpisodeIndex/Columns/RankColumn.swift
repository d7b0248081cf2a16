/// The rank of every row in the order of one field, and the rows in that order both ways.
///
/// Ranks are dense: equal values share one, the smallest value has 0. A row without a value has
/// `distinctCount`. Rows of one rank stand by id ascending in both directions, and rows without a
/// value come last in both.
@safe struct RankColumn: BitwiseCopyable, Sendable {
    let ranks: View<UInt32>
    let ascending: View<UInt32>
    let descending: View<UInt32>
    let distinctCount: UInt32

    /// - Parameters:
    ///   - ranks: one for each row, in row order.
    ///   - idOrder: all rows by id ascending.
    init(ranks: [UInt32], distinctCount: Int, idOrder: [UInt32], memory: IndexMemory) {
        self.distinctCount = UInt32(distinctCount)
        self.ranks = memory.keep(ranks)
        ascending = memory.keep(
            Self.rowsInOrder(of: ranks, bucketCount: distinctCount + 1, idOrder) { Int($0) })
        let absent = UInt32(distinctCount)
        descending = memory.keep(
            Self.rowsInOrder(of: ranks, bucketCount: distinctCount + 1, idOrder) {
                $0 == absent ? distinctCount : distinctCount - 1 - Int($0)
            })
    }

    /// A stable counting sort of the rows by the bucket of their rank.
    private static func rowsInOrder(
        of ranks: [UInt32], bucketCount: Int, _ idOrder: [UInt32], bucket: (UInt32) -> Int
    ) -> [UInt32] {
        var next = [Int](repeating: 0, count: bucketCount + 1)
        for rank in ranks { next[bucket(rank) + 1] += 1 }
        for index in 1...bucketCount { next[index] += next[index - 1] }
        var rows = [UInt32](repeating: 0, count: ranks.count)
        for row in idOrder {
            let place = bucket(ranks[Int(row)])
            rows[next[place]] = row
            next[place] += 1
        }
        return rows
    }

    /// The rank of a row when the order is read in one direction: absent rows last.
    func directedRank(_ row: UInt32, descending: Bool) -> UInt32 {
        let rank = ranks[row]
        return descending && rank < distinctCount ? distinctCount - 1 - rank : rank
    }

    /// The places in the ascending order of the rows whose rank lies in a range.
    ///
    /// Complexity: O(log rows).
    func places(of range: Range<UInt32>) -> Range<Int> {
        let low = ascending.partitioningIndex { ranks[ascending[$0]] >= range.lowerBound }
        let high = ascending.partitioningIndex { ranks[ascending[$0]] >= range.upperBound }
        return low..<max(low, high)
    }
}
