/// Which values share a counter: the geometry of a high dynamic range histogram.
///
/// Values are whole numbers of any unit. Every counter is narrow enough that a value read from it is
/// right to so many decimal digits, and the counters cover all values from 0 to `highest`.
///
/// Source: HdrHistogram (Gil Tene), the layout that its Java, C and Python forms share.
public struct HDRLayout: Hashable, Sendable {
    /// What decoding takes on at most: 32 MiB of counters.
    public static let counterCountMaximum = 4_194_304
    /// Nanoseconds from 1 to an hour with three digits: 33,792 counters.
    public static let nanoseconds = HDRLayout(unchecked: 1, 3_600_000_000_000, 3)

    public let lowest: Int64
    public let highest: Int64
    public let digits: Int
    let unitMagnitude: Int64
    let halfMagnitude: Int64
    let halfCount: Int
    let mask: Int64
    public let bucketCount: Int

    public var subBucketCount: Int { halfCount * 2 }
    public var counterCount: Int { (bucketCount + 1) * halfCount }

    /// Nil when the numbers make no histogram, or one with too many counters.
    ///
    /// - Parameters:
    ///   - lowest: smallest difference that is told apart, at least 1.
    ///   - highest: at least twice `lowest`.
    ///   - digits: decimal digits that stay right, 1 to 5.
    public init?(lowest: Int64, highest: Int64, digits: Int) {
        guard (1...5).contains(digits), lowest >= 1, lowest <= Int64.max / 2,
            highest >= lowest * 2
        else { return nil }
        let layout = HDRLayout(unchecked: lowest, highest, digits)
        guard layout.unitMagnitude + layout.halfMagnitude + 1 <= 61,
            layout.counterCount <= Self.counterCountMaximum
        else { return nil }
        self = layout
    }

    private init(unchecked lowest: Int64, _ highest: Int64, _ digits: Int) {
        self.lowest = lowest
        self.highest = highest
        self.digits = digits
        unitMagnitude = Int64(63 - lowest.leadingZeroBitCount)
        let resolution = [1, 10, 100, 1_000, 10_000, 100_000][digits] * 2
        let magnitude = Int64(64 - (resolution - 1).leadingZeroBitCount)
        halfMagnitude = magnitude - 1
        halfCount = 1 << (magnitude - 1)
        mask = Int64((1 << magnitude) - 1) << min(unitMagnitude, 62 - magnitude)
        var bucketCount = 1
        var beyond = Int64(1) << min(magnitude + unitMagnitude, 62)
        while beyond <= highest {
            bucketCount += 1
            if beyond > Int64.max / 2 { break }
            beyond *= 2
        }
        self.bucketCount = bucketCount
    }

    /// The counter of a value from 0 to `highest`.
    @inline(__always)
    func index(of value: Int64) -> Int {
        let magnitude = Int64(64 - (value | mask).leadingZeroBitCount)
        let bucket = magnitude - unitMagnitude - halfMagnitude - 1
        let subBucket = Int(value >> (bucket + unitMagnitude))
        return (Int(bucket) + 1) << Int(halfMagnitude) + subBucket - halfCount
    }

    /// The smallest value of a counter.
    func lowestValue(at index: Int) -> Int64 {
        var bucket = index >> Int(halfMagnitude) - 1
        var subBucket = index & (halfCount - 1) + halfCount
        if bucket < 0 {
            subBucket -= halfCount
            bucket = 0
        }
        return Int64(subBucket) << (Int64(bucket) + unitMagnitude)
    }

    /// The largest value of a counter.
    func highestValue(at index: Int) -> Int64 {
        let bucket = max(0, index >> Int(halfMagnitude) - 1)
        return lowestValue(at: index) + (Int64(1) << (Int64(bucket) + unitMagnitude) - 1)
    }

    /// The middle of a counter, as means are made from.
    func medianValue(at index: Int) -> Int64 {
        let bucket = max(0, index >> Int(halfMagnitude) - 1)
        return lowestValue(at: index) + (Int64(1) << (Int64(bucket) + unitMagnitude)) / 2
    }
}
