internal import EpisodeModel
public import RPCCore
internal import SocketTransport

/// A client of an episodes server: one connection, any number of concurrent calls.
///
/// Every method throws the server's status as `RPCError`, with the fields it complains about in
/// `violations`; DEADLINE_EXCEEDED, CANCELLED and UNAVAILABLE may also come from this side. A lost
/// connection stays lost: connect anew.
public final class EpisodeClient: Sendable {
    /// For connecting and for each call, unless it says otherwise.
    public static let timeoutMillisecondsDefault: Int64 = 10_000

    private let connection: ClientConnection
    /// For each call: from the start of the method to its reply.
    public let timeoutMilliseconds: Int64

    /// Connects to `HOST:PORT`, `[IPV6]:PORT` or `unix:PATH`.
    ///
    /// - Parameter timeoutMilliseconds: for connecting, and then for each call.
    /// - Throws: UNAVAILABLE when nothing answers there; INVALID_ARGUMENT when `address` is none.
    public static func connect(
        to address: String, timeoutMilliseconds: Int64 = timeoutMillisecondsDefault
    ) async throws(RPCError) -> EpisodeClient {
        let parsed: SocketAddress
        do throws(TransportError) {
            parsed = try SocketAddress.parse(address)
        } catch {
            throw RPCError(.invalidArgument, error.message)
        }
        let connection = try await ClientConnection.connect(
            to: parsed, timeoutMilliseconds: timeoutMilliseconds)
        return EpisodeClient(connection, timeoutMilliseconds: timeoutMilliseconds)
    }

    private init(_ connection: ClientConnection, timeoutMilliseconds: Int64) {
        self.connection = connection
        self.timeoutMilliseconds = timeoutMilliseconds
    }

    /// Whether the peer has sent anything of this protocol; false after failures means that no
    /// episodes server is there.
    public var hasHeardServer: Bool { connection.hasHeardPeer }

    /// Ends the connection; calls that wait fail with UNAVAILABLE.
    public func close() { connection.close() }

    func call<Response>(
        _ method: Method, _ payload: [UInt8],
        _ decode: ([UInt8]) throws(EpisodeError) -> Response
    ) async throws(RPCError) -> Response {
        let reply = try await connection.call(
            service: method.service, method: method.name, payload: payload,
            timeoutMilliseconds: timeoutMilliseconds)
        return try method.read(reply, decode)
    }

    func stream(
        _ method: Method, _ payload: [UInt8], timeoutMilliseconds: Int64
    ) throws(RPCError) -> ReplyMessages {
        try connection.stream(
            service: method.service, method: method.name, payload: payload,
            timeoutMilliseconds: timeoutMilliseconds)
    }
}

/// A method by its names on the wire.
struct Method {
    var service: String
    var name: String

    static let streamEpisodes = episodes("StreamEpisodes")
    static let watchCatalog = catalog("WatchCatalog")

    /// A reply as a value.
    func read<Response>(
        _ reply: [UInt8], _ decode: ([UInt8]) throws(EpisodeError) -> Response
    ) throws(RPCError) -> Response {
        do throws(EpisodeError) {
            return try decode(reply)
        } catch {
            let code: StatusCode =
                error.code == .resourceExhausted ? .resourceExhausted : .internalError
            throw RPCError(code, "the server's reply to \(name) is not valid: \(error)")
        }
    }

    static func catalog(_ name: String) -> Method {
        Method(service: "episodes.v1.CatalogService", name: name)
    }

    static func episodes(_ name: String) -> Method {
        Method(service: "episodes.v1.EpisodeService", name: name)
    }
}
