import Glibc

/// Draws ranks with p(rank) in proportion to 1 / (rank + 1 + shift) ^ exponent, in constant time
/// by Walker's alias method.
struct ZipfSampler {
    private var thresholds: [Double]
    private var aliases: [Int32]

    init(count: Int, exponent: Double, shift: Double) {
        let weights = (0..<count).map { pow(Double($0 + 1) + shift, -exponent) }
        let scale = Double(count) / weights.reduce(0, +)
        thresholds = weights.map { $0 * scale }
        aliases = (0..<count).map { Int32($0) }
        var small = thresholds.indices.filter { thresholds[$0] < 1 }
        var large = thresholds.indices.filter { thresholds[$0] >= 1 }
        while let low = small.popLast(), let high = large.last {
            aliases[low] = Int32(high)
            thresholds[high] -= 1 - thresholds[low]
            if thresholds[high] < 1 {
                large.removeLast()
                small.append(high)
            }
        }
        // What rounding left over.
        for rest in large { thresholds[rest] = 1 }
    }

    /// A rank of `lowest` or more.
    func draw(from lowest: Int, _ random: inout SeededRandom) -> Int32 {
        while true {
            let place = random.below(thresholds.count)
            let rank = random.unit() < thresholds[place] ? Int32(place) : aliases[place]
            if rank >= lowest { return rank }
        }
    }
}
