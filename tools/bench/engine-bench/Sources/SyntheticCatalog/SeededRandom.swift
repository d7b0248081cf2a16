import Glibc

/// SplitMix64, https://prng.di.unimi.it/splitmix64.c: the same seed gives the same numbers
/// everywhere, and a generator for each row costs nothing to start.
public struct SeededRandom: RandomNumberGenerator {
    private var state: UInt64

    public init(seed: UInt64) { state = seed }

    /// An own stream for one thing of many, such as a row.
    public init(seed: UInt64, stream: UInt64) {
        var mixer = SeededRandom(seed: seed &+ stream &* 0xD134_2543_DE82_EF95)
        state = mixer.next()
    }

    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    /// 0 up to, not including, 1.
    public mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }

    public mutating func chance(_ probability: Double) -> Bool { unit() < probability }

    /// 0 up to, not including, `bound`.
    public mutating func below(_ bound: Int) -> Int {
        Int(next().multipliedFullWidth(by: UInt64(bound)).high)
    }

    public mutating func between(_ range: ClosedRange<Int>) -> Int {
        range.lowerBound + below(range.count)
    }

    public mutating func between(_ low: Double, _ high: Double) -> Double {
        low + unit() * (high - low)
    }

    public mutating func exponential() -> Double { -log(1 - unit()) }

    public mutating func normal() -> Double {
        sqrt(2 * exponential()) * cos(2 * Double.pi * unit())
    }

    /// A place in `weights`, which sum to 1.
    public mutating func pick(_ weights: [Double]) -> Int {
        var left = unit()
        for (place, weight) in weights.enumerated() {
            left -= weight
            if left < 0 { return place }
        }
        return weights.count - 1
    }

    public mutating func choose<Element>(_ elements: [Element]) -> Element {
        elements[below(elements.count)]
    }
}
