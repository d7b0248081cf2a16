internal import RPCCore
internal import SocketTransport

/// A method by its names on the wire.
public struct RPCMethod: Hashable, Sendable {
    let wire: ClientMethod
    /// Calling twice gives what calling once gives, so that a call that may have run can be made
    /// again.
    public let isIdempotent: Bool

    /// Full service name, such as `episodes.v1.EpisodeService`.
    public var service: String { wire.service }
    public var name: String { wire.name }
    /// `SERVICE/NAME`.
    public var path: String { "\(service)/\(name)" }

    /// Any method of any service.
    ///
    /// - Parameters:
    ///   - service: its full name.
    ///   - name: the method's.
    ///   - isIdempotent: false when in doubt.
    public init(service: String, name: String, isIdempotent: Bool = false) {
        wire = ClientMethod(service: service, name: name)
        self.isIdempotent = isIdempotent
    }

    /// Reads `SERVICE/NAME`, with or without a slash in front; nil for anything else. Methods of
    /// `all` are known to be idempotent, others are taken not to be.
    public init?(path: String) {
        let text = path.hasPrefix("/") ? path.dropFirst() : path[...]
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else { return nil }
        let method = RPCMethod(service: String(parts[0]), name: String(parts[1]))
        self = Self.all.first { $0.wire == method.wire } ?? method
    }

    public static let listEpisodes = episodes("ListEpisodes")
    public static let getEpisode = episodes("GetEpisode")
    public static let batchGetEpisodes = episodes("BatchGetEpisodes")
    public static let streamEpisodes = episodes("StreamEpisodes")
    public static let getFilterOptions = episodes("GetFilterOptions")
    public static let getVideoStream = episodes("GetVideoStream")
    public static let getCatalog = catalog("GetCatalog")
    public static let upsertEpisodes = catalog("UpsertEpisodes")
    public static let deleteEpisodes = catalog("DeleteEpisodes")
    public static let watchCatalog = catalog("WatchCatalog")
    public static let checkHealth = health("Check")
    public static let watchHealth = health("Watch")

    /// Every method that has a function of its own in `EpisodeClient`.
    public static let all: [RPCMethod] = [
        listEpisodes, getEpisode, batchGetEpisodes, streamEpisodes, getFilterOptions,
        getVideoStream, getCatalog, upsertEpisodes, deleteEpisodes, watchCatalog, checkHealth,
        watchHealth,
    ]

    private static func episodes(_ name: String) -> RPCMethod {
        RPCMethod(service: "episodes.v1.EpisodeService", name: name, isIdempotent: true)
    }

    /// Edits name what is there in the end, so sent twice they change nothing more.
    private static func catalog(_ name: String) -> RPCMethod {
        RPCMethod(service: "episodes.v1.CatalogService", name: name, isIdempotent: true)
    }

    private static func health(_ name: String) -> RPCMethod {
        RPCMethod(service: "grpc.health.v1.Health", name: name, isIdempotent: true)
    }

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
}
