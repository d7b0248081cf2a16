public import EpisodeModel

/// A change of some rows of a store, all or nothing.
public struct StoreEdit: Sendable {
    /// New rows, and new versions of rows that are there. Of an id given twice the last one holds.
    public var episodes: [Episode]
    /// New domains, and new versions of those that are there.
    public var domains: [Domain]
    /// Rows to delete, after everything else; ids that are not there are passed over.
    public var deletedIDs: [UInt64]
    /// A row without a stream URL keeps the one that is there for the same video: its source cannot
    /// tell any.
    public var keepsStreamURLs: Bool

    public init(
        episodes: [Episode] = [], domains: [Domain] = [], deletedIDs: [UInt64] = [],
        keepsStreamURLs: Bool = false
    ) {
        self.episodes = episodes
        self.domains = domains
        self.deletedIDs = deletedIDs
        self.keepsStreamURLs = keepsStreamURLs
    }
}

/// What an edit did.
public struct StoreReceipt: Hashable, Sendable {
    /// The revision that holds the edit: a new one, or the present one when nothing had to change.
    public let revision: UInt64
    /// Episodes that were not there before.
    public let created: Int
    /// Episodes that differ now from what was there.
    public let updated: Int
    /// Episodes that were there before.
    public let deleted: Int
    public let haveDomainsChanged: Bool

    public init(
        revision: UInt64, created: Int, updated: Int, deleted: Int, haveDomainsChanged: Bool
    ) {
        self.revision = revision
        self.created = created
        self.updated = updated
        self.deleted = deleted
        self.haveDomainsChanged = haveDomainsChanged
    }
}

/// What became of one row.
public enum RowOutcome: Hashable, Sendable {
    case created
    case updated
    /// It was there, byte for byte.
    case unchanged
}
