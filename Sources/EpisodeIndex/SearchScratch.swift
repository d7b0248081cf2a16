public import EpisodeModel

/// The working memory and the answer of a search. One for each thread that searches, reused, so
/// that searching allocates nothing in the steady state.
public final class SearchScratch {
    /// The row numbers of the page, in the order asked for.
    public var rows: [UInt32] { unsafe page }
    /// How many rows match; -1 when the query skips the total and it was not computed.
    public var totalSize: Int64 { work.counters.totalSize }
    /// Whether rows follow after the page; false for a page of size 0.
    public internal(set) var hasMore: Bool {
        get { work.counters.hasMore }
        set { work.counters.hasMore = newValue }
    }
    /// The counts asked for, in the query's order. Labels are the values themselves.
    public var facets: [FacetCounts] = []

    /// Words of row sets, each of 64 rows, that the last search looked at.
    public var visitedWordCount: Int { work.counters.wordCount }
    /// Rows of lists and orders that the last search looked at.
    public var visitedRowCount: Int { work.counters.rowCount }

    public init() {
        let memory = ScratchMemory()
        self.memory = memory
        work = SearchWork(memory: memory)
        reader = QueryReader(into: work.query, memory: memory)
    }

    /// `rows`. Unchecked, as whoever writes them calls nobody meanwhile.
    @exclusivity(unchecked) var page: [UInt32] = []
    private let memory: ScratchMemory
    let work: SearchWork
    let reader: QueryReader
    /// What a search of a catalogue with changes needs beside; made by the first one.
    private(set) lazy var layers = LayerScratch()

    /// Makes one place for each facet that a query asks for.
    func prepareFacets(_ query: borrowing EpisodeQuery) {
        let count = query.facets.count
        work.counters.hasFacets = count > 0
        if facets.count > count { facets.removeLast(facets.count - count) }
        while facets.count < count { facets.append(FacetCounts(facet: .domain, values: [])) }
        for place in query.facets.indices { facets[place].facet = query.facets[place] }
    }
}
