import CAllocationCounter
import LoadGenerator
import RPCCore
import Testing

@testable import LoadTransport

/// Records ended calls as a run does.
private final class Recording: CallSink {
    @exclusivity(unchecked) var recorder = RunRecorder()
    var now: Int64 = 1_000

    func didEnd(
        _ connection: LoadConnection, _ number: UInt32, _ outcome: LoadOutcome, byteCount: Int
    ) {
        guard let call = connection.calls.end(number) else { return }
        now += 1_000
        recorder.ended(
            outcome, intended: call.intended, sent: call.sent, now: now, byteCount: byteCount)
    }
    func wantsMessage(of outcome: LoadOutcome) -> Bool { recorder.wantsMessage(of: outcome) }
    func note(_ message: String, of outcome: LoadOutcome) {}
}

/// Purpose: a call costs no memory, so that the generator's own pauses do not become latencies.
/// Method: heap allocations are counted while calls begin and end.
@Suite(.enabled(if: allocation_counter_count() >= 0, "this build cannot count allocations"))
struct SendingAllocationTests {
    @Test func `Calls begin, are picked and end without an allocation`() throws {
        let mix = try #require(
            RequestMix([
                MixEntry(service: "s", method: "a", payload: [1, 2, 3], weight: 2),
                MixEntry(service: "s", method: "b", payload: [4], weight: 1),
            ]))
        let sink = Recording()
        let connection = NativeConnection(
            place: 0, streamCount: 64, sink: sink,
            requests: try PreparedRequests(mix, timeoutMilliseconds: 1_000))
        var sampler = MixSampler(mix, seed: 1)
        let schedule = try #require(LoadSchedule.constant(perSecond: 1_000, seconds: 60))
        var arrivals = ArrivalSequence(schedule, .poisson, seed: 1)
        var reply: [UInt8] = [0, 0, 0, 4, 0, 0, 0, 0, 2, 0, 0x12, 2, 7, 7]
        func round(_ number: UInt32) {
            let intended = arrivals.next() ?? 0
            sink.now = max(sink.now, intended)
            connection.begin(entry: sampler.next(), intended: intended, now: sink.now)
            sink.recorder.began(lateness: 5, backlog: 5)
            connection.output.removeAll()
            let stream = number * 2 - 1
            for place in 0..<4 {
                reply[4 + place] = UInt8(truncatingIfNeeded: stream >> (24 - 8 * place))
            }
            _ = reply.withUnsafeBytes { connection.take($0) }
        }
        for number in 1...100 { round(UInt32(number)) }
        let before = allocation_counter_count()
        for number in 101...10_100 { round(UInt32(number)) }
        let count = allocation_counter_count() - before
        #expect(sink.recorder.okCount == 10_100)
        #expect(count < 100, "\(count) allocations for 10,000 calls")
    }
}
