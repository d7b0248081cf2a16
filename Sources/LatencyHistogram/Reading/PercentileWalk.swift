/// The percentiles that say most: close together where they near 100, each with how many values
/// there are up to it. The last is 100 %.
public struct PercentileWalk: Sequence, IteratorProtocol {
    public struct Step: Hashable, Sendable {
        public var value: Int64
        /// From 0 to 100.
        public var percentile: Double
        public var countToValue: UInt64
    }

    private let histogram: HDRHistogram
    private let ticksPerHalf: Double
    private var index: Int
    private var seen: UInt64 = 0
    private var target = 0.0
    private var isAtCounter = false
    private var isOver: Bool

    /// - Parameter ticksPerHalf: steps on the way from each percentile to half of what is left.
    public init(_ histogram: HDRHistogram, ticksPerHalf: Int = 5) {
        self.histogram = histogram
        self.ticksPerHalf = Double(Swift.max(ticksPerHalf, 1))
        index = histogram.used.lowerBound
        isOver = histogram.isEmpty
    }

    public mutating func next() -> Step? {
        guard !isOver else { return nil }
        let total = histogram.totalCount
        while index < histogram.used.upperBound {
            if !isAtCounter {
                seen &+= histogram.counts[index]
                isAtCounter = true
            }
            let reached = 100 * Double(seen) / Double(total)
            if histogram.counts[index] > 0, reached >= target, target < 100 {
                let step = Step(
                    value: Swift.min(
                        histogram.layout.highestValue(at: index), histogram.maximum ?? .max),
                    percentile: target, countToValue: seen)
                advanceTarget()
                // All that follows would show this last value.
                if seen == total { index = histogram.used.upperBound }
                return step
            }
            index += 1
            isAtCounter = false
        }
        isOver = true
        return Step(value: histogram.maximum ?? 0, percentile: 100, countToValue: total)
    }

    private mutating func advanceTarget() {
        let gap = 100 - target
        guard gap > 0 else { return }
        // Whole halvings of the way so far, each with as many ticks.
        var halvings = 1.0
        while 100 / gap >= halvings * 2 { halvings *= 2 }
        let next = target + 100 / (ticksPerHalf * halvings * 2)
        // A step below what the number can tell would be made for ever.
        target = next > target ? next : 100
    }
}
