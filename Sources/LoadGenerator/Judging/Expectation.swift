import LatencyHistogram

/// A condition that a result must meet, such as `p99<5ms`, `errors<0.1%` or `rate>=0.99`.
public struct Expectation: Hashable, Sendable {
    public enum Metric: Hashable, Sendable {
        /// Of the response times of calls that ended with OK, in nanoseconds.
        case percentile(Double)
        case minimum
        case maximum
        case mean
        /// Of the service times.
        case servicePercentile(Double)
        /// Of this machine's own lateness.
        case latenessPercentile(Double)
        /// Share of calls that did not end with OK, 0 to 1.
        case errorShare
        case errorCount
        /// Calls sent in their time to calls asked, 0 to 1.
        case rateShare
        /// Calls that ended with OK, a second.
        case okPerSecond
    }

    public enum Comparison: String, Sendable {
        case less = "<"
        case notMore = "<="
        case more = ">"
        case notLess = ">="

        func holds(_ value: Double, _ limit: Double) -> Bool {
            switch self {
            case .less: value < limit
            case .notMore: value <= limit
            case .more: value > limit
            case .notLess: value >= limit
            }
        }
    }

    public var metric: Metric
    public var comparison: Comparison
    /// In the metric's own unit.
    public var limit: Double
    /// As it was written.
    public var text: String
}

/// How an expectation turned out.
public struct ExpectationOutcome: Hashable, Sendable {
    public var expectation: Expectation
    /// Nil when there was nothing to measure it on, which is a failure.
    public var value: Double?
    public var isMet: Bool
    /// Fewer than ten values lie beyond the percentile: chance decides.
    public var isThin: Bool
}

extension Expectation {
    /// Judges a result. What was not measured is not met.
    public func judge(_ result: RunResult) -> ExpectationOutcome {
        let value = value(in: result)
        return ExpectationOutcome(
            expectation: self, value: value,
            isMet: value.map { comparison.holds($0, limit) } ?? false, isThin: isThin(in: result))
    }

    private func value(in result: RunResult) -> Double? {
        let response = result.tally(.ok)?.response
        switch metric {
        case .percentile(let percentile):
            return response?.value(atPercentile: percentile).map(Double.init)
        case .minimum: return response?.minimum.map(Double.init)
        case .maximum: return response?.maximum.map(Double.init)
        case .mean: return response?.mean
        case .servicePercentile(let percentile):
            return result.tally(.ok)?.service.value(atPercentile: percentile).map(Double.init)
        case .latenessPercentile(let percentile):
            return result.lateness.value(atPercentile: percentile).map(Double.init)
        case .errorShare: return result.failureShare
        case .errorCount: return result.endedCount > 0 ? Double(result.failureCount) : nil
        case .rateShare: return result.sentShare
        case .okPerSecond: return result.okPerSecond
        }
    }

    private func isThin(in result: RunResult) -> Bool {
        switch metric {
        case .percentile(let percentile):
            Percentiles.isThin(result.tally(.ok)?.response, percentile)
        case .servicePercentile(let percentile):
            Percentiles.isThin(result.tally(.ok)?.service, percentile)
        case .latenessPercentile(let percentile):
            Percentiles.isThin(result.lateness, percentile)
        default: false
        }
    }
}
