import LatencyHistogram

/// Two sets of runs side by side: is the new one worse than chance explains?
public struct RunComparison: Hashable, Sendable {
    public struct Row: Hashable, Sendable {
        public var name: String
        /// Medians over the repeats; nil when there was nothing to measure.
        public var base: Double?
        public var new: Double?
        /// New to base.
        public var ratio: Double?
        /// How far repeats of the same thing lie from their median, as a share of it; nil when there
        /// is only one of each.
        public var noise: Double?
        public var verdict: RowVerdict
        public var isTime: Bool
        /// Chance decides: few values lie beyond the percentile.
        public var isThin: Bool
    }

    public enum RowVerdict: String, Sendable {
        case same
        case better
        case worse
        /// One side has no value: only worse when it is the new one.
        case missing
    }

    public var rows: [Row]
    public var tolerance: Double
    public var isWorse: Bool {
        rows.contains { $0.verdict == .worse || ($0.verdict == .missing && $0.new == nil) }
    }

    /// - Parameter tolerance: a share, such as 0.05, that a change must pass to count, beside the
    ///   noise.
    public init(base: [RunResult], new: [RunResult], tolerance: Double) {
        self.tolerance = tolerance
        var rows: [Row] = []
        for percentile in Percentiles.shown {
            rows.append(
                Self.row(
                    Percentiles.name(percentile), base, new, tolerance, moreIsWorse: true,
                    isTime: true,
                    isThin: (base + new).contains {
                        Percentiles.isThin($0.tally(.ok)?.response, percentile)
                    }
                ) { $0.tally(.ok)?.response.value(atPercentile: percentile).map(Double.init) })
        }
        rows.append(
            Self.row("mean", base, new, tolerance, moreIsWorse: true, isTime: true) {
                $0.tally(.ok)?.response.mean
            })
        rows.append(
            Self.row(
                "ok/s", base, new, tolerance, moreIsWorse: false, isTime: false, \.okPerSecond))
        self.rows = rows + [Self.failures(base, new)]
    }

    private static func row(
        _ name: String, _ base: [RunResult], _ new: [RunResult], _ tolerance: Double,
        moreIsWorse: Bool, isTime: Bool, isThin: Bool = false,
        _ value: (RunResult) -> Double?
    ) -> Row {
        let (old, fresh) = (base.compactMap(value), new.compactMap(value))
        let (left, right) = (median(old), median(fresh))
        let spreads = [spread(old), spread(fresh)].compactMap(\.self)
        let noise = spreads.max()
        guard let left, let right, left > 0 else {
            return Row(
                name: name, base: left, new: right, ratio: nil, noise: noise,
                verdict: left == nil && right == nil ? .same : .missing, isTime: isTime,
                isThin: isThin)
        }
        let ratio = right / left
        let band = max(tolerance, noise ?? 0)
        var verdict = RowVerdict.same
        if ratio > 1 + band { verdict = moreIsWorse ? .worse : .better }
        if ratio < 1 / (1 + band) { verdict = moreIsWorse ? .better : .worse }
        // Luck cannot make a run worse.
        if verdict == .worse, isThin { verdict = .same }
        return Row(
            name: name, base: left, new: right, ratio: ratio, noise: noise, verdict: verdict,
            isTime: isTime, isThin: isThin)
    }

    /// Failures are compared as shares: half a percent more of all calls is worse.
    private static func failures(_ base: [RunResult], _ new: [RunResult]) -> Row {
        let (old, fresh) = (base.compactMap(\.failureShare), new.compactMap(\.failureShare))
        let (left, right) = (median(old), median(fresh))
        var verdict = RowVerdict.same
        if let left, let right {
            let band = max(0.005, ((old.max() ?? 0) - (old.min() ?? 0)))
            if right > left + band { verdict = .worse }
            if right < left - band { verdict = .better }
        } else if left != nil || right != nil {
            verdict = .missing
        }
        return Row(
            name: "errors", base: left, new: right, ratio: nil, noise: nil, verdict: verdict,
            isTime: false, isThin: false)
    }

    static func median(_ values: [Double]) -> Double? {
        guard !values.isEmpty else { return nil }
        let sorted = values.sorted()
        let middle = sorted.count / 2
        return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
    }

    /// The farthest from the median, as a share of it.
    private static func spread(_ values: [Double]) -> Double? {
        guard values.count > 1, let median = median(values), median > 0 else { return nil }
        return values.map { abs($0 - median) / median }.max()
    }
}
