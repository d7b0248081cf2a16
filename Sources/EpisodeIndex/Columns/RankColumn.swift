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
    init(ranks: View<UInt32>, distinctCount: Int, idOrder: [UInt32], memory: IndexMemory) {
        self.distinctCount = UInt32(distinctCount)
        self.ranks = ranks
        let ascending = memory.take(ranks.count, of: UInt32.self)
        let descending = memory.take(ranks.count, of: UInt32.self)
        let scratch = ScratchMemory()
        let next: Buffer<UInt32> = scratch.buffer()
        next.fill(0, count: distinctCount + 2)
        for row in 0..<ranks.count { next[Int(ranks[row]) + 1] += 1 }
        for rank in 0...distinctCount { next[rank + 1] += next[rank] }
        withExtendedLifetime(scratch) {
            // A stable counting sort: rows of one rank stay in the order of their ids.
            for row in idOrder {
                let rank = Int(ranks[row])
                ascending[Int(next[rank])] = row
                next[rank] += 1
            }
        }
        Self.reverseRanks(ascending.view, ranks, UInt32(distinctCount), into: descending)
        self.ascending = ascending.view
        self.descending = descending.view
    }

    /// Of a field that no row has: all rows stand by id both ways.
    init(ranks: View<UInt32>, ofNoValues idOrder: View<UInt32>) {
        self.ranks = ranks
        ascending = idOrder
        descending = idOrder
        distinctCount = 0
    }

    /// Copies the rows rank by rank from the highest to the lowest, those without a value last.
    private static func reverseRanks(
        _ ascending: View<UInt32>, _ ranks: View<UInt32>, _ absent: UInt32,
        into descending: Workspace<UInt32>
    ) {
        var end = ascending.count
        while end > 0, ranks[ascending[end - 1]] == absent {
            end -= 1
            descending[end] = ascending[end]
        }
        var place = 0
        while end > 0 {
            let rank = ranks[ascending[end - 1]]
            var start = end - 1
            while start > 0, ranks[ascending[start - 1]] == rank { start -= 1 }
            for index in start..<end {
                descending[place] = ascending[index]
                place += 1
            }
            end = start
        }
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
