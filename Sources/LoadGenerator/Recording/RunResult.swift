public import LatencyHistogram

/// Why a run ended.
public enum RunEnd: String, Sendable {
    case completed
    /// SIGINT or SIGTERM: what was measured until then counts.
    case interrupted
    case terminated
    /// An expectation failed early.
    case aborted
}

/// What a run came to: the numbers that every report is made from.
public struct RunResult: Sendable {
    public var end = RunEnd.completed
    /// Microseconds since 1970-01-01T00:00:00Z.
    public var startMicroseconds: Int64 = 0
    /// Whether calls followed a schedule; otherwise the answers set the pace.
    public var isOpenLoop = true
    /// Time in which calls were sent, without the warm-up.
    public var sendingSeconds = 0.0
    /// The same with the wait for the last answers.
    public var totalSeconds = 0.0
    /// From the beginning to the last answer.
    public var lastAnswerSeconds = 0.0
    /// Calls that were to be sent in this time; as many as were sent in a closed loop.
    public var askedCount: UInt64 = 0
    public var sentCount: UInt64 = 0
    public var warmupCount: UInt64 = 0
    public var tallies: [OutcomeTally] = []
    public var lateness = HDRHistogram()
    public var connecting = HDRHistogram()
    public var series: [SeriesPoint] = []
    public var reconnectCount: UInt64 = 0
    public var lateAnswerCount: UInt64 = 0
    public var sentByteCount: UInt64 = 0
    public var receivedByteCount: UInt64 = 0
    public var backlogNanosecondsMaximum: Int64 = 0
    /// Processor time of the sending thread and of the process, while calls were sent.
    public var senderProcessorSeconds = 0.0
    public var processProcessorSeconds = 0.0
    /// Connections and streams that calls could use.
    public var connectionCount = 0
    public var streamCount = 0

    public init() {}
}

extension RunResult {
    public func tally(_ outcome: LoadOutcome) -> OutcomeTally? {
        tallies.first { $0.outcome == outcome }
    }

    public var okCount: UInt64 { tally(.ok)?.count ?? 0 }
    /// Every call that ended, with whatever outcome.
    public var endedCount: UInt64 { tallies.reduce(0) { $0 + $1.count } }
    public var failureCount: UInt64 { endedCount - okCount }
    /// Calls with an answer, good or bad.
    public var answeredCount: UInt64 {
        tallies.filter(\.outcome.isAnswer).reduce(0) { $0 + $1.count }
    }
    /// Calls that were to be sent and never were, because nothing was free for them.
    public var neverSentCount: UInt64 { askedCount > sentCount ? askedCount - sentCount : 0 }

    public var askedPerSecond: Double { rate(askedCount) }
    public var sentPerSecond: Double { rate(sentCount) }
    public var answeredPerSecond: Double {
        answeringSeconds > 0 ? Double(answeredCount) / answeringSeconds : 0
    }

    /// Answers are spread over the time until the last of them had come.
    public var answeringSeconds: Double { max(sendingSeconds, lastAnswerSeconds) }

    private func rate(_ count: UInt64) -> Double {
        sendingSeconds > 0 ? Double(count) / sendingSeconds : 0
    }

    /// Share of the asked calls that were sent in their time; nil when none was asked.
    public var sentShare: Double? {
        askedCount > 0 ? Double(sentCount) / Double(askedCount) : nil
    }
    /// Share of the sent calls that did not end with OK; nil when none was sent.
    public var failureShare: Double? {
        endedCount > 0 ? Double(failureCount) / Double(endedCount) : nil
    }

    /// The asked rate counts as held from this share on.
    public static let heldShare = 0.99
    public var isRateHeld: Bool { !isOpenLoop || (sentShare ?? 0) >= Self.heldShare }

    /// The whole run as a recorder left it.
    public mutating func take(_ recorder: RunRecorder) {
        tallies = recorder.tallies
        lateness = recorder.lateness
        connecting = recorder.connecting
        sentCount = recorder.sentCount
        warmupCount = recorder.warmupCount
        reconnectCount = recorder.reconnectCount
        lateAnswerCount = recorder.lateAnswerCount
        sentByteCount = recorder.sentByteCount
        receivedByteCount = recorder.receivedByteCount
        backlogNanosecondsMaximum = recorder.backlogNanosecondsMaximum
    }
}
