/// A ListEpisodes request after every check: what the engine runs.
///
/// Meant to be reused: `reset()` empties it and keeps its memory, so decoding a request into it
/// allocates nothing in the steady state.
public struct EpisodeQuery: Hashable, Sendable {
    public static let pageSizeDefault = 20
    public static let pageSizeMaximum = 1_000
    /// Longest text query, in bytes of UTF-8.
    public static let textByteCountMaximum = 1_024

    /// OR among them; empty = no filter.
    public var domains: [UInt32] = []
    /// OR among them; empty = no filter.
    public var difficulties: [Difficulty] = []
    /// The text query as valid UTF-8 without NUL; empty or white space = no filter.
    public var text: [UInt8] = []
    /// Never empty.
    public var sort: [SortKey] = SortKey.defaultOrder
    /// Rows of the page, 0 to `pageSizeMaximum`; 0 only counts.
    public var pageSize = pageSizeDefault
    /// OR among them; empty = no filter.
    public var contentTypes = TextList()
    /// OR among them; empty = no filter.
    public var subscriptionTypes = TextList()
    /// Every one must be present.
    public var features = TextList()
    /// Every one must hold.
    public var predicates: [Predicate] = []
    /// Facets to count, each once.
    public var facets: [Facet] = []
    /// OR among them; empty = no filter.
    public var ids: [UInt64] = []
    /// The last row of the page before; nil for the first page.
    public var cursor: Cursor?
    /// Rows to pass over after the cursor.
    public var skip = 0
    /// The caller does not need the total.
    public var skipsTotal = false

    public init() {}

    /// Back to the query that matches everything, keeping the memory of its lists.
    public mutating func reset() {
        resetAllButSort()
        sort = SortKey.defaultOrder
    }

    /// The same for who sets the order anyway.
    public mutating func resetAllButSort() {
        domains.empty()
        difficulties.empty()
        text.empty()
        pageSize = Self.pageSizeDefault
        contentTypes.removeAll()
        subscriptionTypes.removeAll()
        features.removeAll()
        predicates.empty()
        facets.empty()
        ids.empty()
        cursor = nil
        skip = 0
        skipsTotal = false
    }
}

extension Array {
    /// Removes what there is and keeps the memory; nothing is done to a list that is empty, which
    /// most lists of most queries are.
    fileprivate mutating func empty() {
        if count > 4 { return removeAll(keepingCapacity: true) }
        // One by one is faster for a few.
        while popLast() != nil {}
    }
}
