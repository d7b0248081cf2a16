import LoadGenerator
import Testing

/// Purpose: requests are sent as often as their weights say, and repeat with their seed.
struct MixTests {
    private func mix(_ weights: [Double]) throws -> RequestMix {
        try #require(
            RequestMix(
                weights.map { MixEntry(service: "s", method: "m", payload: [], weight: $0) }))
    }

    @Test(arguments: [[1.0], [1, 1], [1, 9], [5, 1, 3, 1], [0.001, 1_000], [3, 3, 3, 3, 88]])
    func `Shares are those of the weights`(_ weights: [Double]) throws {
        var sampler = MixSampler(try mix(weights), seed: 3)
        var counts = [Int](repeating: 0, count: weights.count)
        let total = 100_000
        for _ in 0..<total { counts[sampler.next()] += 1 }
        for (weight, count) in zip(weights, counts) {
            let share = weight / weights.reduce(0, +)
            let deviation = (share * (1 - share) / Double(total)).squareRoot()
            #expect(abs(Double(count) / Double(total) - share) <= 5 * deviation + 1e-9)
        }
    }

    @Test func `A seed repeats the choice`() throws {
        let mix = try mix([1, 2, 3])
        var (left, right) = (MixSampler(mix, seed: 9), MixSampler(mix, seed: 9))
        for _ in 0..<1_000 { #expect(left.next() == right.next()) }
    }

    @Test(arguments: [[], [0.0], [-1], [Double.nan], [.infinity], [1e308, 1e308]])
    func `Weights that are none are refused`(_ weights: [Double]) {
        #expect(
            RequestMix(
                weights.map { MixEntry(service: "s", method: "m", payload: [], weight: $0) })
                == nil)
    }
}
