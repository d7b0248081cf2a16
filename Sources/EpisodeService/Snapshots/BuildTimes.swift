/// How long the snapshots took to make that were served so far.
public struct BuildTimes: Hashable, Sendable {
    /// Upper ends of the buckets, in seconds: an edit takes a millisecond, a catalogue of a million
    /// rows most of a minute.
    public static let bounds = [0.001, 0.005, 0.025, 0.1, 0.5, 2.5, 10, 60]

    /// Of each bucket by itself, and behind them of what is above all.
    public private(set) var counts = Array(repeating: 0, count: bounds.count + 1)
    /// Of all together.
    public private(set) var seconds = 0.0

    mutating func add(_ duration: Duration) {
        let (whole, attoseconds) = duration.components
        let time = Double(whole) + Double(attoseconds) / 1e18
        counts[Self.bounds.firstIndex { time <= $0 } ?? Self.bounds.count] += 1
        seconds += time
    }
}
