internal import EpisodeModel
public import RPCCore
internal import SocketTransport

/// A client of episodes servers: connections that any number of concurrent calls share.
///
/// Connections are made when they are needed and made again when they are lost. Every method throws
/// the server's status as `RPCError`, with the fields it complains about in `violations`;
/// DEADLINE_EXCEEDED, CANCELLED, UNAVAILABLE and RESOURCE_EXHAUSTED may also come from this side.
public final class EpisodeClient: Sendable {
    /// For connecting and for each call, unless it says otherwise.
    public static let timeoutMillisecondsDefault: Int64 = 10_000

    public let configuration: ClientConfiguration
    let pool: ConnectionPool

    /// A client that connects with its first call.
    /// - Throws: INVALID_ARGUMENT that names the setting that makes no sense.
    public init(_ configuration: ClientConfiguration) throws(RPCError) {
        let addresses = try configuration.check()
        self.configuration = configuration
        pool = ConnectionPool(configuration, addresses)
    }

    deinit { close() }

    /// Connects to `HOST:PORT`, `[IPV6]:PORT` or `unix:PATH`, with one connection for calls.
    ///
    /// - Parameters:
    ///   - address: of the server.
    ///   - timeoutMilliseconds: for connecting, and then for each call.
    /// - Throws: UNAVAILABLE when nothing answers there; INVALID_ARGUMENT when `address` is none.
    public static func connect(
        to address: String, timeoutMilliseconds: Int64 = timeoutMillisecondsDefault
    ) async throws(RPCError) -> EpisodeClient {
        var configuration = ClientConfiguration(server: address)
        configuration.timeoutMilliseconds = max(1, timeoutMilliseconds)
        configuration.connectTimeoutMilliseconds = max(1, timeoutMilliseconds)
        let client = try EpisodeClient(configuration)
        // The attempt knows more about its end than the clock does.
        let deadline = MonotonicTime.now.advanced(byMilliseconds: timeoutMilliseconds)
            .advanced(byMilliseconds: 1_000)
        _ = try await client.pool.acquire(deadline: deadline, waitsForReady: false)
        return client
    }

    /// For each call that does not say otherwise.
    public var timeoutMilliseconds: Int64 { configuration.timeoutMilliseconds }

    /// Waits until a server can be reached, however often connecting fails before.
    /// - Throws: DEADLINE_EXCEEDED with the reason of the last failure.
    public func waitUntilReady(
        timeoutMilliseconds: Int64 = timeoutMillisecondsDefault
    ) async throws(RPCError) {
        _ = try await pool.acquire(
            deadline: .now.advanced(byMilliseconds: timeoutMilliseconds), waitsForReady: true)
    }

    /// Whether any peer has sent anything of this protocol; false after failures means that no
    /// episodes server is there.
    public var hasHeardServer: Bool { pool.hasHeardServer }

    /// The thread that reads and writes this client's connections. Tasks that prefer it make calls
    /// without changing threads:
    ///
    /// ```swift
    /// try await withTaskExecutorPreference(client.taskExecutor) { … }
    /// ```
    ///
    /// That suits tasks that mostly make calls, many of them; what computes long there holds up every
    /// call of the client.
    public var taskExecutor: any TaskExecutor { pool.loop }

    /// Takes no new calls, waits until those that run have ended, and closes.
    /// - Parameter timeoutMilliseconds: calls that last longer are cut, as are streams.
    public func closeGracefully(timeoutMilliseconds: Int64 = timeoutMillisecondsDefault) async {
        let closed = Self.closed()
        pool.refuse(closed)
        let deadline = MonotonicTime.now.advanced(byMilliseconds: timeoutMilliseconds)
        while pool.pendingCount > 0, MonotonicTime.now < deadline, !Task.isCancelled {
            try? await Task.sleep(for: .milliseconds(5))
        }
        pool.close(closed)
    }

    /// Ends all connections at once; calls that run fail with UNAVAILABLE, as do later ones.
    public func close() { pool.close(Self.closed()) }

    private static func closed() -> RPCError {
        RPCError(.unavailable, "the client was closed")
    }
}
