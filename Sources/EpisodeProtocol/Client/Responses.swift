public import EpisodeModel

/// A page. What each field means is written in proto/episodes/v1/list_episodes.proto.
public struct ListEpisodesResponse: Hashable, Sendable {
    /// Fields that the read mask left out have their zero values.
    public var episodes: [Episode] = []
    /// Empty = the last page.
    public var nextPageToken = ""
    /// -1 when the request spared the count.
    public var totalSize: Int64 = 0
    public var facets: [FacetCounts] = []
    public var revision: UInt64 = 0
    public var notModified = false

    public init() {}
}

/// One batch of a stream of episodes.
public struct StreamEpisodesResponse: Hashable, Sendable {
    public var episodes: [Episode] = []
    /// The same in every batch of one stream.
    public var revision: UInt64 = 0

    public init() {}
}

public struct BatchGetEpisodesResponse: Hashable, Sendable {
    /// In the order asked for.
    public var episodes: [Episode] = []
    public var missingIDs: [UInt64] = []

    public init() {}
}

public struct FilterOptionsResponse: Hashable, Sendable {
    public var facets: [FacetCounts] = []
    public var domains: [Domain] = []

    public init() {}
}

public struct CatalogResponse: Hashable, Sendable {
    public var revision: UInt64 = 0
    public var episodeCount: Int64 = 0
    public var loadedAt: Timestamp?
    public var source = ""

    public init() {}
}
