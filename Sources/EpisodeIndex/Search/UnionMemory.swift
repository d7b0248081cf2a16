import CPlatform

/// Working memory in which the lists of many terms become one set.
struct UnionMemory: BitwiseCopyable {
    /// Empty between searches, unless it is the result of the last union.
    private let bits: Buffer<UInt64>
    /// One bit for each word of `bits` that holds rows.
    private let marks: Buffer<UInt64>
    private let list: Buffer<UInt32>
    /// 1 when `bits` must be cleared before it is used.
    private let isDirty: Buffer<Bool>

    init(memory: ScratchMemory) {
        bits = memory.buffer()
        marks = memory.buffer()
        list = memory.buffer()
        isDirty = memory.buffer()
        isDirty.append(false)
    }

    /// The rows of several terms, good until the next union.
    ///
    /// Lists alone touch few words, which are remembered and visited again; bitsets touch all.
    func unite(
        _ terms: Range<UInt32>, takesForms: Bool, in scope: borrowing ScopeIndex, rowCount: Int,
        denseCount: Int, _ counters: SearchCounters
    ) -> RowSet {
        let wordCount = bitsetWordCount(rowCount: rowCount)
        if isDirty[0] || bits.count != wordCount {
            bits.fill(0, count: wordCount)
            marks.fill(0, count: bitsetWordCount(rowCount: wordCount))
            isDirty[0] = false
            counters.addWords(wordCount)
        }
        var hasBits = false
        var count = 0
        for term in terms {
            let rows = scope.rows(term, takesForms: takesForms)
            if rows.form == .bits {
                bits.unite(with: rows.words)
                counters.addWords(wordCount)
                hasBits = true
            } else {
                let rows = rows.list
                unsafe count += Int(
                    cplatform_mark_rows(bits.pointer, marks.pointer, rows.pointer, rows.count))
                counters.addRows(rows.count)
            }
        }
        if hasBits || count >= denseCount {
            isDirty[0] = true
            let size = hasBits ? bits.view.bitCount() : count
            return .bits(bits.view, count: size)
        }
        list.reserve(count)
        list.assumeCount(
            unsafe cplatform_take_marked(list.pointer, bits.pointer, marks.pointer, marks.count))
        return .list(list.view)
    }
}
