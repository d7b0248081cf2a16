/// While building: posting lists given one whole set after the other.
struct PostingAssembler {
    private let wordCount: Int
    private let denseCount: Int
    private(set) var starts: [UInt64] = []
    private(set) var counts: [UInt32] = []
    private(set) var rows: [UInt32] = []
    private(set) var words: [UInt64] = []

    init(rowCount: Int, tuning: IndexTuning) {
        wordCount = bitsetWordCount(rowCount: rowCount)
        denseCount = tuning.denseCount(rowCount: rowCount)
    }

    mutating func append(_ bits: View<UInt64>) {
        let count = bits.bitCount()
        counts.append(UInt32(count))
        if count >= denseCount {
            starts.append(UInt64(words.count))
            bits.append(to: &words)
        } else {
            starts.append(UInt64(rows.count))
            bits.forEachBit { row in
                rows.append(row)
                return true
            }
        }
    }

    func finish(memory: IndexMemory) -> PostingLists {
        PostingLists(
            starts: memory.keep(starts), counts: memory.keep(counts), rows: memory.keep(rows),
            words: memory.keep(words), wordCount: wordCount, denseCount: denseCount)
    }
}
