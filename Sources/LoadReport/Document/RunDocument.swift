internal import LatencyHistogram
public import LoadGenerator

/// What a file of results holds: how it was measured, and one or more runs of it.
public struct RunDocument: Sendable {
    /// Name and version of the form. A reader of 1 understands every file of 1.
    public static let schema = "episodes.bench/1"

    public struct Machine: Hashable, Sendable {
        public var system = ""
        public var processor = ""
        public var processorCount = 0

        public init() {}
    }

    public struct Settings: Hashable, Sendable {
        /// The program's arguments.
        public var arguments: [String] = []
        public var address = ""
        public var wireProtocol = ""
        public var isOpenLoop = true
        public var arrivals = ""
        public var segments: [LoadSchedule.Segment] = []
        public var connectionCount = 0
        public var streamCount = 0
        public var timeoutMilliseconds: Int64 = 0
        public var warmupSeconds = 0.0
        public var seed: UInt64 = 0
        /// Where the requests came from, and how many kinds there are.
        public var mix = ""
        public var mixEntryCount = 0

        public init() {}
    }

    public struct Run: Sendable {
        public var result: RunResult
        public var expectations: [Expectation]

        public init(_ result: RunResult, _ expectations: [Expectation] = []) {
            self.result = result
            self.expectations = expectations
        }

        public var verdict: Verdict { Verdict(result, expectations) }
    }

    public var version: String
    public var machine: Machine
    public var settings: Settings
    public var runs: [Run]

    public init(version: String, machine: Machine, settings: Settings, runs: [Run]) {
        self.version = version
        self.machine = machine
        self.settings = settings
        self.runs = runs
    }

    /// All runs as one: histograms and counts are added, never percentiles averaged. The series is
    /// that of the last run.
    public var merged: Run? {
        guard var merged = runs.last, let first = runs.first else { return nil }
        guard runs.count > 1 else { return merged }
        var result = first.result
        for run in runs.dropFirst() { result.add(run.result) }
        result.series = merged.result.series
        merged.result = result
        return merged
    }
}

extension RunResult {
    /// Adds a repeat of the same measurement.
    mutating func add(_ other: RunResult) {
        if other.end != .completed { end = other.end }
        sendingSeconds += other.sendingSeconds
        totalSeconds += other.totalSeconds
        lastAnswerSeconds += other.lastAnswerSeconds
        askedCount = askedCount.addingSaturated(other.askedCount)
        sentCount = sentCount.addingSaturated(other.sentCount)
        lateSentCount = lateSentCount.addingSaturated(other.lateSentCount)
        answersAfterSendingCount = answersAfterSendingCount.addingSaturated(
            other.answersAfterSendingCount)
        okAfterSendingCount = okAfterSendingCount.addingSaturated(other.okAfterSendingCount)
        warmupCount = warmupCount.addingSaturated(other.warmupCount)
        for tally in other.tallies {
            if let place = tallies.firstIndex(where: { $0.outcome == tally.outcome }) {
                tallies[place].add(tally)
            } else {
                tallies.append(tally)
            }
        }
        tallies.sort { $0.outcome < $1.outcome }
        lateness.add(other.lateness)
        connecting.add(other.connecting)
        reconnectCount = reconnectCount.addingSaturated(other.reconnectCount)
        lateAnswerCount = lateAnswerCount.addingSaturated(other.lateAnswerCount)
        sentByteCount = sentByteCount.addingSaturated(other.sentByteCount)
        receivedByteCount = receivedByteCount.addingSaturated(other.receivedByteCount)
        backlogNanosecondsMaximum = max(
            backlogNanosecondsMaximum, other.backlogNanosecondsMaximum)
        senderProcessorSeconds += other.senderProcessorSeconds
        processProcessorSeconds += other.processProcessorSeconds
    }
}
