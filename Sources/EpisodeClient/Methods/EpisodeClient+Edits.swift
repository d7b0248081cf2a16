public import EpisodeModel
public import EpisodeProtocol
public import RPCCore

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
    nonisolated(nonsending) public func upsertEpisodes(
        _ episodes: [Episode], domains: [Domain] = [], options: CallOptions = .standard
    ) async throws(RPCError) -> UpsertEpisodesResponse {
        try await call(
            .upsertEpisodes,
            MessageCoding.encodeUpsert(episodes: episodes, domains: domains), options,
            MessageCoding.decodeUpsertResponse)
    }

    /// Removes episodes; ids that no episode has are passed over. Otherwise as `upsertEpisodes`.
    nonisolated(nonsending) public func deleteEpisodes(
        ids: [UInt64], options: CallOptions = .standard
    ) async throws(RPCError) -> DeleteEpisodesResponse {
        try await call(
            .deleteEpisodes, MessageCoding.encodeDelete(ids: ids), options,
            MessageCoding.decodeDeleteResponse)
    }

    /// The longest a server lets a watch last, unless it is set up otherwise.
    public static let watchTimeoutMillisecondsDefault: Int64 = 86_400_000

    /// The server's revision at once, then every new one; a reader that is slow finds the newest and
    /// not those in between. Ends only with an error, such as UNAVAILABLE when the server stops.
    ///
    /// - Parameters:
    ///   - timeoutMilliseconds: for the whole watch; a server lets it last a day at most, unless it
    ///     is set up otherwise.
    ///   - options: what this call does otherwise than configured.
    public func watchCatalog(
        timeoutMilliseconds: Int64 = watchTimeoutMillisecondsDefault,
        options: CallOptions = .standard
    ) throws(RPCError) -> CatalogRevisions {
        CatalogRevisions(
            try streamCall(.watchCatalog, [], options.within(timeoutMilliseconds))
        ) { (bytes) throws(RPCError) in
            try RPCMethod.watchCatalog.read(bytes, MessageCoding.decodeWatchResponse)
        }
    }
}

/// The revisions of one `watchCatalog`.
public typealias CatalogRevisions = MessageStream<WatchCatalogResponse>
