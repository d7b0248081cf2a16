public import RPCCore

/// The methods this service answers: one row says all that the edge must know of each.
public enum EpisodeMethods {
    static let episodeService = "episodes.v1.EpisodeService"
    static let catalogService = "episodes.v1.CatalogService"
    static let health = "grpc.health.v1.Health"
    static let reflection = "grpc.reflection.v1.ServerReflection"
    /// Its first form, which many tools still ask for.
    static let reflectionAlpha = "grpc.reflection.v1alpha.ServerReflection"

    /// In the order of `Method`, the busiest first.
    ///
    /// - Parameter takesEdits: otherwise requests to edit are held to the size of all others, as
    ///   they are refused anyway.
    public static func table(takesEdits: Bool) -> MethodTable {
        MethodTable(Method.allCases.map { $0.descriptor(takesEdits: takesEdits) })
    }

    /// Full names of all that are served.
    static let services = Set(table(takesEdits: false).methods.map(\.service))

    /// Whether the health of a service of this name can be asked; empty is the whole server.
    static func isService(_ name: String) -> Bool {
        name.isEmpty || services.contains(name)
    }

    /// Whether a service is one of this package's contract.
    static func isOfCatalogue(_ service: String) -> Bool {
        service == episodeService || service == catalogService
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
        case watchHealth
        case reflect
        case reflectAlpha

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
            case .watchHealth:
                reader(health, "Watch", kind: .serverStreaming, isWatch: true)
            case .reflect:
                reader(reflection, "ServerReflectionInfo", kind: .bidirectionalStreaming)
            case .reflectAlpha:
                reader(reflectionAlpha, "ServerReflectionInfo", kind: .bidirectionalStreaming)
            }
        }

        /// Waits for the disk, so it is answered later. Sent twice, an edit changes nothing more.
        private func editor(_ name: String, isWrite: Bool) -> MethodDescriptor {
            MethodDescriptor(
                service: catalogService, name: name, kind: .unaryAnsweredLater, role: .editor,
                isIdempotent: true, isWrite: isWrite)
        }

        private func reader(
            _ service: String, _ name: String, kind: MethodKind = .unary, isWatch: Bool = false
        ) -> MethodDescriptor {
            MethodDescriptor(
                service: service, name: name, kind: kind, role: .reader, isIdempotent: true,
                isWatch: isWatch)
        }
    }
}
