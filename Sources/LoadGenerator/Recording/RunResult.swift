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
    /// Sent calls that went out late, by more than `LoadPlan.lateSeconds`.
    public var lateSentCount: UInt64 = 0
    /// Answers that came after the time in which calls were sent.
    public var answersAfterSendingCount: UInt64 = 0
    public var okAfterSendingCount: UInt64 = 0
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
    /// Every call that ended, with whatever outcome, and those that were never sent.
    public var endedCount: UInt64 { Self.sum(tallies) }
    public var failureCount: UInt64 { endedCount - okCount }
    /// Calls with an answer, good or bad.
    public var answeredCount: UInt64 {
        Self.sum(tallies.filter(\.outcome.isAnswer))
    }
    /// Many merged files must not overflow.
    private static func sum(_ tallies: [OutcomeTally]) -> UInt64 {
        tallies.reduce(0) { $0.addingSaturated($1.count) }
    }
    /// Calls that were to be sent and never were, because nothing was free for them.
    public var neverSentCount: UInt64 { askedCount > sentCount ? askedCount - sentCount : 0 }

    public var askedPerSecond: Double { rate(askedCount) }
    public var sentPerSecond: Double { rate(sentCount) }
    /// Answers while calls were sent, a second; one straggler afterwards changes nothing.
    public var answeredPerSecond: Double {
        answerRate(answeredCount, later: answersAfterSendingCount)
    }
    /// The same of answers with OK; nil when there was none.
    public var okPerSecond: Double? {
        let rate = answerRate(okCount, later: okAfterSendingCount)
        return okCount > 0 && rate > 0 ? rate : nil
    }

    /// When all answers came later, as those of a few calls sent at once, they are spread over the
    /// time until the last of them.
    private func answerRate(_ count: UInt64, later: UInt64) -> Double {
        if count > later, sendingSeconds > 0 { return Double(count - later) / sendingSeconds }
        let seconds = max(sendingSeconds, lastAnswerSeconds)
        return seconds > 0 ? Double(count) / seconds : 0
    }

    private func rate(_ count: UInt64) -> Double {
        sendingSeconds > 0 ? Double(count) / sendingSeconds : 0
    }

    /// Share of the asked calls that were sent in their time; nil when none was asked. Late ones do
    /// not count: a burst that catches up is not the rate that was asked for.
    public var sentShare: Double? {
        let inTime = sentCount > lateSentCount ? sentCount - lateSentCount : 0
        return askedCount > 0 ? Double(inTime) / Double(askedCount) : nil
    }
    /// Share of the asked calls that did not end with OK, also those never sent; nil when none was
    /// asked.
    public var failureShare: Double? {
        endedCount > 0 ? Double(failureCount) / Double(endedCount) : nil
    }

    /// The asked rate counts as held from this share on.
    public static let heldShare = 0.99
    /// The sender had nearly no time to spare from this share of a processor on.
    public static let busyShare = 0.9
    /// Share of the time that this machine's sending thread worked; nil when nothing was sent.
    public var senderShare: Double? {
        sendingSeconds > 0 ? senderProcessorSeconds / sendingSeconds : nil
    }
    public var isSenderBusy: Bool { (senderShare ?? 0) > Self.busyShare }
    public var isRateHeld: Bool { !isOpenLoop || (sentShare ?? 0) >= Self.heldShare }

    /// The whole run as a recorder left it.
    public mutating func take(_ recorder: RunRecorder) {
        tallies = recorder.tallies
        lateness = recorder.lateness
        connecting = recorder.connecting
        sentCount = recorder.sentCount
        lateSentCount = recorder.lateSentCount
        answersAfterSendingCount = recorder.answersAfterSendingCount
        okAfterSendingCount = recorder.okAfterSendingCount
        warmupCount = recorder.warmupCount
        reconnectCount = recorder.reconnectCount
        lateAnswerCount = recorder.lateAnswerCount
        sentByteCount = recorder.sentByteCount
        receivedByteCount = recorder.receivedByteCount
        backlogNanosecondsMaximum = recorder.backlogNanosecondsMaximum
    }
}
