public import RPCCore

/// One call, ready for its handler.
public struct ServerCall: Hashable, Sendable {
    public var stream: UInt32
    public var method: MethodID
    /// Where the payload lies in the bytes that were examined.
    public var payload: Range<Int>
    public var deadline: MonotonicTime
}

/// What the owner of a connection does next.
public enum ServerAction: Hashable, Sendable {
    /// The frame is not complete: keep the bytes and come back with more. `frameByteCount` is the
    /// length of the whole frame, 0 while even its header is incomplete.
    case needMore(frameByteCount: Int)
    /// A unary call.
    case call(ServerCall)
    /// A unary call that is answered later, or a server-streaming one, whose stream stays open until
    /// `ServerConnectionState.end(stream:)` or until one of the actions below ends it.
    case open(ServerCall)
    /// Answer with an error. A call in progress on the same stream keeps its own answer.
    case refuse(stream: UInt32, RPCError)
    /// Answer with an error and give up a call in progress on that stream, so that there is one
    /// answer.
    case abandon(stream: UInt32, RPCError)
    /// The client gave a stream up: drop it without an answer.
    case cancel(stream: UInt32)
    /// Nothing to do for these bytes.
    case ignore
    /// Answer with an error if there is a stream to answer on, send what is left, close.
    case close(CloseReason)
}

/// Why the protocol cannot go on with a connection.
public enum CloseReason: Hashable, Sendable {
    /// The first byte was not 0: HTTP, TLS or something else. Close without an answer.
    case wrongProtocol
    /// A frame too long to pass over.
    case frameTooLong(stream: UInt32, RPCError)
}

/// An action, and how many of the examined bytes are done with.
public struct ServerStep: Hashable, Sendable {
    public var action: ServerAction
    public var byteCount: Int
}
