/// A set of rows that is narrowed step by step; one of the scratch's working sets.
///
/// It borrows the index's own lists and bitsets until a step changes something, and writes only
/// into its own buffers.
final class MatchSet {
    private(set) var rows: RowSet = .all
    private var rowCount = 0
    private let list = Buffer<UInt32>()
    private let bits = Buffer<UInt64>()

    var count: Int { rows.count(of: rowCount) }
    var isAll: Bool { if case .all = rows { true } else { false } }

    func reset(rowCount: Int) {
        self.rowCount = rowCount
        rows = .all
    }

    func removeAll() {
        list.removeAll()
        rows = .list(list.view)
    }

    /// Becomes a copy of an ascending list.
    func assign(_ other: View<UInt32>) {
        list.removeAll()
        for index in 0..<other.count { list.append(other[index]) }
        rows = .list(list.view)
    }

    /// Keeps the rows that `other` has as well; `other` must stay as it is while this set is used.
    ///
    /// Complexity: O(the smaller list), or O(rows / 64) for two bitsets.
    func intersect(_ other: RowSet) {
        switch (rows, other) {
        case (_, .all):
            break
        case (.all, _):
            rows = other
        case (.list(let left), .list(let right)):
            list.assignIntersection(left, right)
            rows = .list(list.view)
        case (.list(let left), .bits(let right, _)):
            list.assign(left, havingBitIn: right)
            rows = .list(list.view)
        case (.bits(let left, _), .list(let right)):
            list.assign(right, havingBitIn: left)
            rows = .list(list.view)
        case (.bits(let left, _), .bits(let right, _)):
            let count = bits.assignIntersection(left, right)
            rows = .bits(bits.view, count: count)
        }
    }

    /// Keeps the rows of a bitset that is about to be overwritten.
    func intersect(passing words: View<UInt64>) {
        if isAll {
            let count = bits.assignIntersection(words, words)
            rows = .bits(bits.view, count: count)
        } else {
            intersect(.bits(words, count: 0))
        }
    }

    /// Removes the rows of a bitset.
    func subtract(_ words: View<UInt64>) {
        switch rows {
        case .all:
            bits.fill(~0, count: words.count)
            let surplus = words.count * 64 - rowCount
            if surplus > 0 { bits[words.count - 1] = ~0 >> UInt64(surplus) }
            let count = bits.assignDifference(bits.view, words)
            rows = .bits(bits.view, count: count)
        case .list:
            filter { !words.hasBit($0) }
        case .bits(let own, _):
            let count = bits.assignDifference(own, words)
            rows = .bits(bits.view, count: count)
        }
    }

    /// Keeps the rows that pass a test.
    ///
    /// Complexity: one test for each row of the set.
    func filter(_ isKept: (UInt32) -> Bool) {
        switch rows {
        case .all:
            bits.clearBits(rowCount: rowCount)
            var count = 0
            for row in 0..<UInt32(rowCount) where isKept(row) {
                bits.setBit(row)
                count += 1
            }
            rows = .bits(bits.view, count: count)
        case .list(let own):
            // Reading stays ahead of writing, so `own` may be the list buffer itself.
            list.reserve(own.count)
            list.removeAll()
            for index in 0..<own.count {
                let row = own[index]
                if isKept(row) { list.append(row) }
            }
            rows = .list(list.view)
        case .bits(let own, _):
            var count = bits.assignIntersection(own, own)
            bits.view.forEachBit { row in
                if !isKept(row) {
                    bits[Int(row >> 6)] &= ~(1 << UInt64(row & 63))
                    count -= 1
                }
                return true
            }
            rows = .bits(bits.view, count: count)
        }
    }

    /// Turns a bitset of few rows into a list, which later steps handle faster.
    func compact() {
        guard case .bits(let words, let count) = rows, count < rowCount / 128 else { return }
        list.assignRows(of: words, count: count)
        rows = .list(list.view)
    }
}
