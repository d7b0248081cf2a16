import CPlatform

/// A condition on rows made of bitsets: in every group, at least one has the row.
@safe struct RowGroups: BitwiseCopyable {
    private let sets: Buffer<UnsafePointer<UInt64>?>
    private let ends: Buffer<UInt32>

    init(memory: ScratchMemory) {
        unsafe sets = memory.buffer()
        ends = memory.buffer()
    }

    /// Groups so far.
    var count: Int { ends.count }
    /// Bitsets so far.
    var setCount: Int { unsafe sets.count }

    func removeAll() {
        unsafe sets.removeAll()
        ends.removeAll()
    }

    /// Adds a bitset to the group that is being made.
    func append(_ words: View<UInt64>) { unsafe sets.append(words.pointer) }

    /// Ends the group that is being made, which must have a bitset.
    func endGroup() { ends.append(UInt32(setCount)) }

    private var groups: cplatform_groups {
        unsafe cplatform_groups(sets: sets.pointer, ends: ends.pointer, group_count: ends.count)
    }

    /// Writes the rows into a bitset; there must be a group. Returns how many.
    func assign(to bits: Buffer<UInt64>, wordCount: Int) -> Int {
        bits.reserve(wordCount)
        var groups = unsafe groups
        let count = unsafe cplatform_groups_words(bits.pointer, &groups, 0, wordCount)
        bits.assumeCount(wordCount)
        return Int(count)
    }

    /// What a walk found.
    struct Walk {
        /// Rows from the start on, or those that were seen.
        let seenCount: Int
        let visitedWordCount: Int
    }

    /// Takes up to `limit` rows from row `start` on after passing over `skip`.
    ///
    /// - Parameter countsAll: go on to the end and count.
    func walk(
        into rows: Buffer<UInt32>, wordCount: Int, from start: Int, skip: Int, limit: Int,
        countsAll: Bool
    ) -> Walk {
        rows.reserve(limit)
        var groups = unsafe groups
        let walk = unsafe cplatform_groups_walk(
            rows.pointer, &groups, wordCount, start, UInt64(skip), limit, countsAll ? 1 : 0)
        rows.assumeCount(walk.taken)
        return Walk(seenCount: Int(walk.seen), visitedWordCount: walk.visited_words)
    }
}
