/// The working memory of searches. A trivial value: copies stand for the same memory.
struct SearchWork: BitwiseCopyable {
    let query: QueryText
    let selections: FacetSelections
    let cells: CellFilter
    /// Rows that pass everything but the selections of alternatives.
    let base: MatchSet
    /// Rows that pass everything.
    let matches: MatchSet
    let tests: PredicateTests
    let sort: SortComponents
    let text: ResolvedText
    let wholeWordText: ResolvedText
    let relevance: RelevanceClasses
    /// One for each scope, as relevance needs the sets of several at once.
    let unions: InlineArray<3, UnionMemory>
    /// The row sets that all must hold.
    let operands: Buffer<RowSet>
    let groups: RowGroups
    let totals: FilterTotals
    /// For selections of rare values: their rows as bits, one for each facet.
    let groupUnions: InlineArray<4, Buffer<UInt64>>
    let picked: Buffer<UInt32>
    let candidates: Buffer<Candidate>
    let keys: Buffer<UInt64>
    let listed: Buffer<UInt32>
    let nameTerms: Buffer<UInt32>
    let cursorPlaces: Buffer<UInt64>
    let valueCounts: Buffer<UInt32>
    let cellCounts: Buffer<UInt32>
    let facetOrder: Buffer<FacetLister.Entry>
    let lifted: Buffer<UInt64>
    /// The relevance class of each row of the page; empty when all are alike.
    let classes: Buffer<UInt8>
    let counters: SearchCounters

    init(memory: ScratchMemory) {
        query = QueryText(memory: memory)
        selections = FacetSelections(memory: memory)
        cells = CellFilter(memory: memory)
        base = MatchSet(memory: memory)
        matches = MatchSet(memory: memory)
        tests = PredicateTests(memory: memory)
        sort = SortComponents(memory: memory)
        text = ResolvedText(memory: memory)
        wholeWordText = ResolvedText(memory: memory)
        relevance = RelevanceClasses(memory: memory)
        unions = InlineArray { _ in UnionMemory(memory: memory) }
        operands = memory.buffer()
        groups = RowGroups(memory: memory)
        totals = FilterTotals(memory: memory)
        groupUnions = InlineArray { _ in memory.buffer() }
        picked = memory.buffer()
        candidates = memory.buffer()
        keys = memory.buffer()
        listed = memory.buffer()
        nameTerms = memory.buffer()
        cursorPlaces = memory.buffer()
        valueCounts = memory.buffer()
        cellCounts = memory.buffer()
        facetOrder = memory.buffer()
        lifted = memory.buffer()
        classes = memory.buffer()
        counters = SearchCounters(memory: memory)
    }
}

/// The numbers of an answer, and how much was looked at for it: what tests bound, since it does not
/// depend on the machine.
struct SearchCounters: BitwiseCopyable {
    private let values: Buffer<Int>

    init(memory: ScratchMemory) {
        values = memory.buffer()
        values.fill(0, count: 6)
    }

    func reset() {
        values[0] = 0
        values[1] = 0
        values[5] = 0
    }

    var totalSize: Int64 {
        get { Int64(values[2]) }
        nonmutating set { values[2] = Int(newValue) }
    }
    var hasMore: Bool {
        get { values[3] != 0 }
        nonmutating set { values[3] = newValue ? 1 : 0 }
    }

    /// Whether the last search left facet counts in the scratch.
    var hasFacets: Bool {
        get { values[4] != 0 }
        nonmutating set { values[4] = newValue ? 1 : 0 }
    }

    /// Whether the search has found which cells pass.
    var hasCells: Bool {
        get { values[5] != 0 }
        nonmutating set { values[5] = newValue ? 1 : 0 }
    }

    /// Rows of lists or orders.
    var rowCount: Int { values[0] }
    /// Words of bitsets of rows, each of 64 rows.
    var wordCount: Int { values[1] }

    @inline(__always)
    func addRows(_ count: Int) { values[0] += count }
    @inline(__always)
    func addWords(_ count: Int) { values[1] += count }
}
