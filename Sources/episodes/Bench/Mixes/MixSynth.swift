import CommandLineKit
import MessageJSON

/// `mix synth`: makes a mix from what a catalogue holds.
struct MixSynth {
    var requestCount: Int
    var seed: UInt64
    var exponent: Double
    var file: String?

    init(_ command: ParsedCommand) throws(UsageError) {
        requestCount = try command.integer("requests", in: 1...1_000_000) ?? 10_000
        seed = try command.integer("seed", in: 0...UInt64.max) ?? 1
        file = command.string("file")
        let text = command.string("zipf") ?? "1"
        guard let value = Double(text), value.isFinite, (0...5).contains(value) else {
            throw command.invalid("zipf", "'\(text.prefix(20))' is not a number from 0 to 5")
        }
        exponent = value
    }

    func run(_ settings: Settings) async throws(Failure) -> ExitCode {
        let session = try await Session(settings)
        let facts = try await CatalogueFacts.read(session)
        try session.finish()
        let lines = try lines(facts)
        try MixOutput.write(lines, to: file)
        settings.remark(
            "\(requestCount) requests, \(lines.count) different, from \(facts.ids.count) episodes, "
                + "\(facts.words.count) words and \(facts.facets.values.reduce(0) { $0 + $1.count }) "
                + "values of filters")
        return .ok
    }

    /// Each request once, with how often it was drawn as its weight.
    func lines(_ facts: CatalogueFacts) throws(Failure) -> [String] {
        var synthesis = MixSynthesis(facts, seed: seed, exponent: exponent)
        struct Request: Hashable {
            var method: String
            var payload: [UInt8]
        }
        var order: [Request] = []
        var counts: [Request: Int] = [:]
        for _ in 0..<requestCount {
            let (method, payload) = synthesis.next()
            let request = Request(method: method, payload: payload)
            if counts[request] == nil { order.append(request) }
            counts[request, default: 0] += 1
        }
        var lines: [String] = []
        for request in order {
            guard let method = MessageSchemas.compiled.method(named: request.method) else {
                continue
            }
            do throws(MessageJSONError) {
                let text = try MessageJSON.encode(request.payload, type: method.request)
                lines.append(
                    MixLine.text(
                        method: method, request: text, weight: Double(counts[request] ?? 1)))
            } catch {
                throw Failure(.internalError, status: "MIX", message: "\(error)")
            }
        }
        return lines
    }
}
