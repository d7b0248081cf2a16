// Purpose: unary calls that are answered later, over real sockets. Method: the handler of the stream
// tests, whose replies wait for a waker that the test calls.
import RPCCore
import SocketTransport
import TTRPC
import TestSupport
import Testing

extension LiveTests {
    @Suite(.serialized, .timeLimit(.minutes(2)))
    struct LateReplyTests {
        @Test(arguments: Form.all)
        func `a late reply is one response frame, and other calls pass it by`(
            form: Form
        ) async throws {
            let live = try LiveServer(form, loops: 1)
            let client = try live.client()
            let plan = StreamPlan(1, of: 500, end: .wait)
            client.send(later(1, plan) + later(3, plan) + request(5, .echo, [7]))
            #expect(try client.reply() == .init(stream: 5, code: .ok, payload: [0, 7]))
            #expect(live.server.statistics.openStreamCount == 2)
            live.wakers.wakeAll()
            for id in [1, 3] {
                #expect(
                    try client.reply()
                        == .init(stream: UInt32(id), code: .ok, payload: plan.message(0)))
            }
            #expect(live.server.statistics.openStreamCount == 0)
            #expect(await eventually { live.wakers.aliveCount == 0 })
        }

        @Test(arguments: Form.tcp)
        func `a late reply that fails, is missing or is too long is a status`(form: Form) throws {
            let live = try LiveServer(form)
            let client = try live.client()
            for (id, end, code) in [
                (1, StreamPlan.End.fail, StatusCode.aborted), (3, .ok, .internalError),
                (5, .forget, .internalError), (7, .exceed, .resourceExhausted),
            ] {
                client.send(later(UInt32(id), StreamPlan(0, of: 0, end: end)))
                #expect(try client.reply()?.code == code)
            }
            client.send(later(9, StreamPlan(1, of: 8, end: .retryFirst)))
            #expect(try client.reply()?.payload == StreamPlan(1, of: 8).message(0))
            #expect(live.server.statistics.openStreamCount == 0)
        }

        @Test(arguments: Form.all)
        func `a client that closed its side still gets a late reply`(form: Form) async throws {
            let live = try LiveServer(form)
            let client = try live.client()
            client.send(later(1, StreamPlan(1, of: 10, end: .wait)))
            #expect(await eventually { live.server.statistics.openStreamCount == 1 })
            client.finishSending()
            // Whatever the server does about it has been done when another connection was served.
            try live.expectAlive()
            live.wakers.wakeAll()
            #expect(try client.reply()?.payload.count == 10)
            #expect(client.isAtEnd())
        }

        @Test(arguments: Form.tcp)
        func `a late reply has a deadline like every call`(form: Form) async throws {
            let live = try LiveServer(form)
            let client = try live.client()
            client.send(later(1, StreamPlan(1, of: 10, end: .wait), timeout: 30_000_000))
            #expect(try client.reply()?.code == .deadlineExceeded)
            live.wakers.wakeAll()
            client.send(request(3, .echo))
            #expect(try client.reply()?.stream == 3)
        }

        @Test(arguments: Form.tcp)
        func `draining waits for late replies`(form: Form) async throws {
            let live = try LiveServer(form)
            let client = try live.client()
            client.send(later(1, StreamPlan(1, of: 10, end: .wait)))
            #expect(await eventually { live.server.statistics.openStreamCount == 1 })
            async let drained = live.drain()
            // The listener is gone once draining has begun.
            #expect(await eventually { (try? live.client()) == nil })
            live.wakers.wakeAll()
            #expect(try client.reply()?.payload.count == 10)
            #expect(await drained.isClean)
        }
    }
}
