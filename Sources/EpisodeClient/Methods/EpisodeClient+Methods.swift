public import EpisodeModel
public import EpisodeProtocol
public import RPCCore

extension EpisodeClient {
    /// One page, its total and its facet counts. `EpisodePages` walks all pages.
    nonisolated(nonsending) public func listEpisodes(
        _ request: ListEpisodesRequest, options: CallOptions = .standard
    ) async throws(RPCError) -> ListEpisodesResponse {
        try await call(
            .listEpisodes, MessageCoding.encode(request), options,
            MessageCoding.decodeListEpisodesResponse)
    }

    /// One episode.
    ///
    /// - Parameters:
    ///   - id: of the episode.
    ///   - readMask: names of Episode's fields; empty = all.
    ///   - options: what this call does otherwise than configured.
    /// - Throws: NOT_FOUND when there is none with this id.
    nonisolated(nonsending) public func getEpisode(
        id: UInt64, readMask: [String] = [], options: CallOptions = .standard
    ) async throws(RPCError) -> Episode {
        try await call(
            .getEpisode, MessageCoding.encodeGetEpisode(id: id, readMask: readMask), options,
            MessageCoding.decodeGetEpisodeResponse)
    }

    /// Most ids of one `batchGetEpisodes`.
    public static let batchCountMaximum = 1_000

    /// Episodes in the order of their ids here, and the ids that do not exist.
    nonisolated(nonsending) public func batchGetEpisodes(
        ids: [UInt64], readMask: [String] = [], options: CallOptions = .standard
    ) async throws(RPCError) -> BatchGetEpisodesResponse {
        try await call(
            .batchGetEpisodes,
            MessageCoding.encodeBatchGetEpisodes(ids: ids, readMask: readMask), options,
            MessageCoding.decodeBatchGetEpisodesResponse)
    }

    /// Everything a filter can select, with labels and counts, and all domains.
    nonisolated(nonsending) public func filterOptions(
        options: CallOptions = .standard
    ) async throws(RPCError) -> FilterOptionsResponse {
        try await call(
            .getFilterOptions, [], options, MessageCoding.decodeFilterOptionsResponse)
    }

    /// Where the video of an episode streams from.
    /// - Throws: NOT_FOUND when there is no such video.
    nonisolated(nonsending) public func videoStreamURL(
        videoIdentifier: UInt64, options: CallOptions = .standard
    ) async throws(RPCError) -> String {
        try await call(
            .getVideoStream,
            MessageCoding.encodeGetVideoStream(videoIdentifier: videoIdentifier), options,
            MessageCoding.decodeVideoStreamResponse)
    }

    /// Revision, size and source of the catalogue.
    nonisolated(nonsending) public func catalog(
        options: CallOptions = .standard
    ) async throws(RPCError) -> CatalogResponse {
        try await call(
            .getCatalog, [], options, MessageCoding.decodeCatalogResponse)
    }
}
