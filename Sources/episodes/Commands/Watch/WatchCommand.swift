import CommandLineKit
import EpisodeClient
import EpisodeProtocol
import RPCCore
import SocketTransport

/// `watch`: every new revision of the catalogue, also over lost connections.
struct WatchCommand {
    let plan: WatchPlan
    let settings: Settings

    func run() async throws(Failure) -> ExitCode {
        var output = RevisionOutput(settings)
        defer { output.end() }
        var backoff = Backoff()
        var isLost = false
        while true {
            let start = ContinuousClock.now
            do throws(Failure) {
                if try await follow(&output, { isLost = false }) { return .ok }
            } catch {
                // A server that was never there is a mistake; one that has gone may come back.
                guard output.hasShown, Self.mayComeBack(error) else { throw error }
                if !isLost {
                    isLost = true
                    output.remark("episodes: \(error.message); asking again until it is back")
                }
            }
            backoff.reset(afterConnectionOf: ContinuousClock.now - start)
            await backoff.wait()
        }
    }

    private static func mayComeBack(_ failure: Failure) -> Bool {
        failure.exitCode == .cannotConnect || failure.status == StatusCode.unavailable.name
            || failure.status == StatusCode.deadlineExceeded.name
    }

    /// Shows what one connection tells; true when enough was shown.
    private func follow(
        _ output: inout RevisionOutput, _ heard: () -> Void
    ) async throws(Failure) -> Bool {
        let session = try await Session(settings)
        defer { session.client.close() }
        var revisions: CatalogRevisions.Iterator
        do throws(RPCError) {
            revisions = try session.client.watchCatalog(timeoutMilliseconds: timeout)
                .makeAsyncIterator()
        } catch {
            throw Failure(error, serverWasHeard: session.client.hasHeardServer)
        }
        while true {
            var iterator = revisions
            let revision = try await session.timed("watch") { (_) throws(RPCError) in
                try await iterator.next()
            }
            revisions = iterator
            guard let revision else { return false }
            heard()
            try output.show(revision)
            if let limit = plan.limit, output.count >= limit { return true }
        }
    }

    private var timeout: Int64 {
        settings.isTimeoutChosen
            ? settings.timeoutMilliseconds : EpisodeClient.watchTimeoutMillisecondsDefault
    }
}

/// Shows revisions one by one.
struct RevisionOutput {
    private let settings: Settings
    private let line: LiveLine
    private let format: OutputFormat
    private(set) var count = 0
    private var last: UInt64?

    init(_ settings: Settings) {
        self.settings = settings
        line = LiveLine(settings)
        // People look at a terminal, programs read lines.
        format = settings.isFormatChosen ? settings.format : settings.isTerminal ? .table : .jsonl
    }

    var hasShown: Bool { last != nil }

    mutating func show(_ revision: WatchCatalogResponse) throws(Failure) {
        // A new connection begins with the present revision, which may be known already.
        guard revision.revision != last else { return }
        last = revision.revision
        count += 1
        let texts = ["\(revision.revision)", "\(revision.episodeCount)"]
        switch format {
        case .table where settings.isTerminal:
            try line.show(
                "revision \(texts[0]): \(CountText.number(revision.episodeCount)) episodes")
        case .table: try Session.write("revision \(texts[0]): \(texts[1]) episodes\n")
        case .ids, .raw: try Session.write(texts[0] + "\n")
        case .csv, .tsv:
            let record = format == .csv ? CSVText.record : TSVText.record
            let header = count == 1 ? record(["revision", "episode_count"]) : ""
            try Session.write(header + record(texts))
        case .json, .jsonl, .yaml:
            let record = RecordOutput(
                [("revision", texts[0]), ("episode_count", texts[1])], identifier: texts[0])
            try Session.write(
                (format == .yaml ? "---\n" : "") + record.text(format == .json ? .jsonl : format))
        }
    }

    /// Says something beside the revisions.
    func remark(_ text: String) {
        line.end()
        settings.remark(text)
    }

    func end() { line.end() }
}
