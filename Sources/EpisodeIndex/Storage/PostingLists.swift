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

    /// Turns lists of values for each row into lists of rows for each value.
    ///
    /// - Parameter lists: in row order, no value twice in a row.
    init(inverting lists: RowLists, valueCount: Int, tuning: IndexTuning, memory: IndexMemory) {
        var counts = [UInt32](repeating: 0, count: valueCount)
        for value in lists.values { counts[Int(value)] += 1 }
        let writer = PostingWriter(
            counts: counts, rowCount: lists.rowCount, tuning: tuning)
        var filler = writer.filler()
        for row in 0..<lists.rowCount {
            for index in lists.range(row) {
                filler.append(row: UInt32(row), to: Int(lists.values[index]))
            }
        }
        self.init(
            starts: writer.starts, counts: writer.counts, rows: filler.rows, words: filler.words,
            wordCount: writer.wordCount, denseCount: writer.denseCount, memory: memory)
    }

    init(
        starts: [UInt64], counts: [UInt32], rows: [UInt32], words: [UInt64], wordCount: Int,
        denseCount: Int, memory: IndexMemory
    ) {
        self.wordCount = wordCount
        self.denseCount = denseCount
        self.starts = memory.keep(starts)
        self.counts = memory.keep(counts)
        self.rows = memory.keep(rows)
        self.words = memory.keep(words)
    }
}

/// Lays out posting lists whose sizes are known, then fills them row by row.
struct PostingWriter {
    let counts: [UInt32]
    let wordCount: Int
    let denseCount: Int
    private(set) var starts: [UInt64] = []
    private var listedCount = 0
    private var denseWordCount = 0

    init(counts: [UInt32], rowCount: Int, tuning: IndexTuning) {
        self.counts = counts
        wordCount = bitsetWordCount(rowCount: rowCount)
        denseCount = tuning.denseCount(rowCount: rowCount)
        starts.reserveCapacity(counts.count)
        for count in counts {
            if Int(count) >= denseCount {
                starts.append(UInt64(denseWordCount))
                denseWordCount += wordCount
            } else {
                starts.append(UInt64(listedCount))
                listedCount += Int(count)
            }
        }
    }

    func filler() -> Filler {
        Filler(
            next: starts, isDense: counts.map { Int($0) >= denseCount },
            rows: Array(repeating: 0, count: listedCount),
            words: Array(repeating: 0, count: denseWordCount))
    }

    struct Filler {
        fileprivate var next: [UInt64]
        fileprivate let isDense: [Bool]
        fileprivate(set) var rows: [UInt32]
        fileprivate(set) var words: [UInt64]

        /// Rows of one value must come ascending.
        mutating func append(row: UInt32, to value: Int) {
            let start = Int(next[value])
            if isDense[value] {
                words[start + Int(row >> 6)] |= 1 << UInt64(row & 63)
            } else {
                rows[start] = row
                next[value] += 1
            }
        }
    }
}
