import CAllocationCounter
import EpisodeModel
import EpisodeProtocol
import RPCCore
import Testing

/// Purpose: a call without text runs in memory that is already there.
/// Method: the same call many times, counting the thread's heap allocations. A build without
/// optimisation says nothing about what ships, so the count is taken in optimised ones only.
@Suite struct AllocationTests {
    /// Hands out the same memory for every reply.
    private final class ReusedTarget: ReplyTarget {
        let byteCountMaximum = 1_048_576
        private let memory = UnsafeMutableRawBufferPointer.allocate(
            byteCount: 1_048_576, alignment: 16)
        private(set) var byteCount = 0

        deinit { memory.deallocate() }

        func beginReply(byteCount: Int) -> UnsafeMutableRawBufferPointer {
            self.byteCount = byteCount
            return UnsafeMutableRawBufferPointer(rebasing: memory[..<byteCount])
        }
    }

    private static func service() throws -> InProcess {
        try InProcess(
            (1...600).map { id in
                .make(id) {
                    $0.domains = [UInt32(id % 4 + 1)]
                    $0.difficulty = Difficulty.allCases[Int(id % 3)]
                    $0.popularity = Double(id)
                }
            })
    }

    private static func request(pageSize: Int32) -> ListEpisodesRequest {
        var request = ListEpisodesRequest()
        request.domains = [1, 2]
        request.difficulties = [.beginner, .intermediate]
        request.sort = "-popularity"
        request.pageSize = pageSize
        return request
    }

    /// Allocations of 100 calls after the first few.
    private static func allocationCount(_ service: InProcess, pageSize: Int32) -> Int64 {
        let payload = MessageCoding.encode(request(pageSize: pageSize))
        let target = ReusedTarget()
        let time = MonotonicTime(nanoseconds: 1)
        let context = CallContext(
            method: MethodID(index: 0), arrival: time, now: time, deadline: .distantFuture)
        func call(_ count: Int) {
            for _ in 0..<count {
                let outcome = service.handler.handle(
                    context, payload: payload.span.bytes, reply: target)
                guard case .replied = outcome else {
                    Issue.record("no reply: \(outcome)")
                    return
                }
            }
        }
        call(5)
        let before = allocation_counter_count()
        call(100)
        return allocation_counter_count() - before
    }

    private static var countsWhatShips: Bool {
        #if DEBUG
            false
        #else
            allocation_counter_count() >= 0
        #endif
    }

    @Test(.enabled(if: countsWhatShips, "only an optimised build counts what ships"))
    func `a call for a filtered page allocates nothing in the steady state`() throws {
        let probe = allocation_counter_count()
        let service = try Self.service()
        #expect(allocation_counter_count() > probe + 600, "the counter does not count")
        let short = Self.allocationCount(service, pageSize: 20)
        let long = Self.allocationCount(service, pageSize: 140)
        #expect(short == 0 && long == 0)
    }
}
