import Dispatch
import Glibc
import RPCCore

/// What a request tells the handler of these tests to do; the first byte of its payload.
enum Order: UInt8 {
    /// Answer with the payload.
    case echo
    /// Answer with as many bytes as the next four say, big-endian.
    case produce
    /// Fail with the code of the next byte.
    case fail
    /// Ask to be tried again as often as the next byte says, each after the milliseconds of the
    /// byte after it; then echo.
    case retry
    /// Begin an answer that is one byte too long.
    case exceed
    /// Say "replied" without an answer.
    case forget
    /// Begin an answer, then fail.
    case changeMind
    /// Keep the loop for as many milliseconds as the next byte says, then echo.
    case hold
    /// Answer with the bytes that one reply may have now, big-endian in eight bytes.
    case measure
    /// Keep the loop until the test opens the gate, then echo.
    case waitForGate
}

final class ObedientHandler: RequestHandler {
    private var attempts: [[UInt8]: UInt8] = [:]
    private let wakers: Wakers
    private let gate: DispatchSemaphore

    init(_ wakers: Wakers, gate: DispatchSemaphore) {
        self.wakers = wakers
        self.gate = gate
    }

    func open(
        _ call: CallContext, payload: borrowing RawSpan, waker: any StreamWaker
    ) -> StreamOutcome {
        let bytes = payload.withUnsafeBytes { Array($0) }
        guard let plan = StreamPlan(bytes) else {
            return .failed(RPCError(.invalidArgument, "no such order"))
        }
        if plan.end == .retryFirst, attempts.updateValue(1, forKey: bytes) == nil {
            return .retry(afterMilliseconds: 2)
        }
        return .opened(ObedientStream(plan, wakers: wakers, waker: waker))
    }

    func handle(
        _ call: CallContext, payload: borrowing RawSpan, reply: any ReplyTarget
    ) -> CallOutcome {
        let bytes = payload.withUnsafeBytes { Array($0) }
        switch bytes.first.flatMap(Order.init) {
        case .produce:
            let count = bytes[1...4].reduce(0) { $0 << 8 | Int($1) }
            let buffer = reply.beginReply(byteCount: count)
            for index in 0..<count { buffer[index] = UInt8(truncatingIfNeeded: index) }
        case .fail:
            return .failed(RPCError(StatusCode(rawValue: Int32(bytes[1])), "as ordered"))
        case .retry:
            let attempt = attempts[bytes, default: 0]
            guard attempt >= bytes[1] else {
                attempts[bytes] = attempt + 1
                return .retry(afterMilliseconds: Int64(bytes[2]))
            }
            reply.beginReply(byteCount: bytes.count).copyBytes(from: bytes)
        case .exceed:
            _ = reply.beginReply(byteCount: reply.byteCountMaximum + 1)
        case .forget: break
        case .changeMind:
            _ = reply.beginReply(byteCount: 100)
            return .failed(RPCError(.aborted, "changed"))
        case .measure:
            let count = UInt64(reply.byteCountMaximum)
            withUnsafeBytes(of: count.bigEndian) {
                reply.beginReply(byteCount: 8).copyBytes(from: $0)
            }
        case .hold:
            usleep(UInt32(bytes[1]) * 1_000)
            reply.beginReply(byteCount: bytes.count).copyBytes(from: bytes)
        case .waitForGate:
            gate.wait()
            reply.beginReply(byteCount: bytes.count).copyBytes(from: bytes)
        case .echo, nil:
            reply.beginReply(byteCount: bytes.count).copyBytes(from: bytes)
        }
        return .replied
    }
}

struct ObedientFactory: RequestHandlerFactory {
    var wakers = Wakers()
    var gate = DispatchSemaphore(value: 0)
    let methods = MethodTable([
        MethodDescriptor(service: "test.S", name: "Do", role: .reader, isIdempotent: true),
        MethodDescriptor(
            service: "test.S", name: "Stream", kind: .serverStreaming, role: .reader,
            isIdempotent: true),
        MethodDescriptor(
            service: "test.S", name: "Later", kind: .unaryAnsweredLater, role: .editor,
            isIdempotent: true),
    ])
    func makeHandler() -> any RequestHandler { ObedientHandler(wakers, gate: gate) }
}
