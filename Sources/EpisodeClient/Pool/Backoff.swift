internal import RPCCore

/// Waits that grow from failure to failure until a success.
struct Backoff: Sendable {
    private let settings: BackoffSettings
    private var wait: Double

    init(_ settings: BackoffSettings) {
        self.settings = settings
        wait = Double(settings.firstMilliseconds)
    }

    /// The next wait, in nanoseconds.
    /// - Parameter random: 0 to 1, evenly spread.
    mutating func next(random: Double) -> Int64 {
        let limit = Double(settings.maximumMilliseconds)
        let now = min(wait, limit)
        wait = min(wait * settings.multiplier, limit)
        let factor = 1 + settings.jitter * (2 * random - 1)
        return Int64(now * factor * 1_000_000)
    }

    mutating func reset() { wait = Double(settings.firstMilliseconds) }
}
