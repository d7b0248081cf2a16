import CommandLineKit
import EpisodeClient
import EpisodeModel
import EpisodeProtocol
import MessageJSON
import RPCCore

extension Action {
    /// `--dry-run` and `--output raw`: the one call of a command, shown or made in bytes.
    func runInBytes(_ settings: Settings) async throws(Failure) -> ExitCode {
        let call = try await plannedCall(settings)
        if settings.isDryRun {
            try DryRun.show(call, settings)
            return .ok
        }
        let session = try await WireSession(settings)
        defer { session.showSteps() }
        if call.method.isServerStreaming {
            let timeout = CallPlan.streamTimeout(call.method, settings)
            try await session.stream(call, timeoutMilliseconds: timeout) {
                (message) throws(Failure) in
                try RawReply.write(RawReply.delimited(message))
                return true
            }
            return .ok
        }
        let reply = try await session.unary(call)
        try RawReply.write(reply)
        return try exitCode(of: reply)
    }

    /// What the command would end with if it showed the reply in words.
    private func exitCode(of reply: [UInt8]) throws(Failure) -> ExitCode {
        var missing: [UInt64] = []
        var isServing = true
        do throws(EpisodeError) {
            if case .get = self {
                missing = try MessageCoding.decodeBatchGetEpisodesResponse(reply).missingIDs
            }
            if case .health = self {
                let status = try MessageCoding.decodeHealthCheckResponse(reply)
                isServing = ServingStatus(rawValue: status) == .serving
            }
        } catch {
            throw Failure(
                .internalError, status: "INTERNAL",
                message: "the server's reply is not valid: \(error)")
        }
        guard missing.isEmpty else { throw GetCommand.notFound(missing) }
        return isServing ? .ok : .status(StatusCode.unavailable.rawValue)
    }

    private func plannedCall(_ settings: Settings) async throws(Failure) -> PlannedCall {
        switch self {
        case .list(let plan):
            var request = plan.request
            request.domains = try await Self.domains(plan.domains, settings)
            return try PlannedCall(
                "episodes.v1.EpisodeService/ListEpisodes", MessageCoding.encode(request))
        case .exporting(let plan):
            var request = plan.request
            request.domains = try await Self.domains(plan.domains, settings)
            return try PlannedCall(
                "episodes.v1.EpisodeService/StreamEpisodes",
                MessageCoding.encodeStreamEpisodes(request))
        case .get(let command): return try command.plannedCall()
        case .options: return try PlannedCall("episodes.v1.EpisodeService/GetFilterOptions", [])
        case .streamURL(let id):
            return try PlannedCall(
                "episodes.v1.EpisodeService/GetVideoStream",
                MessageCoding.encodeGetVideoStream(videoIdentifier: id))
        case .catalog: return try PlannedCall("episodes.v1.CatalogService/GetCatalog", [])
        case .watch: return try PlannedCall("episodes.v1.CatalogService/WatchCatalog", [])
        case .health(let plan):
            return try PlannedCall(
                "grpc.health.v1.Health/\(plan.isWatching ? "Watch" : "Check")",
                MessageCoding.encodeHealthCheck(service: plan.service))
        case .call(let plan): return try plan.plannedCall()
        case .server, .describe, .importing, .bench:
            throw Failure(.usage, status: "USAGE", message: "this command is no single call")
        }
    }

    /// Ids need no server; names do.
    private static func domains(
        _ typed: [String], _ settings: Settings
    ) async throws(Failure) -> [UInt32] {
        let ids = typed.compactMap { try? DomainNames.id($0) }
        if ids.count == typed.count { return ids }
        let session = try await Session(settings)
        defer { session.client.close() }
        var names: DomainNames?
        return try await session.domainIDs(typed, &names)
    }
}
