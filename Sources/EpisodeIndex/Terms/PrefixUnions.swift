/// The rows of all words with a common beginning of a few letters, prepared where that many lists
/// would be long to unite for each query.
@safe struct PrefixUnions: BitwiseCopyable, Sendable {
    /// A hash table of ranges of terms, as low << 32 | high; 0 is a free slot, as no prepared range
    /// is 0 ..< 0.
    private let keys: View<UInt64>
    /// The number in `lists` of the range in each slot.
    private let numbers: View<UInt32>
    private let lists: PostingLists

    /// The rows that have any term of a range; nil when the union was not prepared.
    func rows(of range: Range<UInt32>) -> RowSet? {
        let key = Self.key(range)
        var slot = Self.slot(key, keys.count)
        while keys[slot] != 0 {
            if keys[slot] == key { return lists[Int(numbers[slot])] }
            slot = (slot + 1) & (keys.count - 1)
        }
        return nil
    }

    private static func key(_ range: Range<UInt32>) -> UInt64 {
        UInt64(range.lowerBound) << 32 | UInt64(range.upperBound)
    }

    private static func slot(_ key: UInt64, _ slotCount: Int) -> Int {
        Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> 32) & (slotCount - 1)
    }

    static let letterCountMaximum = 4

    /// - Parameters:
    ///   - rows: the rows of a term.
    ///   - isWanted: whether the union of a range of terms may be prepared at all.
    init(
        _ dictionary: TermDictionary, rowCount: Int, tuning: IndexTuning, memory: IndexMemory,
        rows: (Int) -> RowSet, isWanted: (Range<UInt32>) -> Bool = { _ in true }
    ) {
        var ranges: Set<UInt64> = []
        let minimum = tuning.unionCount(rowCount: rowCount)
        for letters in 1...Self.letterCountMaximum {
            Self.forEachPrefix(of: dictionary, letters: letters) { range in
                guard range.count > 1, isWanted(range) else { return }
                let sum = range.reduce(0) { $0 + rows(Int($1)).count }
                if sum > minimum { ranges.insert(Self.key(range)) }
            }
        }
        let sorted = ranges.sorted()
        var assembler = PostingAssembler(rowCount: rowCount, tuning: tuning)
        let scratch = ScratchMemory()
        let bits: Buffer<UInt64> = scratch.buffer()
        withExtendedLifetime(scratch) {
            for key in sorted {
                bits.clearBits(rowCount: rowCount)
                for term in Int(key >> 32)..<Int(key & 0xFFFF_FFFF) { bits.unite(with: rows(term)) }
                assembler.append(bits.view)
            }
        }
        var slotCount = 16
        while slotCount < sorted.count * 2 { slotCount *= 2 }
        var keys = [UInt64](repeating: 0, count: slotCount)
        var numbers = [UInt32](repeating: 0, count: slotCount)
        for (number, key) in sorted.enumerated() {
            var slot = Self.slot(key, slotCount)
            while keys[slot] != 0 { slot = (slot + 1) & (slotCount - 1) }
            keys[slot] = key
            numbers[slot] = UInt32(number)
        }
        self.keys = memory.keep(keys)
        self.numbers = memory.keep(numbers)
        lists = assembler.finish(memory: memory)
    }

    /// Every range of words that share their first letters.
    private static func forEachPrefix(
        of dictionary: TermDictionary, letters: Int, _ body: (Range<UInt32>) -> Void
    ) {
        let words = dictionary.range(ofKind: .word)
        var low = words.lowerBound
        while low < words.upperBound {
            let term = dictionary[Int(low)]
            guard let length = prefixLength(term, letters: letters) else {
                low += 1
                continue
            }
            let prefix = term.part(from: 0, count: length)
            var high = low + 1
            while high < words.upperBound, dictionary[Int(high)].count >= length,
                dictionary[Int(high)].part(from: 0, count: length).compare(prefix) == 0
            {
                high += 1
            }
            body(low..<high)
            low = high
        }
    }

    /// Bytes of the kind and the first `letters` code points; nil when the term has fewer.
    private static func prefixLength(_ term: View<UInt8>, letters: Int) -> Int? {
        var remaining = letters
        var index = 1
        while index < term.count, remaining > 0 {
            index += 1
            while index < term.count, term[index] & 0xC0 == 0x80 { index += 1 }
            remaining -= 1
        }
        return remaining == 0 ? index : nil
    }
}
