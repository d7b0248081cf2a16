/// A reading of the monotonic clock, in nanoseconds. Whoever runs protocol logic passes it in, so
/// that tests can pass any time they like.
public struct MonotonicTime: Hashable, Comparable, Sendable {
    public var nanoseconds: Int64

    public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

    /// Later than every real reading: no deadline.
    public static let distantFuture = MonotonicTime(nanoseconds: .max)

    public static func < (left: MonotonicTime, right: MonotonicTime) -> Bool {
        left.nanoseconds < right.nanoseconds
    }

    /// This time plus `nanoseconds`; an overflow ends at the distant future or past.
    public func advanced(byNanoseconds nanoseconds: Int64) -> MonotonicTime {
        let (sum, overflow) = self.nanoseconds.addingReportingOverflow(nanoseconds)
        return MonotonicTime(nanoseconds: overflow ? (nanoseconds > 0 ? .max : .min) : sum)
    }

    public func advanced(byMilliseconds milliseconds: Int64) -> MonotonicTime {
        let (scaled, overflow) = milliseconds.multipliedReportingOverflow(by: 1_000_000)
        return advanced(byNanoseconds: overflow ? (milliseconds > 0 ? .max : .min) : scaled)
    }

    /// Nanoseconds from `earlier` to this time; a distance that does not fit is the longest there
    /// is.
    public func nanoseconds(since earlier: MonotonicTime) -> Int64 {
        let (distance, overflow) = nanoseconds.subtractingReportingOverflow(earlier.nanoseconds)
        return overflow ? (self > earlier ? .max : .min) : distance
    }
}
