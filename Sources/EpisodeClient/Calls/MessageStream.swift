public import RPCCore
internal import SocketTransport

/// The messages of one streaming call, in order. Can be read once, by one task at a time.
///
/// The call begins when the first message is asked for. The server produces as fast as this is read,
/// so a slow reader costs neither side memory: up to 1 MiB waits here, then the connection is not
/// read and the server stops. Streams have connections of their own, so a slow one holds up no call
/// and no other stream, unless there are more streams than
/// `ClientConfiguration.streamConnectionCountPerServerMaximum`. The call ends when this and its
/// iterators are gone.
public struct MessageStream<Message: Sendable>: AsyncSequence, Sendable {
    public typealias Element = Message
    public typealias Failure = RPCError
    typealias Reading = @Sendable ([UInt8]) throws(RPCError) -> Message

    private let call: StreamCall
    private let read: Reading

    init(_ call: StreamCall, reading read: @escaping Reading) {
        self.call = call
        self.read = read
    }

    public func makeAsyncIterator() -> Iterator { Iterator(call: call, read: read) }

    public struct Iterator: AsyncIteratorProtocol {
        let call: StreamCall
        let read: Reading

        public mutating func next(
            isolation actor: isolated (any Actor)? = #isolation
        ) async throws(RPCError) -> Message? {
            guard let bytes = try await call.next() else { return nil }
            return try read(bytes)
        }
    }
}

extension EpisodeClient {
    /// Calls any method that answers with a stream: the message of its request in bytes, and those
    /// of its replies back.
    public func stream(
        _ method: RPCMethod, _ payload: [UInt8], options: CallOptions = .standard
    ) throws(RPCError) -> MessageStream<[UInt8]> {
        MessageStream(try streamCall(method, payload, options)) { (bytes) throws(RPCError) in bytes
        }
    }

    func streamCall(
        _ method: RPCMethod, _ payload: [UInt8], _ options: CallOptions
    ) throws(RPCError) -> StreamCall {
        StreamCall(
            self, method, payload, try metadata(options), deadline(options, from: .now), options)
    }
}
