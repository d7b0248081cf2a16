/// While building: which values every row has.
protocol PostingSource {
    var rowCount: Int { get }

    /// Calls `body` with a row and one of its values, the rows ascending; a value may come more
    /// than once in a row. It gives the same in every call.
    func forEachValue(_ body: (UInt32, UInt32) -> Void)
}

extension RowLists: PostingSource {
    @inline(__always)
    func forEachValue(_ body: (UInt32, UInt32) -> Void) {
        for row in 0..<rowCount {
            for index in range(row) { body(UInt32(truncatingIfNeeded: row), values[index]) }
        }
    }
}

extension PostingLists {
    /// Turns the values of each row into the rows of each value: counts them, lays the lists out
    /// and fills them, without a copy of anything in between.
    init<Source: PostingSource>(
        inverting source: Source, valueCount: Int, tuning: IndexTuning, memory: IndexMemory
    ) {
        let scratch = ScratchMemory()
        let seen: Buffer<UInt32> = scratch.buffer()
        let counts = memory.take(valueCount, of: UInt32.self)
        seen.fill(.max, count: valueCount)
        source.forEachValue { row, value in
            let value = Int(value)
            let isNew = seen[value] != row
            seen[value] = row
            counts[value] &+= isNew ? 1 : 0
        }
        let layout = PostingLayout(counts.view, rowCount: source.rowCount, tuning, memory)
        let cursors: Buffer<PostingCursor> = scratch.buffer()
        cursors.reserve(valueCount)
        for value in 0..<valueCount {
            cursors.append(
                PostingCursor(
                    next: layout.starts[value], lastRow: .max,
                    isDense: Int(counts[value]) >= layout.denseCount))
        }
        withExtendedLifetime(scratch) {
            source.forEachValue { row, value in
                layout.add(row, at: &cursors[Int(value)])
            }
        }
        self = layout.lists
    }
}

/// Where the next row of a value goes.
private struct PostingCursor: BitwiseCopyable {
    var next: UInt64
    var lastRow: UInt32
    let isDense: Bool
}

/// Memory for posting lists whose sizes are known.
@safe private struct PostingLayout {
    let starts: Workspace<UInt64>
    let denseCount: Int
    private let counts: View<UInt32>
    private let wordCount: Int
    private let rows: Workspace<UInt32>
    private let words: Workspace<UInt64>

    init(
        _ counts: View<UInt32>, rowCount: Int, _ tuning: IndexTuning, _ memory: IndexMemory
    ) {
        self.counts = counts
        wordCount = bitsetWordCount(rowCount: rowCount)
        denseCount = tuning.denseCount(rowCount: rowCount)
        starts = memory.take(counts.count)
        var listedCount = 0
        var denseWordCount = 0
        for value in 0..<counts.count {
            if Int(counts[value]) >= denseCount {
                starts[value] = UInt64(denseWordCount)
                denseWordCount += wordCount
            } else {
                starts[value] = UInt64(listedCount)
                listedCount += Int(counts[value])
            }
        }
        rows = memory.take(listedCount)
        words = memory.take(denseWordCount)
    }

    var lists: PostingLists {
        PostingLists(
            starts: starts.view, counts: counts, rows: rows.view, words: words.view,
            wordCount: wordCount, denseCount: denseCount)
    }

    @inline(__always)
    func add(_ row: UInt32, at cursor: inout PostingCursor) {
        let place = Int(cursor.next)
        if cursor.isDense {
            words[place + Int(row >> 6)] |= 1 << UInt64(row & 63)
        } else if cursor.lastRow != row {
            cursor.lastRow = row
            rows[place] = row
            cursor.next += 1
        }
    }
}
