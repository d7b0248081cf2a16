import GRPCOverHTTP2
import RPCCore
import TestSupport

/// The server's side of a gRPC connection: whatever a client sends, and wherever it is cut, memory
/// stays within its bounds and what is answered are frames.
///
/// Input: how the bytes are cut, how much the client reads, then orders of one byte each with their
/// arguments, so that most inputs get past the framing; `raw` takes the rest as it is.
enum HTTP2Frames {
    private enum Order: UInt8, CaseIterable {
        case call, headers, data, end, reset, ping, settings, window, oddFrame, wait, raw
    }

    private static let methods = MethodTable([
        MethodDescriptor(service: "a.S", name: "Read", role: .reader, isIdempotent: true),
        MethodDescriptor(
            service: "a.S", name: "Write", role: .editor, isIdempotent: false, isWrite: true),
        MethodDescriptor(
            service: "a.S", name: "Talk", kind: .bidirectionalStreaming, role: .reader,
            isIdempotent: true),
        MethodDescriptor(
            service: "a.S", name: "Watch", kind: .serverStreaming, role: .reader,
            isIdempotent: true),
        MethodDescriptor(
            service: "a.S", name: "Later", kind: .unaryAnsweredLater, role: .reader,
            isIdempotent: true),
    ])
    private static let names = ["Read", "Write", "Talk", "Watch", "Later", "None"]

    private static let rules: GRPCServerRules = {
        var limits = TransportLimits()
        limits.readRequestByteCountMaximum = 64
        limits.writeRequestByteCountMaximum = 128
        limits.inFlightPerConnectionMaximum = 8
        limits.unsentByteCountMaximum = 1_000
        do throws(GRPCUnavailable) {
            return try GRPCServerRules(methods: methods, limits: limits)
        } catch {
            complain(error.message)
            exitNow()
        }
    }()

    private static func exitNow() -> Never { preconditionFailure("no HTTP/2 library") }

    static func run(_ input: UnsafeRawBufferPointer) {
        let bytes = client(Array(input.after(2)))
        let cut = pieces(of: bytes, choice: input.choice(0))
        let client = Client(readByteCount: input.choice(1) * 64)
        for piece in cut { client.feed(Array(piece)) }
        client.finish()
    }

    /// The bytes that the orders ask for.
    private static func client(_ orders: [UInt8]) -> [UInt8] {
        var rest = orders[...]
        func next() -> UInt8 { rest.popFirst() ?? 0 }
        var bytes = HTTP2Bytes.handshake([(4, UInt32(next()) * 16)])
        var stream: UInt32 = 1
        while let first = rest.popFirst() {
            let order = Order.allCases[Int(first) % Order.allCases.count]
            let path = "/a.S/" + names[Int(next()) % names.count]
            let payload = [UInt8](repeating: 7, count: Int(next()))
            switch order {
            case .call:
                bytes += HTTP2Bytes.call(stream, path, payload, field(next()))
                stream += 2
            case .headers: bytes += HTTP2Bytes.headers(stream, path, field(next()))
            case .data:
                bytes += HTTP2Bytes.data(stream, HTTP2Bytes.message(payload), flags: 0)
            case .end:
                bytes += HTTP2Bytes.data(stream, Array(payload.prefix(9)))
                stream += 2
            case .reset: bytes += HTTP2Bytes.reset(stream &- 2 &* UInt32(next() % 4))
            case .ping: bytes += HTTP2Bytes.ping(next())
            case .settings: bytes += HTTP2Bytes.settings([(UInt16(next() % 9), UInt32(next()))])
            case .window: bytes += HTTP2Bytes.windowUpdate(UInt32(next() % 6), UInt32(next()) << 8)
            case .oddFrame:
                bytes += HTTP2Bytes.frame(
                    next() % 14, flags: next(), stream: UInt32(next() % 8), payload)
            case .wait: bytes += HTTP2Bytes.headers(1, path)
            case .raw:
                bytes += rest
                rest = []
            }
        }
        return bytes
    }

    private static func field(_ choice: UInt8) -> [(String, String)] {
        switch choice % 8 {
        case 0: [("grpc-timeout", "\(choice)m")]
        case 1: [("grpc-encoding", "gzip"), ("grpc-accept-encoding", "gzip")]
        case 2: [("content-type", "text/plain")]
        case 3: [(":method", "GET")]
        case 4: [("key-bin", "AAA"), ("x", String(repeating: "y", count: Int(choice)))]
        default: []
        }
    }

    static func seeds() -> [[UInt8]] {
        [
            [0, 255, 0, 0, 5, 1, 1, 3, 40, 2], [3, 4, 4, 1, 2, 9, 0, 0, 0, 9, 3, 0, 1],
            [0, 9, 1, 1, 0, 2, 2, 5, 3, 0, 0, 4, 0, 1, 0, 3, 200, 9],
            [7, 0, 200, 0, 3, 200, 0, 0, 4, 20, 0, 7, 1, 1, 9, 4, 0, 0, 1],
            [1, 1, 5, 0, 0, 6, 1, 2, 3, 8, 0, 9, 12, 0, 1, 5, 0, 0, 7, 10, 0, 0]
                + Array("anything".utf8),
        ]
    }

    /// Answers calls in every way there is, and reads little.
    private final class Client: ByteSink {
        private let connection: GRPCServerConnection
        private let writer = GRPCReplyWriter()
        private let reader = HTTP2Reader()
        private let readByteCount: Int
        private var now = MonotonicTime(nanoseconds: 1_000_000_000)
        private var bytes: [UInt8] = []
        private var kept: [UInt32] = []
        private var answeredCount = 0

        init(readByteCount: Int) {
            self.readByteCount = readByteCount
            guard let connection = GRPCServerConnection(rules: rules, now: now) else {
                exitNow()
            }
            self.connection = connection
        }

        var count: Int { bytes.count }
        func append(_ more: UnsafeRawBufferPointer) { bytes += more }

        func feed(_ piece: [UInt8]) {
            now = now.advanced(byMilliseconds: 1)
            piece.withUnsafeBytes { connection.receive($0, now: now) }
            work()
            if answeredCount % 16 == 15 { connection.expire(now: now) }
        }

        private func work() {
            while let call = connection.nextCall(now: now) { answer(call) }
            for _ in 0..<20 where connection.hasReadyStreams { connection.pull(now: now, writer) }
            connection.produce(into: self, until: readByteCount)
            require(bytes.count <= readByteCount + 17_000, "\(bytes.count) bytes produced")
            reader.take(bytes)
            bytes = []
            check()
        }

        private func check() {
            require(connection.requestByteCount >= 0, "requests of less than nothing")
            require(connection.requestByteCount <= 8 * 4 * 17_000, "requests without bound")
            require(connection.replyByteCount >= 0, "replies of less than nothing")
            require(connection.replyByteCount <= 1_000 + 8 * 70_000, "replies without bound")
            require(connection.openStreamCount >= 0, "fewer than no streams")
            require(connection.callCount >= connection.openStreamCount, "streams without calls")
        }

        private func answer(_ call: GRPCCall) {
            let payload = Array(connection.payload)
            require(payload.count <= 128, "a payload over its limit")
            require(call.deadline > now, "a call past its deadline")
            answeredCount += 1
            switch call.kind {
            case .serverStreaming, .unaryAnsweredLater:
                if answeredCount % 5 == 4 {
                    connection.fail(call.stream, RPCError(.aborted, "no"))
                } else {
                    connection.open(call, Numbers(answeredCount % 7))
                }
            case .unary, .bidirectionalStreaming:
                writer.open(connection)
                if answeredCount % 5 != 3 {
                    writer.beginReply(byteCount: payload.count * 20)
                        .initializeMemory(as: UInt8.self, repeating: 1)
                }
                let outcome: CallOutcome =
                    answeredCount % 6 == 5 ? .retry(afterMilliseconds: 1) : .replied
                if writer.finish(outcome) != nil {
                    connection.keep(call)
                    kept.append(call.stream)
                }
            }
        }

        /// Takes up what was kept, drains, and waits until everything is over.
        func finish() {
            for stream in kept where connection.resume(stream) != nil {
                writer.open(connection)
                _ = writer.finish(.failed(RPCError(.unavailable, "later")))
            }
            work()
            connection.beginDrain(.shutdown, now: now)
            for _ in 0..<4 {
                now = now.advanced(byMilliseconds: 90_000_000)
                connection.expire(now: now)
                for _ in 0..<400 where connection.hasOutput {
                    connection.produce(into: self, until: 1 << 20)
                    reader.take(bytes)
                    bytes = []
                }
                check()
            }
            require(connection.isOver, "a drained connection goes on")
            require(connection.replyByteCount == 0 || connection.end != nil, "replies are left")
        }
    }

    private final class Numbers: ReplyStream {
        private var left: Int
        init(_ count: Int) { left = count }
        func next(now: MonotonicTime, into reply: any ReplyTarget) -> StreamStep {
            left -= 1
            guard left >= 0 else { return left % 2 == 0 ? .end : .wait }
            reply.beginReply(byteCount: 5_000).initializeMemory(as: UInt8.self, repeating: 2)
            return .message
        }
    }
}
