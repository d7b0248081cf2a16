internal import RPCCore
internal import SocketTransport

/// Where a client connects, and how it deals with time and failure. Every setting has a default that
/// suits calls inside one site.
public struct ClientConfiguration: Sendable {
    /// `HOST:PORT`, `[IPV6]:PORT` or `unix:PATH` each; calls take turns among them. A server named
    /// twice gets twice the share.
    public var servers: [String]
    /// Connections that calls to one server share. One carries hundreds of thousands of calls a
    /// second; more help when replies are large or processors many.
    public var connectionCountPerServer = 1
    /// Connections to one server for streams, which have their own: a stream that is read slowly
    /// makes its server wait and nobody else. Streams beyond this number share.
    public var streamConnectionCountPerServerMaximum = 16
    /// For each call that does not say otherwise: from the start of the method to its reply, with
    /// everything in between. Streams have defaults of their own.
    public var timeoutMilliseconds: Int64 = 10_000
    /// For one attempt to connect, names and all addresses included.
    public var connectTimeoutMilliseconds: Int64 = 5_000
    /// Whether calls wait, within their time, while no server can be reached, instead of failing at
    /// once with UNAVAILABLE. They wait for the first attempt to connect in any case.
    public var waitsForReady = false
    /// Calls with the server at a time on one connection; later ones wait for their turn. A server
    /// refuses more than 1,024 unless it is set up otherwise.
    public var inFlightPerConnectionMaximum = 1_000
    /// Sent with every call, before the call's own.
    public var metadata: CallMetadata = [:]
    /// Between attempts to connect to a server that cannot be reached.
    public var reconnecting = BackoffSettings(
        firstMilliseconds: 100, maximumMilliseconds: 10_000, multiplier: 1.6, jitter: 0.2)
    public var retries = RetrySettings()
    public var ejection = EjectionSettings()

    /// The stream id that a connection begins with.
    package var firstStream: UInt32 = 1

    /// - Parameter servers: at least one.
    public init(servers: [String]) { self.servers = servers }

    /// One server.
    public init(server: String) { self.init(servers: [server]) }

    /// The addresses, when everything in here makes sense.
    func check() throws(RPCError) -> [SocketAddress] {
        guard !servers.isEmpty else { throw Self.fault("servers", "is empty; name at least one") }
        try Self.check("connectionCountPerServer", connectionCountPerServer, 1...1_000)
        try Self.check(
            "streamConnectionCountPerServerMaximum", streamConnectionCountPerServerMaximum,
            0...10_000)
        try Self.check("inFlightPerConnectionMaximum", inFlightPerConnectionMaximum, 1...1_000_000)
        try Self.check("timeoutMilliseconds", Int(clamping: timeoutMilliseconds), 1...(.max))
        try Self.check(
            "connectTimeoutMilliseconds", Int(clamping: connectTimeoutMilliseconds), 1...(.max))
        try reconnecting.check("reconnecting")
        try retries.check()
        try ejection.check()
        try metadata.check()
        var addresses: [SocketAddress] = []
        for server in servers {
            do throws(TransportError) {
                addresses.append(try SocketAddress.parse(server))
            } catch {
                throw RPCError(.invalidArgument, error.message)
            }
        }
        return addresses
    }

    static func check(
        _ field: String, _ value: Int, _ range: ClosedRange<Int>
    ) throws(RPCError) {
        guard !range.contains(value) else { return }
        let right =
            range.upperBound == .max
            ? "at least \(range.lowerBound)" : "\(range.lowerBound) to \(range.upperBound)"
        throw fault(field, "is \(value); \(right) is right")
    }

    static func fault(_ field: String, _ problem: String) -> RPCError {
        RPCError(
            .invalidArgument, "client configuration: \(field) \(problem)",
            violations: [RPCError.FieldViolation(field: field, description: problem)])
    }
}
