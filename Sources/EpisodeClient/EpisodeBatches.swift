public import EpisodeProtocol
public import RPCCore
internal import SocketTransport

/// The batches of one StreamEpisodes call, in order. Can be read once, by one task at a time.
///
/// The server produces as fast as this is read, so a slow reader costs neither side memory; on a
/// connection with other calls it holds them up. The call ends when this and its iterators are gone.
public struct EpisodeBatches: AsyncSequence, Sendable {
    public typealias Element = StreamEpisodesResponse
    public typealias Failure = RPCError

    private let messages: ReplyMessages

    init(_ messages: ReplyMessages) { self.messages = messages }

    public func makeAsyncIterator() -> Iterator { Iterator(messages: messages) }

    public struct Iterator: AsyncIteratorProtocol {
        let messages: ReplyMessages

        public mutating func next(
            isolation actor: isolated (any Actor)? = #isolation
        ) async throws(RPCError) -> StreamEpisodesResponse? {
            guard let bytes = try await messages.next() else { return nil }
            return try Method.streamEpisodes.read(
                bytes, MessageCoding.decodeStreamEpisodesResponse)
        }
    }
}

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
                timeoutMilliseconds: timeoutMilliseconds))
    }
}
