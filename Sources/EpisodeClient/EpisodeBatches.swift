public import EpisodeProtocol
public import RPCCore
internal import SocketTransport

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
    /// - Parameter timeoutMilliseconds: for the whole stream.
    /// - Throws: when the call cannot begin; the server's status is thrown by the batches.
    public func streamEpisodes(
        _ request: ListEpisodesRequest,
        timeoutMilliseconds: Int64 = streamTimeoutMillisecondsDefault
    ) throws(RPCError) -> EpisodeBatches {
        EpisodeBatches(
            try stream(
                .streamEpisodes, MessageCoding.encodeStreamEpisodes(request),
                timeoutMilliseconds: timeoutMilliseconds)
        ) { (bytes) throws(RPCError) in
            try Method.streamEpisodes.read(bytes, MessageCoding.decodeStreamEpisodesResponse)
        }
    }
}
