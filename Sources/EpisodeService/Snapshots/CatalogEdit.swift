public import EpisodeModel

/// A change of some rows of a catalogue, all or nothing.
public struct CatalogEdit: Sendable {
    /// New rows, and new versions of rows that are there. Of an id given twice the last one holds.
    public var upserts: [Episode]
    /// Ids of rows to delete, after the upserts; ids that are not there are passed over.
    public var deletes: [UInt64]
    /// All domains from now on, in their order; nil leaves them.
    public var domains: [Domain]?

    public init(upserts: [Episode] = [], deletes: [UInt64] = [], domains: [Domain]? = nil) {
        self.upserts = upserts
        self.deletes = deletes
        self.domains = domains
    }

    /// What an edit did.
    public struct Summary: Hashable, Sendable {
        public var created = 0
        public var updated = 0
        /// Rows that were given as they were.
        public var unchanged = 0
        public var deleted = 0

        public init() {}
    }
}
