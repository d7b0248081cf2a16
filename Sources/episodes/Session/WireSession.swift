import CatalogFormats
import CommandLineKit
import MessageJSON
import RPCCore
import SocketTransport

/// A connection for calls in bytes: what `call`, `--output raw` and the watching commands use.
final class WireSession {
    let settings: Settings
    let connection: ClientConnection
    let times = StepTimes()

    init(_ settings: Settings) async throws(Failure) {
        self.settings = settings
        connection = try await ConnectTargets.connect(settings, times) {
            (address) throws(RPCError) in
            try await ClientConnection.connect(
                to: address, timeoutMilliseconds: settings.timeoutMilliseconds)
        }
    }

    /// One call with one answer.
    func unary(_ call: PlannedCall) async throws(Failure) -> [UInt8] {
        WireTrace.request(call, settings)
        let start = ContinuousClock.now
        let connection = connection
        let watch = SilenceWatch(
            settings, hasHeard: { connection.hasHeardPeer }, close: { connection.close() })
        defer { times.add("call", ContinuousClock.now - start) }
        do throws(RPCError) {
            let reply = try await connection.call(
                service: call.method.service, method: call.method.name, payload: call.payload,
                timeoutMilliseconds: settings.timeoutMilliseconds, metadata: pairs(call))
            _ = watch.end()
            times.receivedByteCount = (times.receivedByteCount ?? 0) + reply.count
            WireTrace.reply(reply.count, settings)
            return reply
        } catch {
            throw watch.end() ?? Failure(error, serverWasHeard: connection.hasHeardPeer)
        }
    }

    /// One call with many answers, each given to `body`, which may end the call with false.
    ///
    /// - Parameter timeoutMilliseconds: for the whole stream.
    func stream(
        _ call: PlannedCall, timeoutMilliseconds: Int64,
        _ body: ([UInt8]) throws(Failure) -> Bool
    ) async throws(Failure) {
        WireTrace.request(call, settings)
        let start = ContinuousClock.now
        let connection = connection
        let watch = SilenceWatch(
            settings, hasHeard: { connection.hasHeardPeer }, close: { connection.close() })
        defer { times.add("stream", ContinuousClock.now - start) }
        func failure(_ error: RPCError) -> Failure {
            watch.end() ?? Failure(error, serverWasHeard: connection.hasHeardPeer)
        }
        let messages: ReplyMessages
        do throws(RPCError) {
            messages = try connection.stream(
                service: call.method.service, method: call.method.name, payload: call.payload,
                timeoutMilliseconds: timeoutMilliseconds, metadata: pairs(call))
        } catch {
            throw failure(error)
        }
        while true {
            let message: [UInt8]?
            do throws(RPCError) {
                message = try await messages.next()
            } catch {
                throw failure(error)
            }
            guard let message else { break }
            times.receivedByteCount = (times.receivedByteCount ?? 0) + message.count
            WireTrace.reply(message.count, settings)
            guard try body(message) else { break }
        }
        _ = watch.end()
    }

    private func pairs(_ call: PlannedCall) -> [(String, String)] {
        call.metadata.map { ($0.key, $0.value) }
    }

    /// Ends with the line of `--verbose`.
    func showSteps() {
        if settings.isVerbose { settings.remark(times.line) }
    }
}

/// `-vv`: what goes out and what comes back, on standard error.
enum WireTrace {
    static func request(_ call: PlannedCall, _ settings: Settings) {
        guard settings.verbosity > 1 else { return }
        settings.remark("> \(call.method.path) (ttrpc, to \(settings.server))")
        settings.remark("> timeout: \(NumberText.duration(settings.timeoutMilliseconds))")
        for (key, value) in call.metadata {
            settings.remark("> \(TextEscaping.escaped("\(key): \(value)"))")
        }
        let text = (try? call.request().text()) ?? "a request that cannot be shown"
        settings.remark("> \(text) (\(CountText.bytes(call.payload.count)))")
    }

    static func reply(_ byteCount: Int, _ settings: Settings) {
        guard settings.verbosity > 1 else { return }
        settings.remark("< message (\(CountText.bytes(byteCount)))")
    }
}
