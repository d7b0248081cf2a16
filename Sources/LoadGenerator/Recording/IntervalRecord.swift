public import LatencyHistogram

/// What happened in one second of a run.
public struct IntervalRecord: Sendable {
    /// From the beginning of what is measured.
    public var startSeconds: Double
    public var lengthSeconds = 0.0
    /// Calls that were to be sent.
    public var askedCount: UInt64 = 0
    public var sentCount: UInt64 = 0
    /// Calls that ended with OK, and their response times in nanoseconds.
    public var response = HDRHistogram()
    /// Calls that ended otherwise.
    public var failures: [LoadOutcome: UInt64] = [:]
    public var receivedByteCount: UInt64 = 0
    /// Calls that wait for their answer at the end.
    public var inFlightCount = 0
    /// Calls that were to be sent by the end and were not.
    public var backlogCount: UInt64 = 0
    /// The whole run so far, for checks that end it early.
    public var isWarmup = false

    public init(startSeconds: Double) { self.startSeconds = startSeconds }

    public var okCount: UInt64 { response.totalCount }
    public var failureCount: UInt64 { failures.values.reduce(0) { $0.addingSaturated($1) } }
}

/// One point of the series that a report keeps: an interval without its histogram.
public struct SeriesPoint: Hashable, Sendable {
    public var startSeconds: Double
    public var lengthSeconds: Double
    public var askedCount: UInt64
    public var sentCount: UInt64
    public var okCount: UInt64
    public var failures: [LoadOutcome: UInt64]
    public var receivedByteCount: UInt64
    public var inFlightCount: Int
    public var backlogCount: UInt64
    /// Response times of the calls that ended with OK, in nanoseconds; nil when there were none.
    public var p50Nanoseconds: Int64?
    public var p90Nanoseconds: Int64?
    public var p99Nanoseconds: Int64?
    public var maximumNanoseconds: Int64?

    public init(_ interval: IntervalRecord) {
        startSeconds = interval.startSeconds
        lengthSeconds = interval.lengthSeconds
        askedCount = interval.askedCount
        sentCount = interval.sentCount
        okCount = interval.okCount
        failures = interval.failures
        receivedByteCount = interval.receivedByteCount
        inFlightCount = interval.inFlightCount
        backlogCount = interval.backlogCount
        p50Nanoseconds = interval.response.value(atPercentile: 50)
        p90Nanoseconds = interval.response.value(atPercentile: 90)
        p99Nanoseconds = interval.response.value(atPercentile: 99)
        maximumNanoseconds = interval.response.maximum
    }

    public var failureCount: UInt64 { failures.values.reduce(0) { $0.addingSaturated($1) } }
}
