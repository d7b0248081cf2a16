/// Counts values, such as latencies, in constant memory and tells any percentile of them to a fixed
/// number of digits. The unit is the owner's.
///
/// The smallest and the largest value are kept as they were. A value beyond the range counts in the
/// last counter and in `overRangeCount`, so nothing is ever lost; one below 0 counts as 0.
///
/// Source: HdrHistogram (Gil Tene). Percentiles are those of its Python and C forms, except that no
/// percentile is above the true maximum.
public struct HDRHistogram: Hashable, Sendable {
    public let layout: HDRLayout
    var counts: [UInt64]
    public internal(set) var totalCount: UInt64 = 0
    /// Values above `layout.highest`; they are counted as that.
    public internal(set) var overRangeCount: UInt64 = 0
    /// Counters that may be other than 0.
    var used: Range<Int> = 0..<0
    private var smallest = Int64.max
    private var largest: Int64 = 0

    /// - Complexity: O(counters), 264 KiB for nanoseconds.
    public init(_ layout: HDRLayout = .nanoseconds) {
        self.layout = layout
        counts = [UInt64](repeating: 0, count: layout.counterCount)
    }

    public var isEmpty: Bool { totalCount == 0 }
    /// The smallest value; nil when there is none.
    public var minimum: Int64? { isEmpty ? nil : smallest }
    /// The largest value, also when it is beyond the range; nil when there is none.
    public var maximum: Int64? { isEmpty ? nil : largest }

    /// Counts one value.
    /// - Complexity: O(1), without allocation.
    public mutating func record(_ value: Int64) { record(value, count: 1) }

    /// Counts a value so many times.
    public mutating func record(_ value: Int64, count: UInt64) {
        guard count > 0 else { return }
        let value = max(value, 0)
        if value > layout.highest { overRangeCount &+= count }
        let index = layout.index(of: min(value, layout.highest))
        counts[index] &+= count
        totalCount &+= count
        if value < smallest { smallest = value }
        if value > largest { largest = value }
        if !used.contains(index) { extend(to: index) }
    }

    private mutating func extend(to index: Int) {
        used =
            used.isEmpty
            ? index..<(index + 1)
            : min(used.lowerBound, index)..<max(used.upperBound, index + 1)
    }

    /// Adds what another histogram counted. One of another layout is counted anew, value by value,
    /// which costs digits when its own were fewer.
    /// - Complexity: O(counters in use).
    public mutating func add(_ other: HDRHistogram) {
        guard !other.isEmpty else { return }
        guard other.layout == layout else { return addAnew(other) }
        for index in other.used where other.counts[index] > 0 {
            counts[index] &+= other.counts[index]
        }
        extend(to: other.used.lowerBound)
        extend(to: other.used.upperBound - 1)
        let (sum, overflow) = totalCount.addingReportingOverflow(other.totalCount)
        totalCount = overflow ? .max : sum
        overRangeCount &+= other.overRangeCount
        smallest = min(smallest, other.smallest)
        largest = max(largest, other.largest)
    }

    private mutating func addAnew(_ other: HDRHistogram) {
        for index in other.used where other.counts[index] > 0 {
            record(other.layout.medianValue(at: index), count: other.counts[index])
        }
        overRangeCount &+= other.overRangeCount
        smallest = min(smallest, other.smallest)
        largest = max(largest, other.largest)
    }

    /// Forgets all values and keeps the memory.
    /// - Complexity: O(counters in use).
    public mutating func reset() {
        for index in used { counts[index] = 0 }
        used = 0..<0
        totalCount = 0
        overRangeCount = 0
        smallest = .max
        largest = 0
    }

    /// What encoding leaves out, told by the encoded form's owner: the exact extremes and the values
    /// beyond the range. Extremes that the counters contradict are not believed.
    public mutating func restore(minimum: Int64, maximum: Int64, overRangeCount: UInt64) {
        guard !isEmpty else { return }
        if layout.index(of: min(max(minimum, 0), layout.highest)) == used.lowerBound {
            smallest = max(minimum, 0)
        }
        if layout.index(of: min(max(maximum, 0), layout.highest)) == used.upperBound - 1 {
            largest = maximum
        }
        self.overRangeCount = min(overRangeCount, totalCount)
    }

    /// Takes over decoded counters.
    mutating func replaceCounts(_ decoded: [UInt64]) {
        for (index, count) in decoded.enumerated() where count > 0 && index < counts.count {
            counts[index] = count
            let (sum, overflow) = totalCount.addingReportingOverflow(count)
            totalCount = overflow ? .max : sum
            extend(to: index)
        }
        guard !isEmpty else { return }
        smallest = layout.lowestValue(at: used.lowerBound)
        largest = layout.highestValue(at: used.upperBound - 1)
    }
}

extension HDRHistogram: CustomStringConvertible {
    /// How many values of which size; all counters would be too much to read.
    public var description: String {
        guard let minimum, let maximum else { return "HDRHistogram(empty)" }
        return "HDRHistogram(\(totalCount) values from \(minimum) to \(maximum))"
    }
}
