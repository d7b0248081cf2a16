import CommandLineKit
import EpisodeClient
import EpisodeModel
import EpisodeProtocol
import RPCCore

/// `server info`: what answers there, and with what.
enum ServerInfo {
    static func run(_ settings: Settings) async throws(Failure) {
        let session = try await Session(settings)
        let status = try await session.timed("health") { (client) throws(RPCError) in
            try await client.health()
        }
        let catalog = try await session.timed("catalog") { (client) throws(RPCError) in
            try await client.catalog()
        }
        let options = try await session.timed("options") { (client) throws(RPCError) in
            try await client.filterOptions()
        }
        let record = RecordOutput(
            [
                ("server", settings.server), ("protocol", "ttrpc"), ("health", status.name),
                ("revision", "\(catalog.revision)"),
                ("episode_count", "\(catalog.episodeCount)"),
                ("domain_count", "\(options.domains.count)"),
                ("loaded_at", catalog.loadedAt?.description ?? ""), ("source", catalog.source),
                ("client_version", ProductVersion.text),
            ], identifier: settings.server)
        try session.write(record.text(settings.format))
        try session.finish()
    }
}
