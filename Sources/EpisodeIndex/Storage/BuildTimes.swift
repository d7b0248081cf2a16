/// How long a part of an index took to build, for figures.
public struct BuildTime: Sendable {
    /// What was built, in the words of `MemoryUse`.
    public let purpose: String
    public let seconds: Double
}

/// A stopwatch that runs from one purpose to the next.
struct BuildTimes {
    private(set) var spent: [BuildTime] = []
    private var start = ContinuousClock.now

    /// Books the time since the last call on `purpose`.
    mutating func end(_ purpose: String) {
        let now = ContinuousClock.now
        let elapsed = start.duration(to: now) / .seconds(1)
        start = now
        let place = spent.firstIndex { $0.purpose == purpose }
        let before = place.map { spent.remove(at: $0).seconds } ?? 0
        spent.append(BuildTime(purpose: purpose, seconds: before + elapsed))
    }
}
