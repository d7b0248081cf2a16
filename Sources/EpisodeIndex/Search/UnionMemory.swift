import CPlatform

/// Working memory in which the lists of many terms become one set.
struct UnionMemory: BitwiseCopyable {
    /// Empty between searches, unless it is the result of the last union.
    private let bits: Buffer<UInt64>
    /// One bit for each word of `bits` that holds rows.
    private let marks: Buffer<UInt64>
    private let list: Buffer<UInt32>
    /// The union where some term's rows are a bitset.
    private let dense: Buffer<UInt64>
    /// Whether `bits` must be cleared before it is used.
    private let isDirty: Buffer<Bool>

    init(memory: ScratchMemory) {
        bits = memory.buffer()
        marks = memory.buffer()
        list = memory.buffer()
        dense = memory.buffer()
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
        for term in terms {
            let rows = scope.rows(term, takesForms: takesForms)
            if rows.form == .bits {
                dense.assign(rows.words)
                counters.addWords(rows.words.count)
                return addAll(
                    terms, but: term, to: rows.count, takesForms: takesForms, in: scope, counters)
            }
        }
        let wordCount = bitsetWordCount(rowCount: rowCount)
        if isDirty[0] || bits.count != wordCount {
            bits.fill(0, count: wordCount)
            marks.fill(0, count: bitsetWordCount(rowCount: wordCount))
            isDirty[0] = false
            counters.addWords(wordCount)
        }
        var count = 0
        for term in terms {
            let rows = scope.rows(term, takesForms: takesForms).list
            unsafe count += Int(
                cplatform_mark_rows(bits.pointer, marks.pointer, rows.pointer, rows.count))
            counters.addRows(rows.count)
        }
        if count >= denseCount {
            isDirty[0] = true
            return .bits(bits.view, count: count)
        }
        list.reserve(count)
        list.assumeCount(
            unsafe cplatform_take_marked(list.pointer, bits.pointer, marks.pointer, marks.count))
        return .list(list.view)
    }

    /// Adds to `dense`, which holds the rows of one term, those of all others.
    private func addAll(
        _ terms: Range<UInt32>, but known: UInt32, to knownCount: Int, takesForms: Bool,
        in scope: borrowing ScopeIndex, _ counters: SearchCounters
    ) -> RowSet {
        var count = knownCount
        for term in terms where term != known {
            let rows = scope.rows(term, takesForms: takesForms)
            if rows.form == .bits {
                count = Int(
                    unsafe cplatform_bitset_unite(
                        dense.pointer, rows.words.pointer, dense.count))
                counters.addWords(dense.count)
            } else {
                count += Int(
                    unsafe cplatform_bitset_add_rows(
                        dense.pointer, rows.list.pointer, rows.count))
                counters.addRows(rows.count)
            }
        }
        return .bits(dense.view, count: count)
    }
}
