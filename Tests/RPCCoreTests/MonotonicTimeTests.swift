import RPCCore
import Testing

/// Purpose: time arithmetic ends at the distant past and future instead of trapping.
struct MonotonicTimeTests {
    private static let second = MonotonicTime(nanoseconds: 1_000_000_000)

    @Test func `Times add up`() {
        #expect(Self.second.advanced(byNanoseconds: 5).nanoseconds == 1_000_000_005)
        #expect(Self.second.advanced(byMilliseconds: 2).nanoseconds == 1_002_000_000)
        #expect(Self.second.advanced(byMilliseconds: -1_000).nanoseconds == 0)
        #expect(Self.second < .distantFuture)
        #expect(Self.second.nanoseconds(since: MonotonicTime(nanoseconds: 1)) == 999_999_999)
    }

    @Test func `Beyond the range is the distant future or past`() {
        #expect(Self.second.advanced(byNanoseconds: .max) == .distantFuture)
        #expect(Self.second.advanced(byMilliseconds: .max) == .distantFuture)
        #expect(Self.second.advanced(byMilliseconds: .max / 1_000_000) == .distantFuture)
        #expect(MonotonicTime.distantFuture.advanced(byNanoseconds: 1) == .distantFuture)
        let past = MonotonicTime(nanoseconds: .min)
        #expect(past.advanced(byNanoseconds: -1) == past)
        #expect(MonotonicTime(nanoseconds: -1).advanced(byMilliseconds: .min) == past)
    }

    @Test func `A distance beyond the range is the longest there is`() {
        let past = MonotonicTime(nanoseconds: .min)
        #expect(MonotonicTime.distantFuture.nanoseconds(since: past) == .max)
        #expect(past.nanoseconds(since: .distantFuture) == .min)
        #expect(MonotonicTime(nanoseconds: 0).nanoseconds(since: past) == .max)
        #expect(MonotonicTime.distantFuture.nanoseconds(since: .distantFuture) == 0)
    }
}
