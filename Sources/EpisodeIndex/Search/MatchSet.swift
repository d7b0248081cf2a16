/// A set of rows that is narrowed step by step; one of the scratch's working sets.
///
/// It borrows the index's own lists and bitsets until a step changes something, and writes only
/// into its own buffers.
@safe struct MatchSet: BitwiseCopyable {
    private let held: Buffer<RowSet>
    let list: Buffer<UInt32>
    let bits: Buffer<UInt64>

    init(memory: ScratchMemory) {
        held = memory.buffer()
        held.append(.none)
        list = memory.buffer()
        bits = memory.buffer()
    }

    var rows: RowSet { held[0] }
    var count: Int { held[0].count }

    /// Becomes a set that must stay as it is while this one is used.
    func borrow(_ rows: RowSet) { held[0] = rows }

    func removeAll() { held[0] = .none }

    /// Copies rows that are borrowed, before their memory is written over.
    func own() {
        switch rows.form {
        case .all: break
        case .list:
            list.assign(rows.list)
            useList()
        case .bits:
            let count = rows.count
            bits.assign(rows.words)
            useBits(count: count)
        }
    }

    /// Becomes what was written into `list`.
    func useList() { held[0] = .list(list.view) }

    /// Becomes what was written into `bits`.
    func useBits(count: Int) { held[0] = .bits(bits.view, count: count) }

    /// Keeps the rows that `other` has as well.
    ///
    /// Complexity: O(the smaller list), or O(rows / 64) for two bitsets. Returns how many rows or
    /// words it looked at.
    @discardableResult
    func intersect(_ other: RowSet) -> Int {
        let own = rows
        switch (own.form, other.form) {
        case (_, .all): return 0
        case (.all, _):
            borrow(other)
            return 0
        case (.list, .list):
            // What is written must not overtake a list that lies in the same memory and is read
            // beside the one that drives.
            let isOwnMemory = unsafe own.list.pointer == list.view.pointer
            if isOwnMemory || own.count <= other.count {
                list.assignIntersection(own.list, other.list)
            } else {
                list.assignIntersection(other.list, own.list)
            }
            useList()
            return min(own.count, other.count)
        case (.list, .bits):
            list.assign(own.list, havingBitIn: other.words)
            useList()
            return own.count
        case (.bits, .list):
            list.assign(other.list, havingBitIn: own.words)
            useList()
            return other.count
        case (.bits, .bits):
            useBits(count: bits.assignIntersection(own.words, other.words))
            return own.words.count
        }
    }

    /// Removes the rows of a bitset.
    func subtract(_ words: View<UInt64>, rowCount: Int) {
        let own = rows
        switch own.form {
        case .all:
            bits.fill(~0, count: words.count)
            let surplus = words.count * 64 - rowCount
            if surplus > 0 { bits[words.count - 1] = ~0 >> UInt64(surplus) }
            useBits(count: bits.assignDifference(bits.view, words))
        case .list: filter(rowCount: rowCount) { !words.hasBit($0) }
        case .bits: useBits(count: bits.assignDifference(own.words, words))
        }
    }

    /// Keeps the rows that pass a test.
    ///
    /// Complexity: one test for each row of the set.
    func filter(rowCount: Int, _ isKept: (UInt32) -> Bool) {
        let own = rows
        switch own.form {
        case .all:
            bits.clearBits(rowCount: rowCount)
            var count = 0
            for row in 0..<UInt32(rowCount) where isKept(row) {
                bits.setBit(row)
                count += 1
            }
            useBits(count: count)
        case .list:
            // Reading stays ahead of writing, so `own` may be the list buffer itself.
            let rows = own.list
            list.reserve(rows.count)
            list.removeAll()
            for index in 0..<rows.count where isKept(rows[index]) { list.append(rows[index]) }
            useList()
        case .bits:
            let words = own.words
            bits.reserve(words.count)
            var count = 0
            for index in 0..<words.count {
                var kept: UInt64 = 0
                var word = words[index]
                while word != 0 {
                    let bit = word & (~word &+ 1)
                    if isKept(UInt32(index * 64 + word.trailingZeroBitCount)) {
                        kept |= bit
                        count += 1
                    }
                    word ^= bit
                }
                bits.assumeCount(max(bits.count, index + 1))
                bits[index] = kept
            }
            bits.assumeCount(words.count)
            useBits(count: count)
        }
    }

    /// Turns a bitset of few rows into a list, which later steps handle faster.
    func compact(rowCount: Int) {
        let own = rows
        guard own.form == .bits, own.count < rowCount / 128 else { return }
        list.assignRows(of: own.words, count: own.count)
        useList()
    }
}
