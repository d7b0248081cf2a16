public import RPCCore

/// The methods this service answers: one row says all that the edge must know of each.
public enum EpisodeMethods {
    static let episodeService = "episodes.v1.EpisodeService"
    static let catalogService = "episodes.v1.CatalogService"
    static let health = "grpc.health.v1.Health"

    /// In the order of `Method`, the busiest first.
    ///
    /// - Parameter takesEdits: otherwise requests to edit are held to the size of all others, as
    ///   they are refused anyway.
    public static func table(takesEdits: Bool) -> MethodTable {
        MethodTable(Method.allCases.map { $0.descriptor(takesEdits: takesEdits) })
    }

    enum Method: Int, CaseIterable {
        case listEpisodes
        case getEpisode
        case batchGetEpisodes
        case getVideoStream
        case getFilterOptions
        case getCatalog
        case checkHealth
        case streamEpisodes
        case upsertEpisodes
        case deleteEpisodes
        case watchCatalog

        func descriptor(takesEdits: Bool) -> MethodDescriptor {
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
            case .upsertEpisodes: editor("UpsertEpisodes", isWrite: takesEdits)
            case .deleteEpisodes: editor("DeleteEpisodes", isWrite: takesEdits)
            case .watchCatalog:
                MethodDescriptor(
                    service: catalogService, name: "WatchCatalog", kind: .serverStreaming,
                    role: .reader, isIdempotent: true, isWatch: true)
            }
        }

        /// Waits for the disk, so it is answered later. Sent twice, an edit changes nothing more.
        private func editor(_ name: String, isWrite: Bool) -> MethodDescriptor {
            MethodDescriptor(
                service: catalogService, name: name, kind: .unaryAnsweredLater, role: .editor,
                isIdempotent: true, isWrite: isWrite)
        }

        private func reader(
            _ service: String, _ name: String, kind: MethodKind = .unary
        ) -> MethodDescriptor {
            MethodDescriptor(
                service: service, name: name, kind: kind, role: .reader, isIdempotent: true)
        }
    }
}
