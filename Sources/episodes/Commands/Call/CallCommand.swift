import CatalogFormats
import CommandLineKit
import MessageJSON

/// `call`: any method with a request in JSON.
struct CallCommand {
    let plan: CallPlan
    let settings: Settings

    func run() async throws(Failure) -> ExitCode {
        let call = try plan.plannedCall()
        let session = try await WireSession(settings)
        defer { session.showSteps() }
        let format = settings.isFormatChosen ? settings.format : .json
        guard call.method.isServerStreaming else {
            let value = try decode(try await session.unary(call), session)
            try Session.write(text(value, format, isFirst: true))
            return .ok
        }
        let timeout = CallPlan.streamTimeout(call.method, settings)
        // One message a line, unless something else was asked for.
        let streamFormat = settings.isFormatChosen ? settings.format : .jsonl
        var isFirst = true
        try await session.stream(call, timeoutMilliseconds: timeout) { (message) throws(Failure) in
            let value = try decode(message, session)
            let start = streamFormat == .yaml ? "---\n" : ""
            try Session.write(start + text(value, streamFormat, isFirst: isFirst))
            isFirst = false
            return true
        }
        return .ok
    }

    private func text(_ value: JSONValue, _ format: OutputFormat, isFirst: Bool) -> String {
        guard [.table, .csv, .tsv].contains(format),
            let type = MessageSchemas.compiled.messages[plan.method.response]
        else { return DocumentText.text(value, format) }
        return ReplyRows(type).text(value, settings, hasTitles: isFirst)
    }

    private func decode(
        _ reply: [UInt8], _ session: WireSession
    ) throws(Failure) -> JSONValue {
        let start = ContinuousClock.now
        defer { session.times.add("decode", ContinuousClock.now - start) }
        do throws(MessageJSONError) {
            return try MessageJSON.value(reply, type: plan.method.response)
        } catch {
            throw Failure(
                .internalError, status: "INTERNAL",
                message: "the server's reply to \(plan.method.name) is not valid: \(error)")
        }
    }
}
