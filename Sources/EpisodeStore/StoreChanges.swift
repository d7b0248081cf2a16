public import EpisodeModel

/// The difference between two revisions: the last state of every row that changed, however often.
public struct StoreChanges: Sendable {
    public let identity: CatalogIdentity
    /// The revision these changes lead to.
    public let revision: UInt64
    /// Episodes that are new or differ.
    public let episodes: [Episode]
    /// Episodes that are gone.
    public let deletedIDs: [UInt64]
    /// All domains from now on, by id; nil when they are as before.
    public let domains: [Domain]?

    public init(
        identity: CatalogIdentity, revision: UInt64, episodes: [Episode], deletedIDs: [UInt64],
        domains: [Domain]?
    ) {
        self.identity = identity
        self.revision = revision
        self.episodes = episodes
        self.deletedIDs = deletedIDs
        self.domains = domains
    }
}

/// The answer to "what changed after a revision?"
public enum StoreChangesAnswer: Sendable {
    case changes(StoreChanges)
    /// That cannot be told: the revision is older than the tombstones reach, of another history, or
    /// more changed than was asked for. Read the whole catalogue.
    case gone
}
