// Purpose: the rules of a server's connection, without sockets. Method: frames made by hand go in,
// whole and in pieces; the actions that come out are compared.
import RPCCore
import TTRPC
import Testing

struct ServerConnectionStateTests {
    private let second: Int64 = 1_000_000_000
    private var ok: Int64 { 10 * second }

    private func called(_ stream: UInt32, _ payload: [UInt8] = [1, 2]) -> Seen {
        .call(stream, payload: payload, deadline: ok)
    }

    @Test(arguments: [1, 2, 9, 10, 11, 13, 100])
    func `any split of the bytes gives the same actions`(chunk: Int) {
        let bytes =
            Frames.call(1) + Frames.frame(3, [0xFF, 0xFF]) + Frames.frame(1, [9], type: .data)
            + Frames.frame(8, [], type: FrameType(rawValue: 77)) + Frames.call(5, payload: [])
            + Frames.call(7, method: "Nope")
        #expect(
            run(bytes) == [
                called(1), .refused(3, .invalidArgument), .abandoned(1, .invalidArgument),
                called(5, []), .refused(7, .unimplemented),
            ])
        #expect(run(bytes, chunk: chunk) == run(bytes))
    }

    @Test func `ids are odd and rise, and a refused one keeps its own id`() {
        let bytes = [0, 2, 5, 5, 3, 7].flatMap { Frames.call($0) }
        #expect(
            run(bytes) == [
                .refused(0, .invalidArgument), .refused(2, .invalidArgument), called(5),
                .refused(5, .invalidArgument), .refused(3, .invalidArgument), called(7),
            ])
    }

    @Test(arguments: [[UInt8]("GET / HTTP/1.1\r\n".utf8), [0x16, 3, 1], [0xFF]])
    func `another protocol is told by its first byte alone`(bytes: [UInt8]) {
        #expect(run(bytes, chunk: 1) == [.wrongProtocol])
    }

    @Test func `an over-long frame is answered by its header and passed over`() {
        let long = [UInt8](repeating: 0, count: FrameHeader.dataByteCountMaximum + 1)
        let bytes = Frames.frame(1, long) + Frames.call(3)
        #expect(run(bytes, chunk: 60_000) == [.refused(1, .resourceExhausted), called(3)])
        #expect(run(Array(bytes.prefix(10))) == [.refused(1, .resourceExhausted)])
    }

    @Test func `a frame beyond the drain limit is answered and ends the connection`() {
        let header = FrameHeader(dataByteCount: 16_777_217, stream: 3, type: .request).encoded
        #expect(run(Frames.call(1) + header) == [called(1), .tooLong(3, .resourceExhausted)])
    }

    @Test func `each method has its own request limit`() {
        let payload = [UInt8](repeating: 1, count: 65_537)
        let bytes = Frames.call(1, payload: payload)
        #expect(run(bytes) == [.refused(1, .resourceExhausted)])
        #expect(
            run(Frames.call(1, method: "Write", payload: payload)) == [called(1, payload)])
        #expect(
            run(Frames.call(1, payload: Array(payload.dropLast())))
                == [called(1, Array(payload.dropLast()))])
    }

    @Test func `a server that only reads refuses a long frame before its data comes`() {
        let header = FrameHeader(dataByteCount: 1_000_000, stream: 1, type: .request).encoded
        #expect(run(header, methods: Frames.readOnly) == [.refused(1, .resourceExhausted)])
        #expect(run(header).isEmpty)
    }

    @Test func `an empty request names no service`() {
        #expect(
            run(Frames.frame(1, []) + Frames.call(3)) == [.refused(1, .invalidArgument), called(3)])
    }

    @Test func `unknown services and methods are unimplemented`() {
        let bytes = Frames.call(1, service: "b.S") + Frames.call(3, method: "read")
        #expect(run(bytes) == [.refused(1, .unimplemented), .refused(3, .unimplemented)])
    }

    @Test func `responses, unknown types and unknown flags are ignored`() {
        let bytes =
            Frames.frame(1, [1, 2, 3], type: .response)
            + Frames.frame(9, [1], type: FrameType(rawValue: 200)) + Frames.call(1, flags: 0xF8)
        #expect(run(bytes, chunk: 7) == [called(1)])
        #expect(run([UInt8](repeating: 0, count: 65_536)).isEmpty)
    }

    @Test func `a unary method takes no stream of messages`() {
        #expect(run(Frames.call(1, flags: 2)) == [.refused(1, .invalidArgument)])
        #expect(run(Frames.call(1, flags: 1)) == [called(1)])
    }

    @Test(arguments: [
        (Int64(0), Int64(10_000_000_000)), (1, 1), (60_000_000_000, 60_000_000_000),
        (60_000_000_001, 60_000_000_000), (.max, 60_000_000_000),
    ])
    func `deadlines have a default and a longest value`(timeout: Int64, deadline: Int64) {
        #expect(
            run(Frames.call(1, timeout: timeout))
                == [.call(1, payload: [1, 2], deadline: deadline)])
    }

    @Test(arguments: [Int64(-1), .min])
    func `a negative timeout has passed already`(timeout: Int64) {
        #expect(run(Frames.call(1, timeout: timeout)) == [.refused(1, .deadlineExceeded)])
    }

    @Test func `a call that waited past its deadline is not begun`() {
        let rules = ServerRules(methods: Frames.methods, limits: TransportLimits())
        var state = ServerConnectionState()
        let bytes = Frames.call(1, timeout: 5)
        let step = state.next(
            in: bytes.span.bytes, at: 0, rules: rules, arrival: MonotonicTime(nanoseconds: 10),
            now: MonotonicTime(nanoseconds: 15))
        guard case .refuse(1, let error) = step.action else {
            Issue.record("not refused: \(step)")
            return
        }
        #expect(error.code == .deadlineExceeded)
        #expect(step.byteCount == bytes.count)
    }

    @Test func `messages repeat only a bounded and printable part of a name`() throws {
        let rules = ServerRules(methods: Frames.methods, limits: TransportLimits())
        var state = ServerConnectionState()
        let bytes = Frames.call(1, service: "x\n\u{1b}" + String(repeating: "é", count: 300))
        let step = state.next(
            in: bytes.span.bytes, at: 0, rules: rules, arrival: MonotonicTime(nanoseconds: 0),
            now: MonotonicTime(nanoseconds: 0))
        guard case .refuse(_, let error) = step.action else {
            Issue.record("not refused: \(step)")
            return
        }
        #expect(error.message.hasPrefix("unknown service x??é"))
        #expect(error.message.utf8.count <= 130)
    }
}
