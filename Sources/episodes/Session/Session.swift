import CommandLineKit
import EpisodeClient
import RPCCore
import SocketTransport

/// One run of a command: its settings, its connection and its output.
final class Session {
    let settings: Settings
    let client: EpisodeClient
    /// What took how long, for `--verbose`.
    private var steps: [(name: String, duration: Duration)]

    /// Connects.
    init(_ settings: Settings) async throws(Failure) {
        self.settings = settings
        let start = ContinuousClock.now
        do throws(RPCError) {
            client = try await EpisodeClient.connect(
                to: settings.server, timeoutMilliseconds: settings.timeoutMilliseconds)
        } catch {
            throw Failure(error, serverWasHeard: false)
        }
        steps = [("connect", ContinuousClock.now - start)]
    }

    /// Runs one call, measures it and turns its error into a failure of the program.
    func timed<Value>(
        _ name: String, _ call: (EpisodeClient) async throws(RPCError) -> Value
    ) async throws(Failure) -> Value {
        let start = ContinuousClock.now
        defer { steps.append((name, ContinuousClock.now - start)) }
        do throws(RPCError) {
            return try await call(client)
        } catch {
            throw Failure(error, serverWasHeard: client.hasHeardServer)
        }
    }

    /// Data, to standard output.
    func write(_ text: String) throws(Failure) { try Self.write(text) }

    /// Data, to standard output.
    static func write(_ text: String) throws(Failure) {
        do throws(TransportError) {
            try StandardStreams.write(text, to: .output)
        } catch {
            throw error.hasNoReader ? .outputHasNoReader : Failure(error)
        }
    }

    /// A remark for people, to standard error; losing it is no failure.
    func remark(_ text: String) { settings.remark(text) }

    /// The line of `--verbose`: steps of the same name are added up.
    func showSteps() {
        guard settings.isVerbose else { return }
        var totals: [(name: String, duration: Duration, count: Int)] = []
        for step in steps {
            if let index = totals.firstIndex(where: { $0.name == step.name }) {
                totals[index].duration += step.duration
                totals[index].count += 1
            } else {
                totals.append((step.name, step.duration, 1))
            }
        }
        let parts = totals.map { total in
            let times = total.count > 1 ? " (\(total.count) calls)" : ""
            return "\(total.name)\(times) \(Self.milliseconds(total.duration)) ms"
        }
        remark(parts.joined(separator: ", "))
    }

    /// With two digits after the point.
    private static func milliseconds(_ duration: Duration) -> String {
        let hundredths = Int64(duration / .microseconds(10))
        let fraction = hundredths % 100
        return "\(hundredths / 100).\(fraction < 10 ? "0" : "")\(fraction)"
    }
}
