/// What a frame carries. A struct, because receivers must ignore types they do not know.
public struct FrameType: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Client to server: a `Request` envelope that opens a stream.
    public static let request = FrameType(rawValue: 1)
    /// Server to client: a `Response` envelope that ends a stream.
    public static let response = FrameType(rawValue: 2)
    /// Either way: one message of a streaming call.
    public static let data = FrameType(rawValue: 3)
}

/// The flag bits of a header; bits that are not named here are kept and ignored.
public struct FrameFlags: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The sender sends no more on this stream.
    public static let remoteClosed = FrameFlags(rawValue: 1)
    /// On a request: messages follow in data frames.
    public static let remoteOpen = FrameFlags(rawValue: 2)
    /// On a data frame: it carries no message, so an empty one is not an empty message.
    public static let noData = FrameFlags(rawValue: 4)
}
