/// The rows where one frequent word stands directly before another: with spaces, signs that say
/// little or nothing between them, as between the words of a phrase.
///
/// Both words of such a phrase are in so many rows that checking each of these would take long: at
/// a million rows up to 80 ms, with the pairs some microseconds. Other phrases hold a word that
/// few rows have. Where 44 words of Zipf's law stand in a row, pairs take 37 bytes a row at 100,000
/// rows and 72 at 1,000,000, and a tenth of the time of building.
@safe struct WordPairs: BitwiseCopyable, Sendable {
    /// The terms of the frequent words, ascending; a word's place is its number here.
    private let words: View<UInt32>
    /// Pairs that occur, ascending, as numbers of the first and the second word; at the same place
    /// each is in `lists`.
    private let keys: View<UInt32>
    private let lists: PostingLists

    /// The rows where a word stands before another; nil when one of them is not frequent.
    ///
    /// Complexity: O(log pairs).
    func rows(_ first: UInt32, _ second: UInt32) -> RowSet? {
        guard let first = number(first), let second = number(second) else { return nil }
        let key = Self.key(first, second)
        let place = keys.lowerBound(of: key)
        guard place < keys.count, keys[place] == key else { return RowSet.none }
        return lists[place]
    }

    private func number(_ term: UInt32) -> Int? {
        let place = words.lowerBound(of: term)
        return place < words.count && words[place] == term ? place : nil
    }

    private static func key(_ first: Int, _ second: Int) -> UInt32 {
        UInt32(first) << 16 | UInt32(second)
    }

    /// - Parameter scope: says in how many rows words are.
    init(
        _ stream: UnitStream, _ dictionary: TermDictionary, _ scope: ScopeIndex,
        tuning: IndexTuning, memory: IndexMemory
    ) {
        memory.purpose = "pairs of frequent words"
        let words = Self.frequentWords(
            dictionary, scope, minimum: tuning.pairCount(rowCount: stream.rowCount))
        self.words = memory.keep(words)
        let scratch = ScratchMemory()
        let pairs = AdjacentWords(stream, words, memory: scratch)
        var keys: [UInt32] = []
        for first in words.indices {
            for second in words.indices where pairs.number(first, second) {
                keys.append(Self.key(first, second))
            }
        }
        self.keys = memory.keep(keys)
        // Pairs are many and mostly asked for alone, so a bitset must save memory.
        var tuning = tuning
        tuning.denseDivisor = min(tuning.denseDivisor, 32)
        lists = PostingLists(
            inverting: pairs, valueCount: keys.count, tuning: tuning, memory: memory)
        withExtendedLifetime(scratch) {}
    }

    private static func frequentWords(
        _ dictionary: TermDictionary, _ scope: ScopeIndex, minimum: Int
    ) -> [UInt32] {
        var words = dictionary.range(ofKind: .word).filter {
            scope.rows($0, takesForms: false).count >= minimum
        }
        if words.count > IndexTuning.pairedWordCountMaximum {
            words.sort {
                let counts = (scope.rows($0, takesForms: false), scope.rows($1, takesForms: false))
                return counts.0.count != counts.1.count
                    ? counts.0.count > counts.1.count : $0 < $1
            }
            words.removeSubrange(IndexTuning.pairedWordCountMaximum...)
            words.sort()
        }
        return words
    }
}
