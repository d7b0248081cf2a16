public import RPCCore

/// How a server listens and serves.
public struct ServerConfiguration: Sendable {
    public var listen: [SocketAddress]
    /// Event loops; each has its own thread, handler and share of the connections. 1 for each two
    /// cores is a good start.
    public var loopCount = 1
    public var readiness = ReadinessKind.epoll
    /// How long an idle epoll loop keeps its thread before it hands back to Dispatch; 0 hands back
    /// at once. Longer saves work under load, and an idle server wakes for nothing either way.
    public var lingerMilliseconds: Int32 = 20
    public var limits = TransportLimits()
    /// Takes one line for a log, at most once for each kind of trouble. Any thread.
    public var onWarning: (@Sendable (String) -> Void)?

    public init(listen: [SocketAddress]) { self.listen = listen }
}

/// How a drain ended.
public struct DrainResult: Hashable, Sendable {
    /// Connections that were closed before their calls were answered.
    public var cutConnectionCount: Int
    public var isClean: Bool { cutConnectionCount == 0 }

    public init(cutConnectionCount: Int) { self.cutConnectionCount = cutConnectionCount }
}
