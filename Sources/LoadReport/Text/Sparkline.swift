internal import LatencyHistogram
internal import LoadGenerator

/// A row of bars, one for each of a few values.
public enum Sparkline {
    private static let bars = Array("▁▂▃▄▅▆▇█")
    private static let plainBars = Array("_.-=+*%#")

    /// - Parameter isPlain: with letters that every terminal has.
    public static func text(_ values: [Double], isPlain: Bool = false) -> String {
        let bars = isPlain ? plainBars : bars
        let top = values.filter(\.isFinite).max() ?? 0
        return String(
            values.map { value in
                guard value.isFinite, value > 0, top > 0 else { return isPlain ? " " : bars[0] }
                return bars[min(bars.count - 1, Int(value / top * Double(bars.count - 1) + 0.5))]
            })
    }

    /// The last so many values, or all of them put together in groups when there are more.
    static func fitted(_ values: [Double], width: Int) -> [Double] {
        guard values.count > width, width > 0 else { return values }
        let size = (values.count + width - 1) / width
        return stride(from: 0, to: values.count, by: size).map { start in
            values[start..<min(start + size, values.count)].max() ?? 0
        }
    }

    /// Answers and p99 second by second; nil when there were fewer than three.
    static func lines(_ series: [SeriesPoint], isPlain: Bool, width: Int = 60) -> String? {
        let whole = series.filter { $0.askedCount > 0 || $0.sentCount > 0 }
        guard whole.count > 2 else { return nil }
        let rates = whole.map { Double($0.okCount) / max($0.lengthSeconds, 0.001) }
        let tails = whole.map { Double($0.p99Nanoseconds ?? 0) }
        return "\nOK a second   \(text(fitted(rates, width: width), isPlain: isPlain)) "
            + "up to \(RateWords.text(rates.max() ?? 0))\n"
            + "p99           \(text(fitted(tails, width: width), isPlain: isPlain)) "
            + "up to \(TimeWords.text(nanoseconds: tails.max() ?? 0))\n"
    }
}
