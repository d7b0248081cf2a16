internal import RPCCore

/// How waits grow from attempt to attempt.
public struct BackoffSettings: Hashable, Sendable {
    /// The first wait.
    public var firstMilliseconds: Int64
    /// No wait is longer, its jitter apart.
    public var maximumMilliseconds: Int64
    /// Each wait is so many times the one before; at least 1.
    public var multiplier: Double
    /// The share of a wait, 0 to 1, by which it is made shorter or longer at random, so that clients
    /// that failed together do not come back together.
    public var jitter: Double

    public init(
        firstMilliseconds: Int64, maximumMilliseconds: Int64, multiplier: Double, jitter: Double
    ) {
        self.firstMilliseconds = firstMilliseconds
        self.maximumMilliseconds = maximumMilliseconds
        self.multiplier = multiplier
        self.jitter = jitter
    }

    func check(_ field: String) throws(RPCError) {
        let longest = 86_400_000
        try ClientConfiguration.check(
            "\(field).firstMilliseconds", Int(clamping: firstMilliseconds), 1...longest)
        try ClientConfiguration.check(
            "\(field).maximumMilliseconds", Int(clamping: maximumMilliseconds), 1...longest)
        guard multiplier >= 1, multiplier <= 100 else {
            throw ClientConfiguration.fault(
                "\(field).multiplier", "is \(multiplier); 1 to 100 is right")
        }
        guard jitter >= 0, jitter <= 1 else {
            throw ClientConfiguration.fault("\(field).jitter", "is \(jitter); 0 to 1 is right")
        }
    }
}
