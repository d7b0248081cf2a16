/// What keeps retries from making an outage worse; see `RetrySettings`.
struct RetryBudget: Sendable {
    private let settings: RetrySettings
    private(set) var tokenCount: Double

    init(_ settings: RetrySettings) {
        self.settings = settings
        tokenCount = settings.tokenCountMaximum
    }

    var isFull: Bool { tokenCount >= settings.tokenCountMaximum }

    mutating func noteSuccess() {
        tokenCount = min(tokenCount + settings.tokensPerSuccess, settings.tokenCountMaximum)
    }

    /// Takes a token for a failure; whether the call may be made again.
    mutating func noteFailure() -> Bool {
        tokenCount = max(0, tokenCount - 1)
        return tokenCount > settings.tokenCountMaximum / 2
    }
}
