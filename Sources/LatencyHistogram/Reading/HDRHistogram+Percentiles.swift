extension HDRHistogram {
    /// The value that so many percent of all values are not above; nil when there is none.
    ///
    /// It is the top of its counter, but never above the true maximum; 0 percent is the minimum.
    /// - Complexity: O(counters in use).
    public func value(atPercentile percentile: Double) -> Int64? {
        guard !isEmpty else { return nil }
        if percentile <= 0 { return minimum }
        if percentile >= 100 { return maximum }
        let rank = rank(ofPercentile: percentile)
        var seen: UInt64 = 0
        for index in used {
            seen &+= counts[index]
            guard seen >= rank else { continue }
            // The exact extremes, also when they lie beyond the range.
            if seen == totalCount, overRangeCount > 0 { return maximum }
            return min(layout.highestValue(at: index), maximum ?? .max)
        }
        return maximum
    }

    /// Which value in ascending order a percentile is, counted from 1. The same rounding as in
    /// HdrHistogram's C and Python forms, so that all of them tell the same values.
    private func rank(ofPercentile percentile: Double) -> UInt64 {
        let exact = min(percentile, 100) * Double(totalCount) / 100 + 0.5
        return exact < 0x1p63 ? max(1, min(totalCount, UInt64(exact))) : totalCount
    }

    /// Values that lie beyond a percentile. Fewer than ten make it a matter of luck.
    public func countBeyond(percentile: Double) -> UInt64 {
        isEmpty ? 0 : totalCount - rank(ofPercentile: max(0, percentile))
    }

    /// Values up to and including `value`, to the histogram's digits.
    public func count(notAbove value: Int64) -> UInt64 {
        guard !isEmpty, value >= 0 else { return 0 }
        let last = layout.index(of: min(value, layout.highest))
        return used.prefix { $0 <= last }.reduce(0) { $0 &+ counts[$1] }
    }

    /// The mean, from the middles of counters; nil when there is none.
    public var mean: Double? {
        guard !isEmpty else { return nil }
        var sum = 0.0
        for index in used where counts[index] > 0 {
            sum += Double(counts[index]) * Double(layout.medianValue(at: index))
        }
        return min(sum / Double(totalCount), Double(maximum ?? .max))
    }

    /// Of the whole population; nil when there is none.
    public var standardDeviation: Double? {
        guard let mean else { return nil }
        var sum = 0.0
        for index in used where counts[index] > 0 {
            let distance = Double(layout.medianValue(at: index)) - mean
            sum += distance * distance * Double(counts[index])
        }
        return (sum / Double(totalCount)).squareRoot()
    }
}
