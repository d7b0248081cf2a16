import RPCCore
import Synchronization
import TTRPC

/// What a request tells a stream to do: so many messages of so many bytes, then an end.
struct StreamPlan: Hashable {
    enum End: UInt8 {
        /// OK.
        case ok
        /// ABORTED.
        case fail
        /// Wait for the waker after each message; the last wait never ends.
        case wait
        /// Ask to be tried again before it opens; then OK.
        case retryFirst
        /// Say "message" without one.
        case forget
        /// Begin a message that is one byte too long.
        case exceed
    }

    var messageCount: Int
    var messageByteCount: Int
    var end: End

    init(_ count: Int, of byteCount: Int, end: End = .ok) {
        messageCount = count
        messageByteCount = byteCount
        self.end = end
    }

    init?(_ bytes: [UInt8]) {
        guard bytes.count == 9, let end = End(rawValue: bytes[8]) else { return nil }
        messageCount = bytes[0..<4].reduce(0) { $0 << 8 | Int($1) }
        messageByteCount = bytes[4..<8].reduce(0) { $0 << 8 | Int($1) }
        self.end = end
    }

    var bytes: [UInt8] { word(messageCount) + word(messageByteCount) + [end.rawValue] }

    /// What message `number` holds: its number, then a pattern.
    func message(_ number: Int) -> [UInt8] {
        Array(
            (word(number) + Array(repeating: UInt8(number & 0xFF), count: messageByteCount))
                .prefix(messageByteCount))
    }
}

private func word(_ number: Int) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) }
}

/// The wakers of the streams that waited, and how many streams are alive.
final class Wakers: Sendable {
    private let list = Mutex<[any StreamWaker]>([])
    private let alive = Atomic(0)
    private let pulls = Atomic(0)

    func add(_ waker: any StreamWaker) { list.withLock { $0.append(waker) } }
    func wakeAll() { for waker in list.withLock({ $0 }) { waker.wake() } }
    func count(_ change: Int) { alive.add(change, ordering: .relaxed) }
    func countPull() { pulls.add(1, ordering: .relaxed) }
    var aliveCount: Int { alive.load(ordering: .relaxed) }
    var pullCount: Int { pulls.load(ordering: .relaxed) }
}

final class ObedientStream: ReplyStream {
    private let plan: StreamPlan
    private let wakers: Wakers
    private var number = 0
    private var hasWaited = false

    init(_ plan: StreamPlan, wakers: Wakers, waker: any StreamWaker) {
        self.plan = plan
        self.wakers = wakers
        wakers.count(1)
        if plan.end == .wait { wakers.add(waker) }
    }

    deinit { wakers.count(-1) }

    func next(now: MonotonicTime, into reply: any ReplyTarget) -> StreamStep {
        wakers.countPull()
        guard number < plan.messageCount else {
            switch plan.end {
            case .ok, .retryFirst: return .end
            case .fail: return .failed(RPCError(.aborted, "as ordered"))
            case .wait: return .wait
            case .forget: return .message
            case .exceed:
                _ = reply.beginReply(byteCount: reply.byteCountMaximum + 1)
                return .message
            }
        }
        if plan.end == .wait, !hasWaited {
            hasWaited = true
            return .wait
        }
        hasWaited = false
        let message = plan.message(number)
        reply.beginReply(byteCount: message.count).copyBytes(from: message)
        number += 1
        return .message
    }
}

/// The frame that opens a stream.
func stream(
    _ stream: UInt32, _ plan: StreamPlan, timeout: Int64 = 0,
    flags: FrameFlags = .remoteClosed, method: String = "Stream"
) -> [UInt8] {
    let data = RequestEnvelope.encode(
        service: "test.S", method: method, payload: plan.bytes, timeoutNanoseconds: timeout)
    return FrameHeader(
        dataByteCount: UInt32(data.count), stream: stream, type: .request, flags: flags
    ).encoded + data
}

/// The frame of a unary call that is answered when its waker is called.
func later(_ id: UInt32, _ plan: StreamPlan, timeout: Int64 = 0) -> [UInt8] {
    stream(id, plan, timeout: timeout, flags: [], method: "Later")
}

/// The frame that says that the client sends no more on a stream.
func closing(_ stream: UInt32) -> [UInt8] {
    FrameHeader(
        dataByteCount: 0, stream: stream, type: .data, flags: [.remoteClosed, .noData]
    ).encoded
}
