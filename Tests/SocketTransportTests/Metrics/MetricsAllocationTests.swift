// Purpose: counting calls takes no memory. Method: the same counts many times, counting the thread's
// heap allocations, in optimised builds, as others say nothing about what ships.
import CAllocationCounter
import RPCCore
@testable import SocketTransport
import Testing

struct MetricsAllocationTests {
    private static func time(_ microseconds: Int64) -> MonotonicTime {
        MonotonicTime(nanoseconds: microseconds * 1_000)
    }

    private static var countsWhatShips: Bool {
        #if DEBUG
            false
        #else
            allocation_counter_count() >= 0
        #endif
    }

    @Test(.enabled(if: countsWhatShips, "only an optimised build counts what ships"))
    func `counting allocates nothing`() {
        let metrics = LaneMetrics(methodCount: 2) { Self.time(2_000) }
        func count() {
            for number in 0..<1_000 {
                let method = MethodID(index: number % 3 % 2)
                metrics.callStarted(method)
                metrics.callEnded(method, .ok, arrival: Self.time(Int64(number / 5)))
                if number % 100 == 0 { metrics.settle(Self.time(5_000)) }
            }
        }
        count()
        let probe = allocation_counter_count()
        #expect(!Array(repeating: 1, count: Int.random(in: 1...9)).isEmpty)
        #expect(allocation_counter_count() > probe, "the counter does not count")
        // Nothing between the two but the counting: an expectation takes memory too.
        let before = allocation_counter_count()
        count()
        let after = allocation_counter_count()
        #expect(after == before)
    }
}
