/// The rows of all words with a common beginning of one to three letters, prepared where that
/// many lists would be long to unite for each query.
@safe struct PrefixUnions: Sendable {
    /// Ranges of terms as low << 32 | high, ascending.
    private let ranges: View<UInt64>
    private let lists: PostingLists

    /// The rows that have any term of a range; nil when the union was not prepared.
    func rows(of range: Range<UInt32>) -> RowSet? {
        let key = Self.key(range)
        let index = ranges.lowerBound(of: key)
        guard index < ranges.count, ranges[index] == key else { return nil }
        return lists[index]
    }

    private static func key(_ range: Range<UInt32>) -> UInt64 {
        UInt64(range.lowerBound) << 32 | UInt64(range.upperBound)
    }

    static let letterCountMaximum = 3

    init(
        _ dictionary: TermDictionary, _ postings: PostingLists, rowCount: Int,
        tuning: IndexTuning, memory: IndexMemory
    ) {
        var keys: Set<UInt64> = []
        let minimum = tuning.unionCount(rowCount: rowCount)
        for letters in 1...Self.letterCountMaximum {
            Self.forEachPrefix(of: dictionary, letters: letters) { range in
                guard range.count > 1 else { return }
                let sum = range.reduce(0) { $0 + postings.count(Int($1)) }
                if sum > minimum { keys.insert(Self.key(range)) }
            }
        }
        let sorted = keys.sorted()
        var assembler = PostingAssembler(rowCount: rowCount, tuning: tuning)
        let bits = Buffer<UInt64>()
        for key in sorted {
            bits.clearBits(rowCount: rowCount)
            for term in Int(key >> 32)..<Int(key & 0xFFFF_FFFF) {
                switch postings[term] {
                case .all: break
                case .list(let rows): bits.setBits(of: rows)
                case .bits(let words, _): bits.unite(with: words)
                }
            }
            withExtendedLifetime(bits) { assembler.append(bits.view) }
        }
        ranges = memory.keep(sorted)
        lists = assembler.finish(memory: memory)
    }

    /// Every range of words that share their first letters.
    private static func forEachPrefix(
        of dictionary: TermDictionary, letters: Int, _ body: (Range<UInt32>) -> Void
    ) {
        let words = dictionary.range(beginning: [TermKind.word.rawValue])
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
