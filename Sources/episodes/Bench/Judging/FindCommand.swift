import CommandLineKit
import LatencyHistogram
import LoadGenerator
import LoadReport
import LoadTransport
import SocketTransport

/// `bench find`: the highest rate that meets an objective.
struct FindCommand {
    private let objective: [Expectation]
    private let from: Double
    private let to: Double
    private let stepSeconds: Double
    private let pattern: ArrivalPattern
    private let seed: UInt64
    private let warmupSeconds: Double
    private let target: TargetPlan
    private let showsLive: Bool

    init(_ command: ParsedCommand) throws(UsageError) {
        objective = try BenchPlan.expectations(command, "slo")
        guard !objective.isEmpty else {
            throw UsageError("--slo: say what must hold, such as --slo 'p99<5ms,errors<0.1%'")
        }
        from = try BenchPlan.rate(command, "from")
        to = try BenchPlan.rate(command, "to")
        guard from <= to else { throw command.invalid("from", "is above --to") }
        let step = try command.durationMilliseconds("step-time", in: 100...3_600_000) ?? 5_000
        stepSeconds = Double(step) / 1_000
        guard from * stepSeconds >= 1 else {
            throw command.invalid("from", "no call falls into --step-time; use a longer one")
        }
        pattern = ArrivalPattern(rawValue: command.string("arrivals") ?? "") ?? .uniform
        seed = try command.integer("seed", in: 0...UInt64.max) ?? 1
        warmupSeconds = try BenchPlan.warmup(command, calls: nil)
        target = try TargetPlan(command, isClosed: false)
        showsLive = command.string("live") != "off"
    }

    private struct Trial {
        var rate: Double
        var phase: RateSearch.Phase
        var isMet: Bool
        var result: RunResult
        var outcomes: [ExpectationOutcome]
    }

    func run(_ settings: Settings) async throws(Failure) -> ExitCode {
        Interrupts.watch()
        let mix = try MixSource.load(target.mixPath).mix
        let address = try BenchTarget.make(target, settings)
        var search = RateSearch(from: from, to: to)
        var trials: [Trial] = []
        while case .rate(let rate, let phase) = search.next {
            let result: RunResult
            do throws(Failure) { result = try await measure(rate, mix, address, settings) } catch {
                // What was found out until then took its time.
                if !trials.isEmpty { try showUnfinished(trials, settings) }
                throw error
            }
            guard result.end == .completed else {
                try showUnfinished(trials, settings)
                return Verdict(result).exitCode
            }
            let outcomes = objective.map { $0.judge(result) }
            // A rate that was not held was not measured.
            let isMet = result.isRateHeld && outcomes.allSatisfy(\.isMet)
            let trial = Trial(
                rate: rate, phase: phase, isMet: isMet, result: result, outcomes: outcomes)
            settings.remark(Self.line(trial))
            trials.append(trial)
            search.take(isMet)
        }
        guard case .done(let found) = search.next else {
            return try showUndecided(trials, settings)
        }
        return try show(found, trials, settings)
    }

    private func measure(
        _ rate: Double, _ mix: RequestMix, _ address: LoadTarget, _ settings: Settings
    ) async throws(Failure) -> RunResult {
        guard let schedule = LoadSchedule.constant(perSecond: rate, seconds: stepSeconds) else {
            throw Failure(
                .internalError, status: "PLAN", message: "the rate \(rate) is no schedule")
        }
        let plan = LoadPlan(
            pace: .open(schedule, pattern), mix: mix, connectionCount: target.connectionCount,
            streamCount: target.streamCount, timeoutMilliseconds: settings.timeoutMilliseconds,
            seed: seed, warmupSeconds: warmupSeconds)
        return try await BenchRun(
            plan: plan, target: address, settings: settings, showsLive: showsLive, abortsOn: []
        ).perform { (_) throws(Failure) in }
    }

    private static func line(_ trial: Trial) -> String {
        let values = trial.outcomes.map { "\($0.expectation.text): \($0.shownValue)" }
        let held = trial.result.isRateHeld ? "" : "; the rate was not held"
        return "\(trial.phase.rawValue) \(RateWords.text(trial.rate)): "
            + "\(trial.isMet ? "met" : "not met") (\(values.joined(separator: ", "))\(held))"
    }

    private func show(
        _ found: Double?, _ trials: [Trial], _ settings: Settings
    ) throws(Failure) -> ExitCode {
        let asked = objective.map(\.text).joined(separator: ", ")
        if settings.format.isJSON {
            try Session.write(json(found, trials))
        } else if let found {
            try Session.write(
                "The highest rate that meets \(asked) is \(RateWords.text(found)), confirmed "
                    + "\(RateSearch.confirmationCount) times.\n")
        } else {
            try Session.write("No rate meets \(asked): not even \(RateWords.text(from)).\n")
        }
        if found != nil { return .ok }
        let isEmpty = trials.allSatisfy { $0.result.answeredCount == 0 }
        return isEmpty ? .nothingMeasured : .threshold
    }

    private func showUndecided(
        _ trials: [Trial], _ settings: Settings
    ) throws(Failure) -> ExitCode {
        let asked = objective.map(\.text).joined(separator: ", ")
        let text =
            "Undecided after \(trials.count) trials: no rate met \(asked) "
            + "\(RateSearch.confirmationCount) times in a row. Try a longer --step-time.\n"
        try Session.write(settings.format.isJSON ? json(nil, trials, end: "undecided") : text)
        return .threshold
    }

    /// The trials that a search made before it was interrupted or failed.
    private func showUnfinished(_ trials: [Trial], _ settings: Settings) throws(Failure) {
        if settings.format.isJSON {
            return try Session.write(json(nil, trials, end: "interrupted"))
        }
        let lines = trials.map { Self.line($0) + "\n" }
        try Session.write(
            lines.joined() + "The search ended early, after "
                + "\(Plural.text(trials.count, "trial")): the highest rate is not known.\n")
    }

    private func json(_ found: Double?, _ trials: [Trial], end: String = "completed") -> String {
        var writer = JSONWriter(isIndented: true)
        writer.object { writer in
            writer.key("schema")
            writer.string("episodes.bench.find/1")
            writer.key("end")
            writer.string(end)
            writer.key("objective")
            writer.array { writer in objective.forEach { writer.string($0.text) } }
            writer.key("rate_per_second")
            writer.number(found ?? .nan)
            writer.key("trials")
            writer.array { writer in
                for trial in trials { Self.write(trial, to: &writer) }
            }
        }
        return writer.text + "\n"
    }

    private static func write(_ trial: Trial, to writer: inout JSONWriter) {
        writer.object { writer in
            writer.key("rate_per_second")
            writer.number(trial.rate)
            writer.key("phase")
            writer.string(trial.phase.rawValue)
            writer.key("met")
            writer.bool(trial.isMet)
            writer.key("rate_held")
            writer.bool(trial.result.isRateHeld)
            let ok = trial.result.tally(.ok)?.response
            for percentile in [50.0, 99, 99.9] {
                writer.key("\(Percentiles.name(percentile))_us")
                writer.number(
                    ok?.value(atPercentile: percentile).map { Double($0) / 1_000 } ?? .nan)
            }
        }
    }
}
