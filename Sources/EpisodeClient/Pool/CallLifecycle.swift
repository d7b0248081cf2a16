internal import RPCCore

/// One call from its first attempt to its end, as a value: says after each attempt whether there is
/// another one.
struct CallLifecycle: Sendable {
    /// How one attempt ended.
    struct Failure: Sendable {
        var error: RPCError
        /// False when the server cannot have seen the call.
        var wasSent: Bool
        /// Whatever is at the other end will not do better next time.
        var isHopeless = false
    }

    enum Step: Hashable {
        /// Try again after so many nanoseconds.
        case retry(afterNanoseconds: Int64)
        case end(RPCError)
    }

    private let settings: RetrySettings
    private let isIdempotent: Bool
    private let deadline: MonotonicTime
    private var attemptCount = 1
    private var backoff: Backoff
    /// What the caller learns when later attempts say less: a server that was reached knows more
    /// than one that was not.
    private var reached: RPCError?

    init(_ settings: RetrySettings, isIdempotent: Bool, deadline: MonotonicTime) {
        self.settings = settings
        self.isIdempotent = isIdempotent
        self.deadline = deadline
        backoff = Backoff(settings.backoff)
    }

    /// What follows a failed attempt.
    ///
    /// - Parameter random: 0 to 1, evenly spread.
    mutating func fail(
        _ failure: Failure, _ budget: inout RetryBudget, now: MonotonicTime, random: Double
    ) -> Step {
        let error = failure.error
        let isRetriable =
            error.code == .unavailable && (!failure.wasSent || isIdempotent) && !failure.isHopeless
        if failure.wasSent { reached = error }
        guard error.code == .unavailable else { return .end(error) }
        // A token is taken for every failure of this kind, also when nothing is made again.
        let isAffordable = budget.noteFailure()
        guard isRetriable, isAffordable, attemptCount < settings.attemptCountMaximum else {
            return .end(reached ?? error)
        }
        let isFirst = attemptCount == 1
        attemptCount += 1
        let wait = isFirst && !failure.wasSent ? 0 : backoff.next(random: random)
        // A retry that cannot begin in time only hides what went wrong.
        guard now.advanced(byNanoseconds: wait) < deadline else { return .end(reached ?? error) }
        return .retry(afterNanoseconds: wait)
    }
}
