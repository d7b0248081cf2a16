public import RPCCore

/// One frame of a server that concerns a call.
public struct ReplyFrame: Sendable {
    public enum Content: Sendable {
        /// A response frame: the only answer of a unary call, or the end of a stream.
        case response(Result<[UInt8], RPCError>)
        /// A data frame: a message unless it says that it has none, and perhaps the last frame.
        case data([UInt8]?, isLast: Bool)
    }

    public var stream: UInt32
    public var content: Content
}
