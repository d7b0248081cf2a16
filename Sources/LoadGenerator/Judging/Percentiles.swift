public import LatencyHistogram

/// What reports say of percentiles.
public enum Percentiles {
    /// The ones that summaries show; the maximum follows by itself.
    public static let shown: [Double] = [50, 75, 90, 99, 99.9, 99.99]
    /// With fewer values beyond it a percentile is a matter of luck.
    public static let thinCount: UInt64 = 10

    public static func isThin(_ histogram: HDRHistogram?, _ percentile: Double) -> Bool {
        guard let histogram, !histogram.isEmpty, percentile < 100 else { return false }
        return histogram.countBeyond(percentile: percentile) < thinCount
    }

    /// `p50`, `p99.9`.
    public static func name(_ percentile: Double) -> String {
        let text = "\(percentile)"
        return "p" + (text.hasSuffix(".0") ? String(text.dropLast(2)) : text)
    }
}
