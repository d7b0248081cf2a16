public import EpisodeModel
public import EpisodeProtocol
public import RPCCore
internal import SocketTransport

extension EpisodeClient {
    /// Most bytes of the rows and domains of one `upsertEpisodes`, as `upsertByteCount` counts them.
    public static let upsertByteCountMaximum = 4_000_000

    /// What an episode takes of `upsertByteCountMaximum`.
    /// - Complexity: O(bytes of its texts).
    public static func upsertByteCount(of episode: Episode) -> Int {
        MessageCoding.encodeUpsert(episodes: [episode], domains: []).count
    }

    /// Adds episodes and domains, or replaces those with the same ids. All or nothing, durable and
    /// visible to every later call when it returns. Sent twice it changes nothing more.
    ///
    /// The stream URL is no part of the message: an episode that has one keeps it while its video
    /// stays the same.
    /// - Throws: INVALID_ARGUMENT with the field at fault in `violations`; PERMISSION_DENIED or
    ///   FAILED_PRECONDITION when the server takes no edits. After DEADLINE_EXCEEDED or a lost
    ///   connection the edit may have been made: send it again.
    public func upsertEpisodes(
        _ episodes: [Episode], domains: [Domain] = []
    ) async throws(RPCError) -> UpsertEpisodesResponse {
        try await call(
            .catalog("UpsertEpisodes"),
            MessageCoding.encodeUpsert(episodes: episodes, domains: domains),
            MessageCoding.decodeUpsertResponse)
    }

    /// Removes episodes; ids that no episode has are passed over. Otherwise as `upsertEpisodes`.
    public func deleteEpisodes(ids: [UInt64]) async throws(RPCError) -> DeleteEpisodesResponse {
        try await call(
            .catalog("DeleteEpisodes"), MessageCoding.encodeDelete(ids: ids),
            MessageCoding.decodeDeleteResponse)
    }

    /// The longest a server lets a watch last, unless it is set up otherwise.
    public static let watchTimeoutMillisecondsDefault: Int64 = 86_400_000

    /// The server's revision at once, then every new one; a reader that is slow finds the newest and
    /// not those in between. Ends only with an error, such as UNAVAILABLE when the server stops.
    ///
    /// - Parameter timeoutMilliseconds: for the whole watch; a server lets it last a day at most,
    ///   unless it is set up otherwise.
    public func watchCatalog(
        timeoutMilliseconds: Int64 = watchTimeoutMillisecondsDefault
    ) throws(RPCError) -> CatalogRevisions {
        CatalogRevisions(
            try stream(.watchCatalog, [], timeoutMilliseconds: timeoutMilliseconds)
        ) { (bytes) throws(RPCError) in
            try Method.watchCatalog.read(bytes, MessageCoding.decodeWatchResponse)
        }
    }
}

/// The revisions of one `watchCatalog`.
public typealias CatalogRevisions = MessageStream<WatchCatalogResponse>
