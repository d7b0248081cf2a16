/// Random numbers that a seed repeats exactly, on every machine. SplitMix64 (Steele, Lea, Flood).
public struct LoadRandom: RandomNumberGenerator, Sendable {
    private var state: UInt64

    public init(seed: UInt64) { state = seed }

    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// From 0 up to but not including 1.
    public mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }

    /// Exponentially distributed with mean 1. Logarithms of the C library differ in the last bit
    /// between systems, so this one is made of exact operations only: von Neumann's method by
    /// comparisons.
    public mutating func exponential() -> Double {
        var whole = 0.0
        while true {
            let first = unit()
            var last = first
            var runLength = 1
            while true {
                let following = unit()
                if following > last { break }
                last = following
                runLength += 1
            }
            // A falling run of odd length accepts its first number.
            if runLength % 2 == 1 { return whole + first }
            whole += 1
        }
    }
}
