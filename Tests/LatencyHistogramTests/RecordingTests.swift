import LatencyHistogram
import TestSupport
import Testing

/// Purpose: what is recorded is told again, to three digits, whatever the values are.
/// Method: random samples against a sorted list of them.
struct RecordingTests {
    /// Values of all sizes: their logarithms are evenly spread.
    static func samples(_ count: Int, seed: UInt64) -> [Int64] {
        var random = SeededGenerator(seed: seed)
        return (0..<count).map { _ in
            Int64.random(
                in: 0...(Int64(1) << Int64.random(in: 1...41, using: &random)), using: &random)
        }
    }

    static func histogram(_ samples: [Int64]) -> HDRHistogram {
        var histogram = HDRHistogram()
        for sample in samples { histogram.record(sample) }
        return histogram
    }

    @Test(arguments: [1, 2, 9, 100, 20_000])
    func `Every percentile is right to three digits`(_ count: Int) throws {
        let samples = Self.samples(count, seed: UInt64(count)).sorted()
        let histogram = Self.histogram(samples)
        #expect(histogram.totalCount == UInt64(count))
        for percentile in [0.5, 10, 25, 50, 75, 90, 99, 99.9, 99.99] {
            let rank = min(count, max(1, Int(percentile * Double(count) / 100 + 0.5)))
            let exact = samples[rank - 1]
            let told = try #require(histogram.value(atPercentile: percentile))
            #expect(told >= exact, "p\(percentile)")
            #expect(Double(told - exact) <= Double(exact) * 0.001, "p\(percentile)")
        }
    }

    @Test func `The extremes are exact and p100 is the maximum`() throws {
        let samples = Self.samples(5_000, seed: 3)
        let histogram = Self.histogram(samples)
        #expect(histogram.minimum == samples.min())
        #expect(histogram.maximum == samples.max())
        #expect(histogram.value(atPercentile: 100) == samples.max())
        #expect(histogram.value(atPercentile: 0) == samples.min())
    }

    @Test func `Percentiles never fall`() throws {
        let histogram = Self.histogram(Self.samples(3_000, seed: 8))
        var last: Int64 = 0
        for tenth in 0...1_000 {
            let value = try #require(histogram.value(atPercentile: Double(tenth) / 10))
            #expect(value >= last)
            last = value
        }
    }

    @Test func `A value beyond the range is counted and kept as the maximum`() {
        var histogram = HDRHistogram()
        histogram.record(5)
        histogram.record(.max)
        histogram.record(4_000_000_000_000)
        #expect(histogram.totalCount == 3)
        #expect(histogram.overRangeCount == 2)
        #expect(histogram.maximum == .max)
        #expect(histogram.value(atPercentile: 99) == .max)
    }

    @Test func `A value below zero counts as zero`() {
        var histogram = HDRHistogram()
        histogram.record(-7)
        #expect(histogram.minimum == 0)
        #expect(histogram.maximum == 0)
    }

    @Test func `Nothing recorded has no percentile`() {
        let histogram = HDRHistogram()
        #expect(histogram.value(atPercentile: 50) == nil)
        #expect(histogram.mean == nil)
        #expect(histogram.maximum == nil)
        #expect(histogram.countBeyond(percentile: 50) == 0)
    }

    @Test func `Merged histograms are as if all had gone into one`() {
        let (left, right) = (Self.samples(900, seed: 1), Self.samples(700, seed: 2))
        var merged = Self.histogram(left)
        merged.add(Self.histogram(right))
        #expect(merged == Self.histogram(left + right))
    }

    @Test func `A reset histogram is as good as new`() {
        var histogram = Self.histogram(Self.samples(500, seed: 4))
        histogram.reset()
        #expect(histogram == HDRHistogram())
    }

    @Test(arguments: [(1, 2, 1), (1, 3_600_000_000_000, 3), (1_000, 60_000_000, 2), (7, 99, 5)])
    func `Every layout finds its counters again`(_ lowest: Int, _ highest: Int, _ digits: Int)
        throws
    {
        let layout = try #require(
            HDRLayout(lowest: Int64(lowest), highest: Int64(highest), digits: digits))
        var histogram = HDRHistogram(layout)
        for value in [0, lowest, (lowest + highest) / 2, highest] { histogram.record(Int64(value)) }
        #expect(histogram.totalCount == 4)
        #expect(histogram.overRangeCount == 0)
        #expect(histogram.maximum == Int64(highest))
    }

    @Test(arguments: [(0, 10, 3), (1, 1, 3), (1, 10, 0), (1, 10, 6), (-5, 10, 3)])
    func `Layouts that are none are refused`(_ lowest: Int, _ highest: Int, _ digits: Int) {
        #expect(
            HDRLayout(lowest: Int64(lowest), highest: Int64(highest), digits: digits) == nil)
    }

    @Test func `Few values beyond a percentile are told`() {
        let histogram = Self.histogram(Self.samples(1_000, seed: 5))
        #expect(histogram.countBeyond(percentile: 99) == 10)
        #expect(histogram.countBeyond(percentile: 99.9) == 1)
    }

    @Test func `The walk ends at all values and never falls`() throws {
        let histogram = Self.histogram(Self.samples(2_000, seed: 6))
        let steps = Array(PercentileWalk(histogram))
        let last = try #require(steps.last)
        #expect(last.percentile == 100)
        #expect(last.countToValue == 2_000)
        #expect(last.value == histogram.maximum)
        for (left, right) in zip(steps, steps.dropFirst()) {
            #expect(left.value <= right.value)
            #expect(left.percentile < right.percentile)
            #expect(left.countToValue <= right.countToValue)
        }
    }

    @Test(.timeLimit(.minutes(1)))
    func `The percentiles of very many values come to an end`() throws {
        var histogram = HDRHistogram()
        histogram.record(1, count: 1 << 62)
        histogram.record(1_000_000)
        for ticks in [1, 5, 1_000] {
            var last: PercentileWalk.Step?
            for step in PercentileWalk(histogram, ticksPerHalf: ticks) { last = step }
            #expect(last?.percentile == 100)
        }
        var twice = histogram
        for _ in 0..<8 { twice.add(histogram) }
        #expect(twice.totalCount == .max)
        #expect(twice.value(atPercentile: 99.9) != nil)
    }
}
