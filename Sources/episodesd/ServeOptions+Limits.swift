import CommandLineKit
import RPCCore

extension ServeOptions {
    /// The limits that a command asks for.
    static func limits(_ command: ParsedCommand) throws(UsageError) -> TransportLimits {
        var limits = TransportLimits()
        for limit in Limit.all {
            let value = try command.integer(limit.name, in: limit.range)
            if let value { limit.set(&limits, value) }
        }
        return limits
    }

    /// All limits by their names, as pages show them.
    static func limitValues(_ limits: TransportLimits) -> [(name: String, value: Int64)] {
        Limit.all.map { ($0.shownName, $0.get(limits)) }
    }
}

/// One number of `TransportLimits` that a flag sets.
private struct Limit {
    let name: String
    /// Where pages show it; they have milliseconds where a flag has seconds.
    let shownName: String
    let range: ClosedRange<Int64>
    let get: (TransportLimits) -> Int64
    let set: (inout TransportLimits, Int64) -> Void

    private init<Number: FixedWidthInteger>(
        _ name: String, _ range: ClosedRange<Int64>,
        _ path: WritableKeyPath<TransportLimits, Number>
    ) {
        self.name = name
        shownName = name
        self.range = range
        get = { Int64(clamping: $0[keyPath: path]) }
        set = { $0[keyPath: path] = Number(clamping: $1) }
    }

    private init(
        seconds name: String, as shownName: String, _ range: ClosedRange<Int64>,
        milliseconds path: WritableKeyPath<TransportLimits, Int64>
    ) {
        self.name = name
        self.shownName = shownName
        self.range = range
        get = { $0[keyPath: path] }
        set = { $0[keyPath: path] = $1 * 1_000 }
    }

    private static let day: Int64 = 86_400_000

    static var all: [Limit] {
        [
            Limit(
                "max-request-bytes", 1_024...Int64(TransportLimits.frameByteCountMaximum),
                \.readRequestByteCountMaximum),
            Limit(
                "max-oversized-frame-bytes", 0...Int64(UInt32.max),
                \.oversizedFrameDrainByteCountMaximum),
            Limit("max-connections", 1...1_000_000, \.connectionCountMaximum),
            Limit("max-in-flight", 1...1_000_000, \.inFlightPerConnectionMaximum),
            Limit("max-unsent-bytes", 65_536...1_073_741_824, \.unsentByteCountMaximum),
            Limit(
                "max-buffered-bytes", 16_777_216...1_099_511_627_776, \.bufferedByteCountMaximum),
            Limit("frame-timeout-milliseconds", 1...day, \.frameArrivalTimeoutMilliseconds),
            Limit("idle-timeout-milliseconds", 1...day, \.idleTimeoutMilliseconds),
            Limit(
                "max-connection-age-milliseconds", 0...(30 * day),
                \.connectionAgeMaximumMilliseconds),
            Limit("max-early-resets", 1...1_000_000, \.earlyResetCountMaximum),
            Limit("max-early-resets-per-second", 0...1_000_000, \.earlyResetsPerSecondMaximum),
            Limit("stall-timeout-milliseconds", 1...day, \.sendStallTimeoutMilliseconds),
            Limit("default-deadline-milliseconds", 1...day, \.defaultDeadlineMilliseconds),
            Limit("max-deadline-milliseconds", 1...day, \.deadlineMillisecondsMaximum),
            Limit("max-watch-milliseconds", 1...(365 * day), \.watchMillisecondsMaximum),
            Limit(
                seconds: "drain-seconds", as: "drain-milliseconds", 0...3_600,
                milliseconds: \.drainTimeoutMilliseconds),
        ]
    }
}
