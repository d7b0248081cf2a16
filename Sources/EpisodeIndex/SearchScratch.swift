public import EpisodeModel

/// The working memory and the answer of a search. One for each thread that searches, reused, so
/// that searching allocates next to nothing in the steady state.
public final class SearchScratch {
    /// The row numbers of the page, in the order asked for.
    public var rows: [UInt32] = []
    /// How many rows match; -1 when the query skips the total and it was not computed.
    public var totalSize: Int64 = 0
    /// Whether rows follow after the page; false for a page of size 0.
    public var hasMore = false
    /// The counts asked for, in the query's order. Labels are the values themselves.
    public var facets: [FacetCounts] = []

    public init() {}

    /// Rows that pass everything but the selections of alternatives.
    let base = MatchSet()
    /// Rows that pass everything.
    let matches = MatchSet()
    let masks = CellMasks()
    let cellCounts = CellCounts()
    let relevance = RelevanceClasses()
    let selections = FacetSelections()
    var tests: [PredicateTest] = []
    var plan = SortPlan()
    var text = ResolvedText()
    var wholeWordText = ResolvedText()

    let union = Buffer<UInt64>()
    let operands = Buffer<TextSearch.Operand>()
    let candidates = Buffer<PagePicker.Candidate>()
    let picked = Buffer<UInt32>()
    let listed = Buffer<UInt32>()
    let nameTerms = Buffer<UInt32>()
    let valueCounts = Buffer<UInt32>()
    let facetOrder = Buffer<FacetLister.Entry>()
    /// The relevance class of each row of the page; empty when all are alike.
    var classes: [UInt8] = []
}
