/// How arrivals are spread around the rates of a schedule.
public enum ArrivalPattern: String, CaseIterable, Sendable {
    /// Evenly spaced.
    case uniform
    /// Independent of each other, as those of many users are.
    case poisson
}

/// The times of all calls of a schedule, one after the other. It holds a place in the schedule, not a
/// list.
public struct ArrivalSequence: Sequence, IteratorProtocol, Sendable {
    private let schedule: LoadSchedule
    private let pattern: ArrivalPattern
    private let countMaximum: UInt64
    private var random: LoadRandom
    private var segment = 0
    private var given: UInt64 = 0
    /// What the rates have come to at the last arrival.
    private var reached = 0.0

    /// - Parameter countMaximum: the sequence ends after so many, however long the schedule is.
    public init(
        _ schedule: LoadSchedule, _ pattern: ArrivalPattern, seed: UInt64,
        countMaximum: UInt64? = nil
    ) {
        self.schedule = schedule
        self.pattern = pattern
        random = LoadRandom(seed: seed)
        let limit = pattern == .uniform ? schedule.count : .max
        self.countMaximum = Swift.min(limit, countMaximum ?? .max)
    }

    /// Nanoseconds from the beginning to the next call; nil when there are no more. Never falls.
    public mutating func next() -> Int64? {
        guard given < countMaximum else { return nil }
        switch pattern {
        case .uniform: reached = Double(given)
        case .poisson: reached += random.exponential()
        }
        guard let seconds = schedule.seconds(untilCount: reached, from: &segment) else {
            given = countMaximum
            return nil
        }
        given += 1
        return Int64(seconds * 1e9)
    }
}
