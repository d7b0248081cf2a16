// Purpose: calls over real sockets, in every form of readiness and address. Method: a handler that
// obeys the request, a client that sends exact bytes.
import RPCCore
import SocketTransport
import TTRPC
import TestSupport
import Testing

extension LiveTests {
    @Suite(.serialized, .timeLimit(.minutes(2)))
    struct ServerCallTests {
        @Test(arguments: Form.all)
        func `a call is answered, also byte by byte`(form: Form) throws {
            let live = try LiveServer(form)
            let client = try live.client()
            for (stream, chunk) in [(1, 1), (3, 9), (5, 10), (7, 11), (9, 1_000)] {
                let bytes = request(UInt32(stream), .echo, [1, 2, 3])
                for start in stride(from: 0, to: bytes.count, by: chunk) {
                    client.send(Array(bytes[start..<min(start + chunk, bytes.count)]))
                }
                let reply = try client.reply()
                #expect(reply == .init(stream: UInt32(stream), code: .ok, payload: [0, 1, 2, 3]))
            }
        }

        @Test(arguments: Form.all)
        func `a long pipeline has one right answer for each call`(form: Form) async throws {
            let live = try LiveServer(form)
            let client = try live.client()
            let count: UInt32 = 2_000
            let bytes = (0..<count).flatMap { index -> [UInt8] in
                let number = withUnsafeBytes(of: index.bigEndian) { Array($0) }
                return request(
                    index * 2 + 1, index % 100 == 50 ? .retry : .echo,
                    index % 100 == 50 ? [1, 1] + number : number)
            }
            let sender = Task.detached { client.send(bytes) }
            var seen: Set<UInt32> = []
            for _ in 0..<count {
                let reply = try #require(try client.reply())
                #expect(reply.code == .ok)
                #expect(seen.insert(reply.stream).inserted)
                let number = reply.payload.suffix(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
                #expect(number * 2 + 1 == reply.stream)
            }
            #expect(await sender.value)
            #expect(seen.count == Int(count))
        }

        @Test(arguments: Form.all)
        func `failures answer their own call and the connection lives on`(form: Form) throws {
            let live = try LiveServer(form)
            let client = try live.client()
            client.send(
                request(1, .fail, [5]) + request(3, .exceed) + request(5, .forget)
                    + request(7, .changeMind) + request(4) + request(9, .echo, [1]))
            let codes = try (0..<6).map { _ in try client.reply()?.code }
            #expect(
                codes == [
                    .notFound, .resourceExhausted, .internalError, .aborted, .invalidArgument, .ok,
                ])
        }

        @Test(arguments: Form.all)
        func `the largest reply arrives whole and an empty request too`(form: Form) throws {
            let live = try LiveServer(form)
            let client = try live.client()
            let count = ResponseEnvelope.payloadByteCountMaximum
            client.send(produce(1, count) + produce(3, 0))
            let reply = try #require(try client.reply())
            #expect(reply.payload.count == count)
            #expect(reply.payload.enumerated().allSatisfy { $1 == UInt8(truncatingIfNeeded: $0) })
            #expect(try client.reply() == .init(stream: 3, code: .ok, payload: []))
        }

        @Test(arguments: Form.all)
        func `an oversized frame is answered and passed over`(form: Form) async throws {
            let live = try LiveServer(form)
            let client = try live.client()
            let length = 4_194_305
            let header = FrameHeader(dataByteCount: UInt32(length), stream: 1, type: .request)
                .encoded
            let bytes = header + [UInt8](repeating: 0, count: length) + request(3)
            let sender = Task.detached { client.send(bytes) }
            #expect(try client.reply()?.code == .resourceExhausted)
            #expect(try client.reply() == .init(stream: 3, code: .ok, payload: [0]))
            #expect(await sender.value)
        }

        @Test(arguments: Form.all)
        func `a frame too long to pass over is answered before the close`(form: Form) throws {
            let live = try LiveServer(form)
            let client = try live.client()
            client.send(request(1) + [0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0, 3, 1, 0])
            #expect(try client.reply()?.code == .ok)
            #expect(try client.reply() == .init(stream: 3, code: .resourceExhausted, payload: []))
            #expect(client.isAtEnd())
        }

        @Test(arguments: Form.all)
        func `another protocol is closed without an answer and counted`(form: Form) async throws {
            let live = try LiveServer(form)
            let client = try live.client()
            client.send(Array("GET / HTTP/1.1\r\n\r\n".utf8))
            #expect(client.isAtEnd())
            #expect(await eventually { live.server.statistics.wrongProtocolCount == 1 })
            try live.expectAlive()
        }

        @Test(arguments: Form.all)
        func `a parked call is tried again until it answers or its deadline comes`(
            form: Form
        ) throws {
            let live = try LiveServer(form)
            let client = try live.client()
            client.send(request(1, .retry, [3, 2]))
            #expect(try client.reply()?.payload == [3, 3, 2])
            client.send(request(3, .retry, [200, 200], timeout: 30_000_000))
            #expect(try client.reply() == .init(stream: 3, code: .deadlineExceeded, payload: []))
            client.send(
                request(5, .retry, [1, 255])
                    + FrameHeader(
                        dataByteCount: 0, stream: 5, type: .data
                    ).encoded + request(7))
            #expect(try client.reply() == .init(stream: 5, code: .invalidArgument, payload: []))
            #expect(try client.reply()?.stream == 7)
        }
    }
}
