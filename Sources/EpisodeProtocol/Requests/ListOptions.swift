/// What a ListEpisodes request says beside its query.
public struct ListOptions: Sendable {
    public var selection: FieldSelection
    /// Whether `page_size` was set; the query has the default otherwise.
    public var hasPageSize: Bool
    /// The revision the caller has; 0 = none.
    public var ifRevisionNot: UInt64
    /// The revision the caller must at least see; 0 = any.
    public var minRevision: UInt64
    /// Of everything that must stay the same between pages; goes into the next page's token.
    public var fingerprint: UInt64
}
