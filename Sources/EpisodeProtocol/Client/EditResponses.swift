/// What an UpsertEpisodes did. Rows that were there as they were sent count as neither.
public struct UpsertEpisodesResponse: Hashable, Sendable {
    /// Pass it as `minRevision` to read this write on any server of the same store.
    public var revision: UInt64
    public var created: Int64
    public var updated: Int64

    public init(revision: UInt64, created: Int64, updated: Int64) {
        self.revision = revision
        self.created = created
        self.updated = updated
    }
}

/// What a DeleteEpisodes did.
public struct DeleteEpisodesResponse: Hashable, Sendable {
    /// Pass it as `minRevision` to read this write on any server of the same store.
    public var revision: UInt64
    public var deleted: Int64

    public init(revision: UInt64, deleted: Int64) {
        self.revision = revision
        self.deleted = deleted
    }
}

/// A revision that the server has come to.
public struct WatchCatalogResponse: Hashable, Sendable {
    public var revision: UInt64
    public var episodeCount: Int64

    public init(revision: UInt64, episodeCount: Int64) {
        self.revision = revision
        self.episodeCount = episodeCount
    }
}
