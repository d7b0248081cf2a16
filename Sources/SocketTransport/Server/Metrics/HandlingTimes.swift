/// The buckets of how long calls take.
enum HandlingTimes {
    /// Upper ends in nanoseconds. The first is what a good call takes alone, with its system calls;
    /// 10 s is the usual deadline, 60 s the longest.
    static let bounds: [Int64] = [
        25_000, 50_000, 100_000, 250_000, 500_000, 1_000_000, 2_500_000, 5_000_000, 10_000_000,
        25_000_000, 50_000_000, 100_000_000, 250_000_000, 500_000_000, 1_000_000_000,
        2_500_000_000, 5_000_000_000, 10_000_000_000, 60_000_000_000,
    ]

    /// With the one above all ends.
    static let bucketCount = bounds.count + 1

    /// The bucket of a time; most are in the first few.
    static func bucket(of nanoseconds: Int64) -> Int {
        var index = 0
        while index < bounds.count, nanoseconds > bounds[index] { index += 1 }
        return index
    }
}
