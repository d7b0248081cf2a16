import CommandLineKit
import EpisodeClient
import EpisodeModel
import RPCCore
import SocketTransport

/// One run of a command: its settings, its connection and its output.
final class Session {
    let settings: Settings
    let client: EpisodeClient
    let times = StepTimes()
    private let output: PagedOutput
    /// What waits to be said until nobody pages any more.
    private var heldRemarks: [String] = []

    /// Connects.
    init(_ settings: Settings) async throws(Failure) {
        self.settings = settings
        output = PagedOutput(settings)
        client = try await ConnectTargets.connect(settings, times) {
            (address) throws(RPCError) in
            try await EpisodeClient.connect(
                to: "\(address)", timeoutMilliseconds: settings.timeoutMilliseconds)
        }
    }

    /// Makes one call, measures it and what came, and reads its reply.
    ///
    /// - Parameter name: of the step, for `--verbose`.
    func reply<Value>(
        _ name: String, _ method: RPCMethod, _ payload: [UInt8],
        _ decode: ([UInt8]) throws(EpisodeError) -> Value
    ) async throws(Failure) -> Value {
        if settings.verbosity > 1 {
            WireTrace.request(try PlannedCall(method.path, payload), settings)
        }
        let bytes = try await timed(name) { (client) throws(RPCError) in
            try await client.call(method, payload)
        }
        times.receivedByteCount = (times.receivedByteCount ?? 0) + bytes.count
        WireTrace.reply(bytes.count, settings)
        let start = ContinuousClock.now
        defer { times.add("decode", ContinuousClock.now - start) }
        do throws(EpisodeError) {
            return try decode(bytes)
        } catch {
            throw Failure(
                RPCError(
                    error.code == .resourceExhausted ? .resourceExhausted : .internalError,
                    "the server's reply to \(method.name) is not valid: \(error)"),
                serverWasHeard: true)
        }
    }

    /// Runs one call, measures it and turns its error into a failure of the program.
    func timed<Value>(
        _ name: String, _ call: (EpisodeClient) async throws(RPCError) -> Value
    ) async throws(Failure) -> Value {
        let start = ContinuousClock.now
        defer { times.add(name, ContinuousClock.now - start) }
        let client = client
        let watch = SilenceWatch(
            settings, hasHeard: { client.hasHeardServer }, close: { client.close() })
        do throws(RPCError) {
            let value = try await call(client)
            _ = watch.end()
            return value
        } catch {
            throw watch.end() ?? Failure(error, serverWasHeard: client.hasHeardServer)
        }
    }

    /// Data, to standard output; through a pager when it does not fit the terminal.
    func write(_ text: String) throws(Failure) { try output.write(text) }

    /// Data, to standard output.
    static func write(_ text: String) throws(Failure) {
        do throws(TransportError) {
            try StandardStreams.write(text, to: .output)
        } catch {
            throw error.hasNoReader ? .outputHasNoReader : Failure(error)
        }
    }

    /// A remark for people, to standard error; losing it is no failure. It shows after the output.
    func remark(_ text: String) { heldRemarks.append(text) }

    /// Shows what is left: the end of the output, remarks, and the line of `--verbose`.
    func finish() throws(Failure) {
        defer {
            for text in heldRemarks { settings.remark(text) }
            heldRemarks = []
            if settings.isVerbose { settings.remark(times.line) }
        }
        try output.finish()
    }
}
