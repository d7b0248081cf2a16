/// For each value (a term, a feature, a platform): the rows that have it, as a list or, when they
/// are many, as a bitset.
@safe struct PostingLists: BitwiseCopyable, Sendable {
    private let starts: View<UInt64>
    private let counts: View<UInt32>
    private let rows: View<UInt32>
    private let words: View<UInt64>
    private let wordCount: Int
    private let denseCount: Int

    var valueCount: Int { counts.count }

    /// How many rows have a value.
    func count(_ value: Int) -> Int { Int(counts[value]) }

    @inline(__always)
    subscript(value: Int) -> RowSet {
        let count = Int(counts[value])
        let start = Int(starts[value])
        guard count >= denseCount else { return .list(rows.part(from: start, count: count)) }
        return .bits(words.part(from: start, count: wordCount), count: count)
    }

    init(
        starts: View<UInt64>, counts: View<UInt32>, rows: View<UInt32>, words: View<UInt64>,
        wordCount: Int, denseCount: Int
    ) {
        self.wordCount = wordCount
        self.denseCount = denseCount
        self.starts = starts
        self.counts = counts
        self.rows = rows
        self.words = words
    }
}
