public import RPCCore

/// The methods this service answers: one row says all that the edge must know of each.
public enum EpisodeMethods {
    static let episodeService = "episodes.v1.EpisodeService"
    static let catalogService = "episodes.v1.CatalogService"
    static let health = "grpc.health.v1.Health"

    /// In the order of `Method`, the busiest first.
    public static let table = MethodTable(Method.allCases.map(\.descriptor))

    enum Method: Int, CaseIterable {
        case listEpisodes
        case getEpisode
        case batchGetEpisodes
        case getVideoStream
        case getFilterOptions
        case getCatalog
        case checkHealth
        case streamEpisodes

        var descriptor: MethodDescriptor {
            switch self {
            case .listEpisodes: reader(episodeService, "ListEpisodes")
            case .getEpisode: reader(episodeService, "GetEpisode")
            case .batchGetEpisodes: reader(episodeService, "BatchGetEpisodes")
            case .getVideoStream: reader(episodeService, "GetVideoStream")
            case .getFilterOptions: reader(episodeService, "GetFilterOptions")
            case .getCatalog: reader(catalogService, "GetCatalog")
            case .checkHealth: reader(health, "Check")
            case .streamEpisodes:
                reader(episodeService, "StreamEpisodes", kind: .serverStreaming)
            }
        }

        private func reader(
            _ service: String, _ name: String, kind: MethodKind = .unary
        ) -> MethodDescriptor {
            MethodDescriptor(
                service: service, name: name, kind: kind, role: .reader, isIdempotent: true)
        }
    }
}
