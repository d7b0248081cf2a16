import CommandLineKit
import EpisodeClient
import EpisodeModel
import EpisodeProtocol
import MessageJSON
import RPCCore

/// `health --wait` and `health --watch`.
struct HealthWatch {
    let plan: HealthPlan
    let settings: Settings

    func run() async throws(Failure) -> ExitCode {
        if let wait = plan.waitMilliseconds { return try await waitUntilServing(wait) }
        return try await watch()
    }

    /// Asks again and again, whatever is wrong: a server that starts refuses connections at first.
    private func waitUntilServing(_ milliseconds: Int64) async throws(Failure) -> ExitCode {
        let end = ContinuousClock.now + .milliseconds(milliseconds)
        var backoff = Backoff()
        while true {
            let left = Int64((end - ContinuousClock.now) / .milliseconds(1))
            let isLast = left <= backoff.milliseconds
            var attempt = settings
            attempt.timeoutMilliseconds = max(1, min(settings.timeoutMilliseconds, left))
            do throws(Failure) {
                let status = try await ask(attempt)
                if status == .serving || isLast { return try HealthCommand.show(status, settings) }
            } catch {
                if isLast || error.exitCode == .usage {
                    var failure = error
                    failure.message =
                        "not serving within \(NumberText.duration(milliseconds)): \(error.message)"
                    throw failure
                }
            }
            await backoff.wait()
        }
    }

    private func ask(_ settings: Settings) async throws(Failure) -> ServingStatus {
        let session = try await Session(settings)
        defer { session.client.close() }
        return try await session.timed("health") { (client) throws(RPCError) in
            try await client.health(service: plan.service)
        }
    }

    /// Shows every status that the server tells, in place on a terminal.
    private func watch() async throws(Failure) -> ExitCode {
        let call = try PlannedCall(
            "grpc.health.v1.Health/Watch", MessageCoding.encodeHealthCheck(service: plan.service))
        let session = try await WireSession(settings)
        defer { session.showSteps() }
        let line = LiveLine(settings)
        defer { line.end() }
        let format: OutputFormat = settings.isFormatChosen ? settings.format : .ids
        let timeout = CallPlan.streamTimeout(call.method, settings)
        var isFirst = true
        var last = ServingStatus.unknown
        try await session.stream(call, timeoutMilliseconds: timeout) { (message) throws(Failure) in
            let number: Int32
            do throws(EpisodeError) {
                number = try MessageCoding.decodeHealthCheckResponse(message)
            } catch {
                throw Failure(
                    .internalError, status: "INTERNAL",
                    message: "the server's reply to Watch is not valid: \(error)")
            }
            last = ServingStatus(rawValue: number)
            let name = last.name
            if !settings.isFormatChosen, settings.isTerminal {
                try line.show(name)
            } else {
                try Session.write(Self.text(name, format, isFirst: isFirst))
            }
            isFirst = false
            return true
        }
        // A server that ends says so before it ends the stream.
        return last == .serving ? .ok : .status(StatusCode.unavailable.rawValue)
    }

    private static func text(_ name: String, _ format: OutputFormat, isFirst: Bool) -> String {
        switch format {
        case .csv where !isFirst, .tsv where !isFirst: name + (format == .csv ? "\r\n" : "\n")
        case .json: RecordOutput([("status", name)], identifier: name).text(.jsonl)
        case .yaml: "---\n" + RecordOutput([("status", name)], identifier: name).text(.yaml)
        case .table: name + "\n"
        default: RecordOutput([("status", name)], identifier: name).text(format)
        }
    }
}
