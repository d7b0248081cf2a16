// Purpose: what a slow, late or lost stream costs, and whom. Method: clients that stop reading, small
// limits, and canaries on other connections.
import RPCCore
import SocketTransport
import TTRPC
import TestSupport
import Testing

extension LiveTests {
    @Suite(.serialized, .timeLimit(.minutes(3)))
    struct StreamFlowTests {
        private static let endless = StreamPlan(1_000_000, of: 60_000)

        @Test(arguments: Form.tcp)
        func `a stream nobody reads stops being produced and disturbs no other connection`(
            form: Form
        ) async throws {
            let live = try LiveServer(form, loops: 1)
            let stalled = try live.client(receiveBuffer: 4_096)
            stalled.send(stream(1, Self.endless))
            let reader = try live.client()
            let plan = StreamPlan(200, of: 30_000)
            reader.send(stream(1, plan))
            for number in 0..<200 { #expect(reader.frame()?.data == plan.message(number)) }
            #expect(reader.frame()?.isEnd == true)
            for _ in 0..<20 { try live.expectAlive() }
            // Still: the sockets' buffers and the window hold a few MiB at most.
            let pulls = live.wakers.pullCount
            for _ in 0..<20 { try live.expectAlive() }
            #expect(live.wakers.pullCount == pulls)
            #expect(pulls < 201 + 400)
            #expect(live.server.statistics.openStreamCount == 1)
            // Whatever was kept for it is right when it reads at last.
            for number in 0..<300 {
                #expect(stalled.frame()?.data == Self.endless.message(number))
            }
        }

        @Test(arguments: Form.tcp)
        func `a stream ends at its deadline, read or not`(form: Form) async throws {
            let live = try LiveServer(form)
            let client = try live.client()
            let short: Int64 = 50_000_000
            client.send(stream(1, StreamPlan(0, of: 0, end: .wait), timeout: short))
            #expect(client.frame()?.code == .deadlineExceeded)
            client.send(stream(3, StreamPlan(1, of: 1), timeout: -1))
            #expect(client.frame()?.code == .deadlineExceeded)
            client.send(stream(5, Self.endless, timeout: short))
            var last = client.frame()
            while last?.type == .data { last = client.frame() }
            #expect(last?.code == .deadlineExceeded)
            let stalled = try live.client(receiveBuffer: 4_096)
            stalled.send(stream(1, Self.endless, timeout: short))
            #expect(await eventually { live.wakers.aliveCount == 1 })
            #expect(await eventually { live.wakers.aliveCount == 0 })
            #expect(live.server.statistics.openStreamCount == 0)
        }

        @Test(arguments: Form.tcp)
        func `a stream that asks for no deadline gets the longest`(form: Form) throws {
            let live = try LiveServer(form) {
                $0.defaultDeadlineMilliseconds = 1
                $0.deadlineMillisecondsMaximum = 100
            }
            let client = try live.client()
            client.send(stream(1, StreamPlan(0, of: 0, end: .wait)) + request(3, .retry, [200, 9]))
            #expect(client.frame()?.stream == 3)
            let last = client.frame()
            #expect(last?.stream == 1 && last?.code == .deadlineExceeded)
        }

        @Test(arguments: Form.all)
        func `a client that is gone frees its streams`(form: Form) async throws {
            let live = try LiveServer(form)
            for isReset in [false, true] {
                for plan in [Self.endless, StreamPlan(0, of: 0, end: .wait)] {
                    let client = try live.client(receiveBuffer: 4_096)
                    client.send(stream(1, plan))
                    if plan.messageCount > 0 { #expect(client.frame() != nil) }
                    #expect(await eventually { live.server.statistics.openStreamCount == 1 })
                    if isReset { client.reset() } else { client.close() }
                    #expect(await eventually { live.server.statistics.openStreamCount == 0 })
                    #expect(await eventually { live.server.statistics.openConnectionCount == 0 })
                }
            }
            #expect(live.wakers.aliveCount == 0)
        }

        @Test(arguments: Form.tcp)
        func `a half-closed client still gets a stream that has an end`(form: Form) throws {
            let live = try LiveServer(form)
            let client = try live.client()
            let plan = StreamPlan(50, of: 40_000)
            client.send(stream(1, plan) + stream(3, StreamPlan(0, of: 0, end: .wait)))
            client.finishSending()
            var count = 0
            var ends: Set<UInt32> = []
            while let frame = client.frame() {
                if frame.isEnd || frame.code == .cancelled {
                    ends.insert(frame.stream)
                } else {
                    #expect(frame.data == plan.message(count))
                    count += 1
                }
            }
            #expect(count == 50 && ends == [1, 3])
        }

        @Test(arguments: Form.tcp)
        func `a drain lets streams finish and tells the rest that the server stops`(
            form: Form
        ) async throws {
            let live = try LiveServer(form) { $0.drainTimeoutMilliseconds = 2_000 }
            let finite = try live.client()
            let plan = StreamPlan(400, of: 100_000)
            finite.send(stream(1, plan))
            let waiting = try live.client()
            waiting.send(stream(1, StreamPlan(0, of: 0, end: .wait)))
            #expect(await eventually { live.wakers.aliveCount == 2 })
            let reading = Task.detached {
                var count = 0
                while let frame = finite.frame(), !frame.isEnd { count += frame.data.count }
                return count
            }
            let result = await live.drain()
            #expect(await reading.value == 400 * 100_000)
            #expect(waiting.frame()?.code == .unavailable)
            #expect(waiting.isAtEnd())
            #expect(result.cutConnectionCount == 1)
            #expect(live.server.statistics.openStreamCount == 0)
        }

        @Test(arguments: Form.tcp)
        func `1,000 streams of one connection are served, and one more is refused`(
            form: Form
        ) async throws {
            let live = try LiveServer(form) { $0.inFlightPerConnectionMaximum = 1_000 }
            let client = try live.client()
            let plan = StreamPlan(3, of: 1_000, end: .wait)
            let opening = (0..<1_001).flatMap { stream(UInt32($0 * 2 + 1), plan) }
            let sender = Task.detached { client.send(opening) }
            #expect(client.frame()?.code == .resourceExhausted)
            #expect(await sender.value)
            #expect(live.server.statistics.openStreamCount == 1_000)
            var counts: [UInt32: Int] = [:]
            for round in 0..<3 {
                #expect(await eventually { live.wakers.pullCount == 1_000 * (round * 2 + 1) })
                live.wakers.wakeAll()
                for _ in 0..<1_000 {
                    let frame = try #require(client.frame())
                    #expect(frame.data == plan.message(round))
                    counts[frame.stream, default: 0] += 1
                }
            }
            #expect(counts.count == 1_000 && counts.values.allSatisfy { $0 == 3 })
            client.send(closing(1) + stream(2_003, StreamPlan(1, of: 1)))
            #expect(client.frame()?.data == [0])
            client.close()
            #expect(await eventually { live.wakers.aliveCount == 0 })
        }
    }
}
