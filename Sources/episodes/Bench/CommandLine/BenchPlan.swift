import CommandLineKit
import LoadGenerator
import LoadTransport
import SocketTransport

/// A load as the command line asks for it, checked before anything is connected.
struct BenchPlan {
    var pace: LoadPlan.Pace
    var callCount: UInt64?
    var warmupSeconds: Double
    var seed: UInt64
    var target: TargetPlan
    var expectations: [Expectation]
    var abortsOnFailure: Bool
    var repeatCount: Int
    var showsLive: Bool
    var outputs: ResultFiles

    /// Longest run.
    static let durationMillisecondsMaximum: Int64 = 86_400_000

    init(_ command: ParsedCommand) throws(UsageError) {
        let calls = try command.integer("calls", in: 1...1_000_000_000_000 as ClosedRange<UInt64>)
        callCount = calls
        pace = try Self.pace(command, callCount: &callCount)
        warmupSeconds = try Self.warmup(command, calls: calls)
        seed = try command.integer("seed", in: 0...UInt64.max) ?? 1
        var isClosed = false
        if case .closed = pace { isClosed = true }
        target = try TargetPlan(command, isClosed: isClosed)
        expectations = try Self.expectations(command, "expect")
        abortsOnFailure = command.flag("abort-on-fail")
        if abortsOnFailure, expectations.isEmpty {
            throw UsageError("--abort-on-fail: needs --expect, which says what may fail")
        }
        repeatCount = try command.integer("repeat", in: 1...1_000) ?? 1
        showsLive = command.string("live") != "off"
        outputs = ResultFiles(command)
    }

    private static func pace(
        _ command: ParsedCommand, callCount: inout UInt64?
    ) throws(UsageError) -> LoadPlan.Pace {
        let shapes = ["ramp", "steps"].filter { command.string($0) != nil }
        let chosen =
            shapes + (command.flag("max") ? ["max"] : [])
            + (command.origin(of: "rate") == .defaultValue ? [] : ["rate"])
        guard chosen.count <= 1 else {
            throw UsageError(
                "--\(chosen[0]) and --\(chosen[1]) exclude each other; give one of them")
        }
        let range = 1...durationMillisecondsMaximum
        let duration = try command.durationMilliseconds("duration", in: range) ?? 10_000
        let isTimed = command.origin(of: "duration") != .defaultValue
        if shapes == ["steps"], isTimed {
            throw UsageError("--duration: steps say themselves how long they last; leave it out")
        }
        let seconds = Double(duration) / 1_000
        if command.flag("max") {
            let isEndless = callCount != nil && !isTimed
            return .closed(seconds: isEndless ? LoadSchedule.secondsMaximum : seconds)
        }
        let pattern =
            ArrivalPattern(rawValue: command.string("arrivals") ?? "") ?? .uniform
        do throws(RateText.Fault) {
            if let ramp = command.string("ramp") {
                return .open(try RateText.ramp(ramp, seconds: seconds), pattern)
            }
            if let steps = command.string("steps") {
                let schedule = try RateText.steps(steps) { text in
                    NumberText.milliseconds(text).map { Double($0) / 1_000 }
                }
                return .open(schedule, pattern)
            }
        } catch {
            throw command.invalid(shapes.first ?? "rate", error.message)
        }
        let rate = try self.rate(command, "rate")
        return try constant(
            rate, seconds: isTimed ? seconds : nil, pattern, &callCount, command)
    }

    private static func constant(
        _ rate: Double, seconds: Double?, _ pattern: ArrivalPattern, _ callCount: inout UInt64?,
        _ command: ParsedCommand
    ) throws(UsageError) -> LoadPlan.Pace {
        var length = seconds ?? 10
        if let count = callCount {
            // Evenly spaced calls last as long as their number says; random ones end with it.
            let needed = Double(count) / rate
            switch pattern {
            case .uniform:
                if seconds == nil || needed < length {
                    length = needed
                    callCount = nil
                }
            case .poisson: if seconds == nil { length = needed * 2 + 60 }
            }
        }
        guard length <= LoadSchedule.secondsMaximum * 2,
            let schedule = LoadSchedule.constant(perSecond: rate, seconds: length)
        else {
            throw command.invalid("rate", "so many calls at this rate last longer than a day")
        }
        guard schedule.count > 0 else {
            throw command.invalid(
                "rate",
                "no call falls into \(NumberText.duration(Int64(length * 1_000))); use a longer "
                    + "--duration")
        }
        return .open(schedule, pattern)
    }

    static func rate(_ command: ParsedCommand, _ name: String) throws(UsageError) -> Double {
        do throws(RateText.Fault) {
            return try RateText.perSecond(command.string(name) ?? "")
        } catch { throw command.invalid(name, error.message) }
    }

    static func warmup(_ command: ParsedCommand, calls: UInt64?) throws(UsageError) -> Double {
        guard command.string("warmup") != nil else { return calls == nil ? 1 : 0 }
        let milliseconds = try command.durationMilliseconds("warmup", in: 0...600_000) ?? 0
        return Double(milliseconds) / 1_000
    }

    static func expectations(
        _ command: ParsedCommand, _ name: String
    ) throws(UsageError) -> [Expectation] {
        var expectations: [Expectation] = []
        for text in command.strings(name) {
            do throws(Expectation.Fault) { expectations += try Expectation.parse(list: text) } catch
            { throw command.invalid(name, error.message) }
        }
        return expectations
    }
}

/// Connections and requests of a load.
struct TargetPlan {
    var wireProtocol: LoadTarget.WireProtocol
    var connectionCount: Int
    var streamCount: Int
    /// Nil for the built-in request.
    var mixPath: String?

    init(_ command: ParsedCommand, isClosed: Bool) throws(UsageError) {
        wireProtocol =
            LoadTarget.WireProtocol(rawValue: command.string("proto") ?? "") ?? .native
        connectionCount =
            try command.integer("connections", in: 1...LoadPlan.connectionCountMaximum) ?? 4
        streamCount =
            try command.integer("streams", in: 1...LoadPlan.streamCountMaximum)
            ?? (isClosed ? 16 : 256)
        guard connectionCount * streamCount <= LoadPlan.inFlightCountMaximum else {
            throw UsageError(
                "--streams: \(connectionCount) connections of \(streamCount) streams are more than "
                    + "\(LoadPlan.inFlightCountMaximum) calls at a time")
        }
        mixPath = command.string("mix")
    }
}

/// Where the result goes beside standard output.
struct ResultFiles {
    var save: String?
    var histogramLog: String?
    var percentiles: String?
    var series: String?
    var html: String?

    init(_ command: ParsedCommand) {
        save = command.string("save")
        histogramLog = command.string("hdr")
        percentiles = command.string("hgrm")
        series = command.string("series")
        html = command.string("html")
    }
}
