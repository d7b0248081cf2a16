public import OperatorPages
public import RPCCore

/// How a server listens and serves.
public struct ServerConfiguration: Sendable {
    public var listen: [SocketAddress]
    /// Sockets to serve besides these, opened by whoever started the process.
    public var inherited: [InheritedSocket] = []
    /// Connections that may wait to be accepted; the kernel caps it at net.core.somaxconn.
    public var backlog: Int32 = 4_096
    /// Rights of the files of unix sockets; they never have wider ones, not for a moment. Clients
    /// need the right to write.
    public var socketMode: UInt32 = 0o660
    /// Event loops; each has its own thread, handler and share of the connections. 1 for each two
    /// cores is a good start.
    public var loopCount = 1
    public var readiness = ReadinessKind.epoll
    /// How long an idle epoll loop keeps its thread before it hands back to Dispatch; 0 hands back
    /// at once. Longer saves work under load, and an idle server wakes for nothing either way.
    public var lingerMilliseconds: Int32 = 20
    public var limits = TransportLimits()
    /// Makes the pages that HTTP/1.1 clients of the same addresses get; nil = HTTP is closed like
    /// any other protocol that is not spoken.
    public var pages: (any PageSource)?
    /// Called again and again while every loop turns; nil = never.
    public var heartbeat: Heartbeat?
    /// Takes one line for a log, at most once for each kind of trouble. Any thread.
    public var onWarning: (@Sendable (String) -> Void)?

    public init(listen: [SocketAddress]) { self.listen = listen }
}

/// Proof of life for a supervisor: a loop that is stuck makes it fall silent.
public struct Heartbeat: Sendable {
    public var intervalMilliseconds: Int64
    /// Called on a queue of the server when every loop has turned since the beat before.
    public var onAlive: @Sendable () -> Void

    public init(intervalMilliseconds: Int64, onAlive: @escaping @Sendable () -> Void) {
        self.intervalMilliseconds = intervalMilliseconds
        self.onAlive = onAlive
    }
}

/// How a drain ended.
public struct DrainResult: Hashable, Sendable {
    /// Connections that were closed before their calls were answered.
    public var cutConnectionCount: Int
    public var isClean: Bool { cutConnectionCount == 0 }

    public init(cutConnectionCount: Int) { self.cutConnectionCount = cutConnectionCount }
}
