import CommandLineKit
import EpisodeClient
import EpisodeModel
import EpisodeProtocol
import RPCCore

/// `server info`: what answers there, and with what.
enum ServerInfo {
    static func run(_ settings: Settings) async throws(Failure) {
        let session = try await Session(settings)
        let status = ServingStatus(
            rawValue: try await session.reply(
                "health", .checkHealth, MessageCoding.encodeHealthCheck(service: ""),
                MessageCoding.decodeHealthCheckResponse))
        let catalog = try await session.reply(
            "catalog", .getCatalog, [], MessageCoding.decodeCatalogResponse)
        let domains = try await session.domainNames().domains
        let record = RecordOutput(
            [
                ("server", settings.server), ("protocol", "ttrpc"), ("health", status.name),
                ("revision", "\(catalog.revision)"),
                ("episode_count", "\(catalog.episodeCount)"),
                ("domain_count", "\(domains.count)"),
                ("loaded_at", catalog.loadedAt?.description ?? ""), ("source", catalog.source),
                ("client_version", ProductVersion.text),
            ], identifier: settings.server)
        try session.write(record.text(settings.format))
        try session.finish()
    }
}
