public import EpisodeProtocol
public import RPCCore

/// The batches of one StreamEpisodes call.
public typealias EpisodeBatches = MessageStream<StreamEpisodesResponse>

extension EpisodeClient {
    /// The longest a server lets a stream last, unless it is set up otherwise.
    public static let streamTimeoutMillisecondsDefault: Int64 = 60_000

    /// Every match of a request, in its order, from one snapshot of the catalogue.
    ///
    /// `pageSize` is the size of one batch here, 0 leaves it to the server; facets are refused. What
    /// else differs from a list is written at StreamEpisodesRequest in
    /// proto/episodes/v1/episode_service.proto.
    ///
    /// - Parameters:
    ///   - request: as for a list.
    ///   - timeoutMilliseconds: for the whole stream; a timeout in `options` wins.
    ///   - options: what this call does otherwise than configured.
    /// - Throws: INVALID_ARGUMENT for metadata that cannot be sent; everything else, the server's
    ///   status included, is thrown by the batches.
    public func streamEpisodes(
        _ request: ListEpisodesRequest,
        timeoutMilliseconds: Int64 = streamTimeoutMillisecondsDefault,
        options: CallOptions = .standard
    ) throws(RPCError) -> EpisodeBatches {
        EpisodeBatches(
            try streamCall(
                .streamEpisodes, MessageCoding.encodeStreamEpisodes(request),
                options.within(timeoutMilliseconds))
        ) { (bytes) throws(RPCError) in
            try RPCMethod.streamEpisodes.read(bytes, MessageCoding.decodeStreamEpisodesResponse)
        }
    }
}
