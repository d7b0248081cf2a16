import CommandLineKit
import EpisodeClient
import EpisodeModel
import EpisodeProtocol
import RPCCore

/// `stream-url`: where a video streams from.
enum StreamURLCommand {
    static func run(_ session: Session, videoIdentifier: UInt64) async throws(Failure) {
        let url = try await session.reply(
            "stream-url", .getVideoStream,
            MessageCoding.encodeGetVideoStream(videoIdentifier: videoIdentifier),
            MessageCoding.decodeVideoStreamResponse)
        // Just the URL in a table too, because it is copied and piped.
        let format = session.settings.format == .table ? .ids : session.settings.format
        try session.write(RecordOutput([("url", url)], identifier: url).text(format))
    }
}

/// `catalog`: what the server holds.
enum CatalogCommand {
    static func run(_ session: Session) async throws(Failure) {
        let catalog = try await session.reply(
            "catalog", .getCatalog, [], MessageCoding.decodeCatalogResponse)
        let record = RecordOutput(
            [
                ("revision", "\(catalog.revision)"), ("episode_count", "\(catalog.episodeCount)"),
                ("loaded_at", catalog.loadedAt?.description ?? ""), ("source", catalog.source),
            ], identifier: "\(catalog.revision)")
        try session.write(record.text(session.settings.format))
    }
}

/// `health`: for people and for scripts that wait for a server.
enum HealthCommand {
    static func run(_ session: Session, service: String) async throws(Failure) -> ExitCode {
        let number = try await session.reply(
            "health", .checkHealth, MessageCoding.encodeHealthCheck(service: service),
            MessageCoding.decodeHealthCheckResponse)
        return try show(ServingStatus(rawValue: number), session.settings)
    }

    static func show(_ status: ServingStatus, _ settings: Settings) throws(Failure) -> ExitCode {
        let format = settings.format == .table ? .ids : settings.format
        try Session.write(
            RecordOutput([("status", status.name)], identifier: status.name).text(format))
        return status == .serving ? .ok : .status(StatusCode.unavailable.rawValue)
    }
}
