internal import Dispatch
public import RPCCore
internal import TTRPC

/// Serves ttrpc on sockets: listeners on one control queue, connections on event loops.
public final class Server: Sendable {
    private let control: ServerControl

    public init(_ configuration: ServerConfiguration, factory: any RequestHandlerFactory) {
        control = ServerControl(configuration, factory: factory)
    }

    deinit { control.stopNow() }

    /// Binds every address and begins to serve; once.
    ///
    /// - Returns: the bound addresses with their real ports; `localhost` gives one a family.
    /// - Throws: one line, such as `address in use: 127.0.0.1:50051`; nothing is left open then.
    public func start() throws(TransportError) -> [SocketAddress] { try control.start() }

    /// Stops accepting, finishes and sends what was received, then closes; at the limit of
    /// `drainTimeoutMilliseconds` what is left is cut.
    ///
    /// - Parameter completion: called once, on a queue of the server.
    public func drain(completion: @escaping @Sendable (DrainResult) -> Void) {
        control.drain(completion)
    }

    /// Closes everything at once; a drain that runs completes with what was cut.
    public func stopNow() { control.stopNow() }

    public var statistics: ServerStatistics { control.statistics }

    /// What became of calls, connections and limits so far. Any thread; holds up nothing.
    public var metrics: ServerMetrics { control.metrics }
}
