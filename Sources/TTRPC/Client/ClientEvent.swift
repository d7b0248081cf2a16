public import RPCCore

/// What a frame of the server, or the end of a connection, means for one call.
public enum ClientEvent: Sendable {
    /// A call that is over.
    public struct Ended: Sendable {
        public var stream: UInt32
        /// What the caller gave with it.
        public var tag: Int
        public var isStream: Bool
        /// The payload of the reply, or why there is none; empty for a stream that ended with OK.
        public var outcome: Result<[UInt8], RPCError>
        /// A message of a stream that came with its end.
        public var lastMessage: [UInt8]?
        /// False when no byte of it has left this side: the server cannot have seen it.
        public var wasSent: Bool
    }

    /// One message of a stream.
    case message(stream: UInt32, [UInt8])
    case ended(Ended)
}
