/// Everything that a run is made of, except where it goes to.
public struct LoadPlan: Sendable {
    public enum Pace: Sendable {
        /// By a schedule that does not wait for answers, as many users would.
        case open(LoadSchedule, ArrivalPattern)
        /// Each stream sends its next call when it has its answer. It shows the highest rate, and
        /// hides what users wait.
        case closed(seconds: Double)
    }

    public static let connectionCountMaximum = 10_000
    public static let streamCountMaximum = 16_384
    /// Calls that may be under way on all connections together.
    public static let inFlightCountMaximum = 4_194_304

    public var pace: Pace
    /// The run ends after so many measured calls.
    public var callCountMaximum: UInt64?
    /// Sent first, at the schedule's first rate, and not measured.
    public var warmupSeconds: Double
    public var connectionCount: Int
    /// Calls that may be under way on one connection.
    public var streamCount: Int
    /// Deadline of each call.
    public var timeoutMilliseconds: Int64
    public var mix: RequestMix
    public var seed: UInt64
    /// An interrupted run waits so long for the answers to what it has sent.
    public var interruptedDrainMilliseconds: Int64 = 1_000

    public init(
        pace: Pace, mix: RequestMix, connectionCount: Int, streamCount: Int,
        timeoutMilliseconds: Int64, seed: UInt64, warmupSeconds: Double = 0,
        callCountMaximum: UInt64? = nil
    ) {
        self.pace = pace
        self.mix = mix
        self.connectionCount = connectionCount
        self.streamCount = streamCount
        self.timeoutMilliseconds = timeoutMilliseconds
        self.seed = seed
        self.warmupSeconds = warmupSeconds
        self.callCountMaximum = callCountMaximum
    }

    /// How long calls are sent for, without the warm-up.
    public var seconds: Double {
        switch pace {
        case .open(let schedule, _): schedule.seconds
        case .closed(let seconds): seconds
        }
    }

    /// How long an ended run waits for the last answers: a call's own time, and a little for the
    /// server's word that it is over.
    public var drainMilliseconds: Int64 { timeoutMilliseconds + Self.answerGraceMilliseconds }

    /// A call is given up so much after its deadline, so that the server's own DEADLINE_EXCEEDED is
    /// told apart from silence.
    public static let answerGraceMilliseconds: Int64 = 250

    /// A call sent later than this after its time was not sent in time: the larger of 100 ms, which
    /// no pause of a healthy machine comes to, and the mean time between calls. Smaller delays are
    /// in the response times and in the lateness. No limit in a closed loop.
    public var lateSeconds: Double {
        guard case .open(let schedule, _) = pace, schedule.exactCount > 0 else { return .infinity }
        return max(0.1, schedule.seconds / schedule.exactCount)
    }
}
