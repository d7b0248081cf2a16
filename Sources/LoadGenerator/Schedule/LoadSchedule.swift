/// When calls are to be sent, as one schedule for all connections: rates over time, from which the
/// time of every call follows. A value without a clock: times are seconds since the beginning.
public struct LoadSchedule: Hashable, Sendable {
    /// A stretch of time in which the rate is constant or changes evenly.
    public struct Segment: Hashable, Sendable {
        public var seconds: Double
        public var fromPerSecond: Double
        public var toPerSecond: Double

        public init(seconds: Double, fromPerSecond: Double, toPerSecond: Double) {
            self.seconds = seconds
            self.fromPerSecond = fromPerSecond
            self.toPerSecond = toPerSecond
        }

        /// Calls of the whole stretch, not rounded.
        var count: Double { seconds * (fromPerSecond + toPerSecond) / 2 }

        /// Calls of its first seconds.
        func count(inFirst seconds: Double) -> Double {
            let slope = (toPerSecond - fromPerSecond) / self.seconds
            return seconds * (fromPerSecond + slope * seconds / 2)
        }

        /// Seconds after which there are so many calls; the inverse of `count(inFirst:)`.
        func seconds(untilCount count: Double) -> Double {
            let slope = (toPerSecond - fromPerSecond) / seconds
            if slope == 0 { return count / fromPerSecond }
            let root = max(0, fromPerSecond * fromPerSecond + 2 * slope * count).squareRoot()
            // This form of the quadratic's solution loses no digits when the slope is small.
            let divisor = fromPerSecond + root
            return divisor > 0 ? min(seconds, 2 * count / divisor) : seconds
        }
    }

    public static let rateMaximum = 10_000_000.0
    public static let secondsMaximum = 86_400.0

    public let segments: [Segment]
    /// Calls until the start of each segment.
    private let countsBefore: [Double]
    private let secondsBefore: [Double]
    public let seconds: Double
    /// Calls that the rates come to, not rounded.
    public let exactCount: Double

    /// Nil when there is no time in it, no call, or a number is out of bounds.
    public init?(_ segments: [Segment]) {
        let rates = segments.flatMap { [$0.fromPerSecond, $0.toPerSecond] }
        guard rates.allSatisfy({ $0.isFinite && $0 >= 0 && $0 <= Self.rateMaximum }),
            segments.allSatisfy({ $0.seconds.isFinite && $0.seconds > 0 })
        else { return nil }
        self.segments = segments
        var counts: [Double] = []
        var starts: [Double] = []
        var (count, seconds) = (0.0, 0.0)
        for segment in segments {
            counts.append(count)
            starts.append(seconds)
            count += segment.count
            seconds += segment.seconds
        }
        countsBefore = counts
        secondsBefore = starts
        self.seconds = seconds
        exactCount = count
        guard count > 0, seconds <= Self.secondsMaximum * 2 else { return nil }
    }

    public static func constant(perSecond: Double, seconds: Double) -> LoadSchedule? {
        LoadSchedule([
            Segment(seconds: seconds, fromPerSecond: perSecond, toPerSecond: perSecond)
        ])
    }

    /// Calls of evenly spaced arrivals: rate times time, rounded down. A product that misses a whole
    /// number only by the rounding of binary fractions counts as that number.
    public var count: UInt64 { Self.whole(exactCount) }

    private static func whole(_ count: Double) -> UInt64 {
        let nearest = count.rounded()
        return UInt64(abs(count - nearest) <= nearest * 1e-12 ? nearest : count.rounded(.down))
    }

    /// Evenly spaced arrivals at or before a time: the call of number i comes when the rates come to
    /// i calls, the first at the very beginning.
    public func count(untilSeconds time: Double) -> UInt64 {
        guard time >= 0 else { return 0 }
        return min(count, Self.whole(exactCount(untilSeconds: time)) + 1)
    }

    /// Calls that the rates come to until a time.
    public func exactCount(untilSeconds time: Double) -> Double {
        guard time < seconds else { return exactCount }
        let place = segments.indices.last { secondsBefore[$0] <= time } ?? 0
        return countsBefore[place]
            + segments[place].count(inFirst: max(0, time - secondsBefore[place]))
    }

    /// The rate at a time, in calls a second.
    public func rate(atSeconds time: Double) -> Double {
        let place = segments.indices.last { secondsBefore[$0] <= time } ?? 0
        let segment = segments[place]
        let share = min(1, max(0, (time - secondsBefore[place]) / segment.seconds))
        return segment.fromPerSecond + (segment.toPerSecond - segment.fromPerSecond) * share
    }

    /// When the rates have come to so many calls; nil when they never do.
    func seconds(untilCount count: Double, from segment: inout Int) -> Double? {
        while segment < segments.count {
            let inside = count - countsBefore[segment]
            if inside < segments[segment].count || segment == segments.count - 1 {
                guard inside <= segments[segment].count else { return nil }
                return secondsBefore[segment] + segments[segment].seconds(untilCount: inside)
            }
            segment += 1
        }
        return nil
    }
}
