internal import RPCCore

/// When a call that failed is made again.
///
/// Made again is a call that no server can have seen, whatever its method, and a call that failed
/// with UNAVAILABLE and whose method may run twice. All attempts share the time of the call.
///
/// The budget keeps retries from making an outage worse: every such failure takes a token, every
/// success gives back `tokensPerSuccess`, and nothing is made again while half or less of
/// `tokenCountMaximum` is there. Source: gRPC proposal A6, "Throttling Retry Attempts and Hedged
/// RPCs".
public struct RetrySettings: Hashable, Sendable {
    /// Attempts of one call, the first included; 1 makes nothing again.
    public var attemptCountMaximum = 3
    /// Between attempts. The first retry of a call that was never sent does not wait.
    public var backoff = BackoffSettings(
        firstMilliseconds: 50, maximumMilliseconds: 1_000, multiplier: 2, jitter: 0.5)
    public var tokenCountMaximum = 100.0
    public var tokensPerSuccess = 0.1

    public init() {}

    /// Nothing is made again.
    public static var none: RetrySettings {
        var settings = RetrySettings()
        settings.attemptCountMaximum = 1
        return settings
    }

    func check() throws(RPCError) {
        try ClientConfiguration.check(
            "retries.attemptCountMaximum", attemptCountMaximum, 1...100)
        try backoff.check("retries.backoff")
        guard tokenCountMaximum > 0, tokenCountMaximum <= 1_000_000 else {
            throw ClientConfiguration.fault(
                "retries.tokenCountMaximum",
                "is \(tokenCountMaximum); above 0 and up to 1000000 is right")
        }
        guard tokensPerSuccess >= 0, tokensPerSuccess <= tokenCountMaximum else {
            throw ClientConfiguration.fault(
                "retries.tokensPerSuccess",
                "is \(tokensPerSuccess); 0 to tokenCountMaximum is right")
        }
    }
}
