public import RPCCore
internal import SocketTransport

/// The messages of one streaming call, in order. Can be read once, by one task at a time.
///
/// The server produces as fast as this is read, so a slow reader costs neither side memory; on a
/// connection with other calls it holds them up. The call ends when this and its iterators are gone.
public struct MessageStream<Message: Sendable>: AsyncSequence, Sendable {
    public typealias Element = Message
    public typealias Failure = RPCError
    typealias Reading = @Sendable ([UInt8]) throws(RPCError) -> Message

    private let messages: ReplyMessages
    private let read: Reading

    init(_ messages: ReplyMessages, reading read: @escaping Reading) {
        self.messages = messages
        self.read = read
    }

    public func makeAsyncIterator() -> Iterator { Iterator(messages: messages, read: read) }

    public struct Iterator: AsyncIteratorProtocol {
        let messages: ReplyMessages
        let read: Reading

        public mutating func next(
            isolation actor: isolated (any Actor)? = #isolation
        ) async throws(RPCError) -> Message? {
            guard let bytes = try await messages.next() else { return nil }
            return try read(bytes)
        }
    }
}
