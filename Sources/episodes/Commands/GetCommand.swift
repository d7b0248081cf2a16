import CommandLineKit
import EpisodeClient
import EpisodeModel
import EpisodeProtocol
import RPCCore
import SocketTransport

/// `get`: episodes by id. Those that exist are shown even when others do not.
struct GetCommand {
    private var ids: [UInt64] = []
    private var readsInput = false
    private var fields: [EpisodeField]?

    init(_ command: ParsedCommand) throws(UsageError) {
        for text in command.positionals {
            guard text != "-" else {
                readsInput = true
                continue
            }
            ids.append(try Identifiers.parse(text, label: "ID"))
        }
        guard !readsInput || ids.isEmpty else {
            throw UsageError("ID: '-' reads all ids from standard input; leave out the others")
        }
        if let names = command.string("fields") { fields = try FieldList.parse(names) }
    }

    func run(_ session: Session) async throws(Failure) -> ExitCode {
        let ids = readsInput ? try Self.readIDs() : ids
        var output = EpisodeOutput(settings: session.settings, fields: fields)
        var missing: [UInt64] = []
        var found: [Episode] = []
        for start in stride(from: 0, to: ids.count, by: EpisodeClient.batchCountMaximum) {
            let batch = Array(ids[start..<min(start + EpisodeClient.batchCountMaximum, ids.count)])
            let answer = try await fetch(batch, session)
            missing += answer.missingIDs
            if ids.count == 1 { found = answer.episodes }
            try session.write(output.add(answer.episodes))
        }
        let isRecord = session.settings.format == .table && ids.count == 1
        let names = try await domainNames(
            session, needed: output.needsDomainNames || isRecord && !found.isEmpty)
        if isRecord {
            let record = found.first.map {
                EpisodeTable.record($0, fields: fields ?? EpisodeField.allCases, domains: names)
            }
            if let record {
                try session.write(RecordOutput(record, identifier: "").text(.table))
            }
        } else {
            try session.write(
                output.end(domains: names) { writer in
                    guard !missing.isEmpty else { return }
                    writer.key("missing_ids")
                    writer.array { writer in for id in missing { writer.string("\(id)") } }
                })
        }
        guard missing.isEmpty else { throw Self.notFound(missing) }
        return .ok
    }

    /// The one call of `--dry-run` and `--output raw`.
    func plannedCall() throws(Failure) -> PlannedCall {
        let ids = readsInput ? try Self.readIDs() : ids
        guard ids.count <= EpisodeClient.batchCountMaximum else {
            throw Failure(
                .usage, status: "USAGE",
                message: "one call has at most \(EpisodeClient.batchCountMaximum) ids; these are "
                    + "\(ids.count)")
        }
        return try PlannedCall(
            "episodes.v1.EpisodeService/BatchGetEpisodes",
            MessageCoding.encodeBatchGetEpisodes(ids: ids, readMask: (fields ?? []).map(\.name)))
    }

    private static func readIDs() throws(Failure) -> [UInt64] {
        let bytes: [UInt8]
        do throws(TransportError) {
            bytes = try StandardStreams.readInput(
                byteCountMaximum: Identifiers.byteCountMaximum)
        } catch {
            throw Failure(.badData, status: "BAD_DATA", message: error.message)
        }
        return try Identifiers.parseLines(bytes)
    }

    /// Pages end early when their bytes would pass the reply limit of the server, so a batch that
    /// is too large for one reply is asked for in halves.
    private func fetch(
        _ ids: [UInt64], _ session: Session
    ) async throws(Failure) -> BatchGetEpisodesResponse {
        let mask = (fields ?? []).map(\.name)
        do throws(Failure) {
            return try await session.reply(
                "get", .batchGetEpisodes,
                MessageCoding.encodeBatchGetEpisodes(ids: ids, readMask: mask),
                MessageCoding.decodeBatchGetEpisodesResponse)
        } catch {
            guard error.status == StatusCode.resourceExhausted.name, ids.count > 1 else {
                throw error
            }
            var answer = try await fetch(Array(ids[..<(ids.count / 2)]), session)
            let rest = try await fetch(Array(ids[(ids.count / 2)...]), session)
            answer.episodes += rest.episodes
            answer.missingIDs += rest.missingIDs
            return answer
        }
    }

    private func domainNames(
        _ session: Session, needed: Bool
    ) async throws(Failure) -> DomainNames {
        needed ? try await session.domainNames() : DomainNames([])
    }

    static func notFound(_ missing: [UInt64]) -> Failure {
        let shown = missing.prefix(100).map { "\($0)" }.joined(separator: ", ")
        let more = missing.count > 100 ? " and \(missing.count - 100) more" : ""
        let noun = missing.count == 1 ? "episode" : "episodes"
        return Failure(
            .notFound, status: StatusCode.notFound.name,
            message: "no \(noun) with id \(shown)\(more)")
    }
}
