public import RPCCore

/// One call as its caller asks for it.
public struct ClientRequest: Sendable {
    public var path: RequestPath
    public var payload: [UInt8]
    /// Keys in lower case.
    public var metadata: [(String, String)]
    /// When the call ends by itself; what is left of it goes to the server.
    public var deadline: MonotonicTime
    /// The method answers with a stream.
    public var isStream: Bool

    public init(
        path: RequestPath, payload: [UInt8], metadata: [(String, String)] = [],
        deadline: MonotonicTime, isStream: Bool = false
    ) {
        self.path = path
        self.payload = payload
        self.metadata = metadata
        self.deadline = deadline
        self.isStream = isStream
    }
}
