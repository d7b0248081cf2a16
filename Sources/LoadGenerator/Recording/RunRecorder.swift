public import LatencyHistogram

/// Takes down what happens in a run, in constant memory: histograms, counts and the current second.
/// Times are nanoseconds of one monotonic clock.
public struct RunRecorder: Sendable {
    /// One for each outcome that there was, OK first.
    public var tallies: [OutcomeTally] {
        ([ok] + others.values).filter { $0.count > 0 }.sorted { $0.outcome < $1.outcome }
    }

    private var ok = OutcomeTally(outcome: .ok)
    private var others: [LoadOutcome: OutcomeTally] = [:]
    /// How long after its time each call was sent although a connection was free for it.
    public private(set) var lateness = HDRHistogram()
    /// How long each connection took to be made.
    public var connecting = HDRHistogram()
    public private(set) var sentCount: UInt64 = 0
    /// Calls that were sent later than `lateNanoseconds` after their time, for whatever reason.
    public private(set) var lateSentCount: UInt64 = 0
    public var lateNanoseconds = Int64.max
    /// When calls are no more sent; answers after it are counted apart.
    public var sendingEnd = Int64.max
    public private(set) var answersAfterSendingCount: UInt64 = 0
    public private(set) var okAfterSendingCount: UInt64 = 0
    public var warmupCount: UInt64 = 0
    public var reconnectCount: UInt64 = 0
    /// Answers that came after their calls had been given up.
    public var lateAnswerCount: UInt64 = 0
    public private(set) var receivedByteCount: UInt64 = 0
    public var sentByteCount: UInt64 = 0
    /// The longest that a call waited for a free connection before it was sent, or for the end of the
    /// run.
    public private(set) var backlogNanosecondsMaximum: Int64 = 0
    private var interval: IntervalRecord

    public init() { interval = IntervalRecord(startSeconds: 0) }

    public var okCount: UInt64 { ok.count }
    public var failureCount: UInt64 { others.values.reduce(0) { $0 + $1.count } }

    /// A call goes out.
    ///
    /// - Parameters:
    ///   - lateness: this machine's own.
    ///   - backlog: all that it waited since its time.
    public mutating func began(lateness: Int64, backlog: Int64) {
        sentCount += 1
        interval.sentCount += 1
        self.lateness.record(lateness)
        if backlog > lateNanoseconds { lateSentCount += 1 }
        if backlog > backlogNanosecondsMaximum { backlogNanosecondsMaximum = backlog }
    }

    /// A call that ended.
    /// - Complexity: O(1); it allocates only when an outcome occurs for the first time.
    public mutating func ended(
        _ outcome: LoadOutcome, intended: Int64, sent: Int64, now: Int64, byteCount: Int
    ) {
        receivedByteCount += UInt64(byteCount)
        interval.receivedByteCount += UInt64(byteCount)
        if now > sendingEnd, outcome.isAnswer {
            answersAfterSendingCount += 1
            if outcome == .ok { okAfterSendingCount += 1 }
        }
        if outcome == .ok {
            ok.response.record(now - intended)
            ok.service.record(now - sent)
            interval.response.record(now - intended)
        } else {
            others[outcome, default: OutcomeTally(outcome: outcome)].response.record(
                now - intended)
            others[outcome]?.service.record(now - sent)
            interval.failures[outcome, default: 0] += 1
        }
    }

    /// Whether a message of this outcome is still wanted.
    public func wantsMessage(of outcome: LoadOutcome) -> Bool {
        outcome != .ok && (others[outcome]?.firstMessage.isEmpty ?? true)
    }

    /// What an outcome said; only the first text is kept.
    public mutating func note(_ message: String, of outcome: LoadOutcome) {
        guard wantsMessage(of: outcome) else { return }
        others[outcome, default: OutcomeTally(outcome: outcome)].firstMessage = message
    }

    /// A call whose time came and that was never sent: it counts as a failure that waited so long.
    /// No second has it; all are known only at the end.
    ///
    /// - Parameter lateness: this machine's own; nil when no connection was free for it.
    public mutating func neverSent(waited: Int64, lateness: Int64?) {
        others[.notSent, default: OutcomeTally(outcome: .notSent)].response.record(waited)
        if let lateness { self.lateness.record(lateness) }
    }

    /// Calls that were never sent had waited so long at the end.
    public mutating func noteBacklog(nanoseconds: Int64) {
        backlogNanosecondsMaximum = max(backlogNanosecondsMaximum, nanoseconds)
    }

    /// Whether anything happened since the last second ended.
    public var hasInterval: Bool {
        interval.sentCount > 0 || interval.okCount > 0 || !interval.failures.isEmpty
    }

    /// Ends the current second and begins the next.
    ///
    /// - Parameters:
    ///   - endSeconds: from the beginning of what is measured.
    ///   - askedCount: calls that were to be sent in it.
    public mutating func cutInterval(
        endSeconds: Double, askedCount: UInt64, backlogCount: UInt64, inFlightCount: Int
    ) -> IntervalRecord {
        var done = IntervalRecord(startSeconds: endSeconds)
        swap(&done, &interval)
        done.lengthSeconds = endSeconds - done.startSeconds
        done.askedCount = askedCount
        done.backlogCount = backlogCount
        done.inFlightCount = inFlightCount
        return done
    }
}
