public import EpisodeModel
public import EpisodeProtocol
public import RPCCore

extension EpisodeClient {
    /// One page, its total and its facet counts. `EpisodePages` walks all pages.
    public func listEpisodes(
        _ request: ListEpisodesRequest
    ) async throws(RPCError) -> ListEpisodesResponse {
        try await call(
            .episodes("ListEpisodes"), MessageCoding.encode(request),
            MessageCoding.decodeListEpisodesResponse)
    }

    /// One episode.
    /// - Parameter readMask: names of Episode's fields; empty = all.
    /// - Throws: NOT_FOUND when there is none with this id.
    public func getEpisode(
        id: UInt64, readMask: [String] = []
    ) async throws(RPCError) -> Episode {
        try await call(
            .episodes("GetEpisode"), MessageCoding.encodeGetEpisode(id: id, readMask: readMask),
            MessageCoding.decodeGetEpisodeResponse)
    }

    /// Most ids of one `batchGetEpisodes`.
    public static let batchCountMaximum = 1_000

    /// Episodes in the order of their ids here, and the ids that do not exist.
    public func batchGetEpisodes(
        ids: [UInt64], readMask: [String] = []
    ) async throws(RPCError) -> BatchGetEpisodesResponse {
        try await call(
            .episodes("BatchGetEpisodes"),
            MessageCoding.encodeBatchGetEpisodes(ids: ids, readMask: readMask),
            MessageCoding.decodeBatchGetEpisodesResponse)
    }

    /// Everything a filter can select, with labels and counts, and all domains.
    public func filterOptions() async throws(RPCError) -> FilterOptionsResponse {
        try await call(
            .episodes("GetFilterOptions"), [], MessageCoding.decodeFilterOptionsResponse)
    }

    /// Where the video of an episode streams from.
    /// - Throws: NOT_FOUND when there is no such video.
    public func videoStreamURL(videoIdentifier: UInt64) async throws(RPCError) -> String {
        try await call(
            .episodes("GetVideoStream"),
            MessageCoding.encodeGetVideoStream(videoIdentifier: videoIdentifier),
            MessageCoding.decodeVideoStreamResponse)
    }

    /// Revision, size and source of the catalogue.
    public func catalog() async throws(RPCError) -> CatalogResponse {
        try await call(
            .catalog("GetCatalog"), [], MessageCoding.decodeCatalogResponse)
    }

    /// Asks the standard health service (grpc.health.v1).
    /// - Parameter service: full name of a service; empty = the server as a whole.
    /// - Throws: NOT_FOUND when the server does not know the service.
    public func health(service: String = "") async throws(RPCError) -> ServingStatus {
        ServingStatus(
            rawValue: try await call(
                Method(service: "grpc.health.v1.Health", name: "Check"),
                MessageCoding.encodeHealthCheck(service: service),
                MessageCoding.decodeHealthCheckResponse))
    }
}

/// The answer of a health check; numbers of grpc.health.v1.HealthCheckResponse.ServingStatus.
public struct ServingStatus: RawRepresentable, Hashable, Sendable {
    public let rawValue: Int32
    public init(rawValue: Int32) { self.rawValue = rawValue }

    public static let unknown = ServingStatus(rawValue: 0)
    public static let serving = ServingStatus(rawValue: 1)
    public static let notServing = ServingStatus(rawValue: 2)
    public static let serviceUnknown = ServingStatus(rawValue: 3)

    /// The proto name, or `STATUS_n` for a number it does not know.
    public var name: String {
        switch self {
        case .unknown: "UNKNOWN"
        case .serving: "SERVING"
        case .notServing: "NOT_SERVING"
        case .serviceUnknown: "SERVICE_UNKNOWN"
        default: "STATUS_\(rawValue)"
        }
    }
}
