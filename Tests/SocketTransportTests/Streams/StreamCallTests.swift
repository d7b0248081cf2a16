// Purpose: streaming calls over real sockets, in every form of readiness. Method: a handler whose
// streams obey the request, a client that reads exact frames, and counts of what is still open.
import RPCCore
import SocketTransport
import TTRPC
import TestSupport
import Testing

extension LiveTests {
    @Suite(.serialized, .timeLimit(.minutes(2)))
    struct StreamCallTests {
        @Test(arguments: Form.all)
        func `a stream is its messages in order, then an empty end of its own`(form: Form) throws {
            let live = try LiveServer(form)
            let client = try live.client()
            for (id, plan) in [
                (1, StreamPlan(0, of: 0)), (3, StreamPlan(3, of: 0)), (5, StreamPlan(1, of: 10)),
                (7, StreamPlan(500, of: 20_000)),
                (9, StreamPlan(2, of: FrameHeader.dataByteCountMaximum)),
                (11, StreamPlan(2, of: 8, end: .retryFirst)),
            ] {
                client.send(stream(UInt32(id), plan))
                for number in 0..<plan.messageCount {
                    let frame = try #require(client.frame())
                    #expect(frame.stream == id && frame.type == .data && frame.flags == [])
                    #expect(frame.data == plan.message(number))
                }
                #expect(try #require(client.frame()).isEnd)
            }
            client.send(request(13))
            #expect(try client.reply() == .init(stream: 13, code: .ok, payload: [0]))
            #expect(live.server.statistics.openStreamCount == 0)
        }

        @Test(arguments: Form.tcp)
        func `a stream that fails ends with a response that says why`(form: Form) throws {
            let live = try LiveServer(form)
            let client = try live.client()
            for (id, end, code) in [
                (1, StreamPlan.End.fail, StatusCode.aborted), (3, .forget, .internalError),
                (5, .exceed, .resourceExhausted),
            ] {
                client.send(stream(UInt32(id), StreamPlan(2, of: 100, end: end)))
                #expect(client.frame()?.data.count == 100)
                #expect(client.frame()?.data.count == 100)
                #expect(client.frame()?.code == code)
            }
            let data = RequestEnvelope.encode(
                service: "test.S", method: "Stream", payload: [1], timeoutNanoseconds: 0)
            client.send(
                FrameHeader(dataByteCount: UInt32(data.count), stream: 7, type: .request).encoded
                    + data)
            #expect(client.frame()?.code == .invalidArgument)
            #expect(live.server.statistics.openStreamCount == 0)
        }

        @Test(arguments: Form.tcp)
        func `streams of one connection take turns, and unary calls come between`(
            form: Form
        ) throws {
            let live = try LiveServer(form)
            let client = try live.client()
            let plan = StreamPlan(100, of: 50_000)
            client.send(stream(1, plan) + stream(3, plan) + stream(5, plan))
            var counts: [UInt32: Int] = [:]
            var isAnswered = false
            for _ in 0..<150 {
                let frame = try #require(client.frame())
                counts[frame.stream, default: 0] += 1
                let values = [1, 3, 5].map { counts[UInt32($0), default: 0] }
                #expect(values.max()! - values.min()! <= 1)
            }
            client.send(request(7))
            while let frame = client.frame() {
                if frame.stream == 7 {
                    isAnswered = frame.code == .ok
                    break
                }
                counts[frame.stream, default: 0] += 1
            }
            #expect(isAnswered)
            // The answer stood behind the window and what the sockets held, not behind the streams.
            #expect(counts.values.reduce(0, +) < 303)
        }

        @Test(arguments: Form.all)
        func `a stream that waits goes on when it is woken`(form: Form) async throws {
            let live = try LiveServer(form)
            let client = try live.client()
            client.send(stream(1, StreamPlan(3, of: 9, end: .wait)))
            for number in 0..<3 {
                #expect(await eventually { live.wakers.pullCount >= number * 2 + 1 })
                live.wakers.wakeAll()
                #expect(client.frame()?.data.prefix(4) == [0, 0, 0, UInt8(number)])
            }
            // Waking one that is given up, or over, is nothing.
            client.send(closing(1))
            #expect(await eventually { live.server.statistics.openStreamCount == 0 })
            live.wakers.wakeAll()
            try live.expectAlive()
        }

        @Test(arguments: Form.tcp)
        func `a client gives a stream up with an empty closing frame`(form: Form) async throws {
            let live = try LiveServer(form)
            let client = try live.client()
            // The first one only ends the client's side.
            client.send(
                stream(1, StreamPlan(1, of: 5, end: .wait), flags: .remoteOpen) + closing(1))
            #expect(await eventually { live.wakers.pullCount == 1 })
            live.wakers.wakeAll()
            #expect(client.frame()?.data == [0, 0, 0, 0, 0])
            client.send(closing(1) + request(3))
            #expect(try client.reply()?.stream == 3)
            #expect(live.server.statistics.openStreamCount == 0)
            #expect(live.wakers.aliveCount == 0)
            client.send(closing(1))
            #expect(client.frame()?.code == .invalidArgument)
        }

        @Test(arguments: Form.tcp)
        func `data on a stream that takes none ends it with one answer`(form: Form) throws {
            let live = try LiveServer(form)
            let client = try live.client()
            let data = FrameHeader(dataByteCount: 2, stream: 1, type: .data).encoded + [1, 2]
            client.send(stream(1, StreamPlan(0, of: 0, end: .wait)) + data + request(3))
            #expect(client.frame()?.code == .invalidArgument)
            #expect(try client.reply()?.stream == 3)
            #expect(live.server.statistics.openStreamCount == 0)
        }
    }
}
