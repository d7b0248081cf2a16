public import LatencyHistogram

/// All calls that ended in one way. Fast failures never mix with the latencies of successes.
public struct OutcomeTally: Hashable, Sendable {
    public var outcome: LoadOutcome
    /// From the time a call was to be sent to its end, in nanoseconds: what a user would have waited.
    public var response: HDRHistogram
    /// From the time it was sent to its end, in nanoseconds: what the server and the way took.
    /// Empty for calls that were never sent.
    public var service: HDRHistogram
    /// What the first of them said, for people; empty when nothing was said.
    public var firstMessage: String

    public init(
        outcome: LoadOutcome, response: HDRHistogram = HDRHistogram(),
        service: HDRHistogram = HDRHistogram(), firstMessage: String = ""
    ) {
        self.outcome = outcome
        self.response = response
        self.service = service
        self.firstMessage = firstMessage
    }

    public var count: UInt64 { response.totalCount }

    public mutating func add(_ other: OutcomeTally) {
        response.add(other.response)
        service.add(other.service)
        if firstMessage.isEmpty { firstMessage = other.firstMessage }
    }
}
