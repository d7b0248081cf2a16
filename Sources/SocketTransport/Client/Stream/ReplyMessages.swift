public import RPCCore

/// The messages of one streaming call, as they come.
///
/// Back-pressure: a message that nobody has asked for waits in memory. When 1 MiB of one stream
/// waits, nothing more is read from its connection until half of it is taken; ttrpc has no flow
/// control for single streams, so the other calls of the connection wait too. Read streams promptly
/// or give a slow one a connection of its own.
///
/// The call ends with its last message, at its deadline, when the task that reads it is cancelled,
/// when the connection is lost, or when this and its iterators are gone: the server is told then. It
/// can be read once, by one task at a time.
public final class ReplyMessages: AsyncSequence, Sendable {
    public typealias Element = [UInt8]
    public typealias Failure = RPCError

    private let link: ClientLink
    private let stream: UInt32
    /// A connection nobody else holds any more stays open while it streams.
    private let connection: ClientConnection

    init(_ link: ClientLink, stream: UInt32, keeping connection: ClientConnection) {
        self.link = link
        self.stream = stream
        self.connection = connection
    }

    deinit { link.release(stream) }

    /// After a failure: whether no byte of the request has left this side.
    package var wasNeverSent: Bool { link.wasNeverSent(stream) }
    /// Whether the other end speaks another protocol.
    package var isHopeless: Bool { connection.spokeAnotherProtocol }

    /// The next message; nil at the end. After an error, the end.
    public func next() async throws(RPCError) -> [UInt8]? {
        try await link.nextMessage(of: stream).get()
    }

    public func makeAsyncIterator() -> Iterator { Iterator(messages: self) }

    public struct Iterator: AsyncIteratorProtocol {
        let messages: ReplyMessages

        public mutating func next(
            isolation actor: isolated (any Actor)? = #isolation
        ) async throws(RPCError) -> [UInt8]? {
            try await messages.next()
        }
    }
}
