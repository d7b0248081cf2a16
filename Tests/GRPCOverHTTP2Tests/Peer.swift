import GRPCOverHTTP2
import RPCCore
import TestSupport
import Testing

/// One connection, fed by hand and answered by `handler`, with a client that reads what comes.
final class Peer {
    static let path = "/test.S/Do"
    static let streamPath = "/test.S/Stream"
    static let bothWaysPath = "/test.S/Talk"
    static let methods = MethodTable([
        MethodDescriptor(service: "test.S", name: "Do", role: .reader, isIdempotent: true),
        MethodDescriptor(
            service: "test.S", name: "Put", role: .editor, isIdempotent: true, isWrite: true),
        MethodDescriptor(
            service: "test.S", name: "Stream", kind: .serverStreaming, role: .reader,
            isIdempotent: true),
        MethodDescriptor(
            service: "test.S", name: "Talk", kind: .bidirectionalStreaming, role: .reader,
            isIdempotent: true),
    ])

    let connection: GRPCServerConnection
    let writer = GRPCReplyWriter()
    let reader = HTTP2Reader()
    let sink = Sink()
    let observer = CallLog()
    var now = MonotonicTime(nanoseconds: 1_000_000_000_000)
    /// Answers unary calls and messages; echoes when nil.
    var handler: (([UInt8], any ReplyTarget) -> CallOutcome)?
    var source: (() -> any ReplyStream)?
    private(set) var calls: [(call: GRPCCall, payload: [UInt8])] = []
    /// Calls are left in the line.
    var holdsCalls = false
    /// What the client has not read may grow to this.
    var sinkByteCountMaximum = 1 << 20

    init(
        handshake: Bool = true, settings: [(UInt16, UInt32)] = [],
        limits change: (inout TransportLimits) -> Void = { _ in }
    ) throws {
        var limits = TransportLimits()
        change(&limits)
        let rules = try GRPCServerRules(methods: Self.methods, limits: limits)
        connection = try #require(
            GRPCServerConnection(rules: rules, now: now, observer: observer))
        if handshake { feed(HTTP2Bytes.handshake(settings)) }
    }

    /// Feeds bytes, runs the calls that follow, and reads what the server sends.
    func feed(_ bytes: [UInt8]) {
        now = now.advanced(byNanoseconds: 1_000)
        bytes.withUnsafeBytes { connection.receive($0, now: now) }
        work()
    }

    func advance(milliseconds: Int64) {
        now = now.advanced(byMilliseconds: milliseconds)
        connection.expire(now: now)
        work()
    }

    func work() {
        if !holdsCalls { while let call = connection.nextCall(now: now) { run(call) } }
        for _ in 0..<100 where connection.hasReadyStreams { connection.pull(now: now, writer) }
        connection.produce(into: sink, until: sinkByteCountMaximum)
        reader.take(sink.takeAll())
    }

    private func run(_ call: GRPCCall) {
        let payload = Array(connection.payload)
        calls.append((call, payload))
        if call.kind == .serverStreaming {
            if let source { return connection.open(call, source()) }
            return connection.fail(call.stream, RPCError(.internalError, "no source"))
        }
        writer.open(connection)
        let outcome = handler?(payload, writer) ?? echo(payload, writer)
        if writer.finish(outcome) != nil { connection.keep(call) }
    }

    private func echo(_ payload: [UInt8], _ reply: any ReplyTarget) -> CallOutcome {
        reply.beginReply(byteCount: payload.count).copyBytes(from: payload)
        return .replied
    }

    var goAways: [HTTP2Reader.Frame] { reader.frames.filter { $0.type == 7 } }
    func outcome(_ stream: UInt32) -> HTTP2Reader.Outcome { reader.outcome(of: stream) }
}

/// What the connection tells of its calls.
final class CallLog: CallObserver {
    private(set) var started: [Int?] = []
    /// Method and code.
    private(set) var ended: [[Int?]] = []
    private(set) var limits: [LimitKind] = []

    func callStarted(_ method: MethodID?) { started.append(method?.index) }
    func callEnded(_ method: MethodID?, _ code: StatusCode, arrival: MonotonicTime) {
        ended.append([method?.index, Int(code.rawValue)])
    }
    func limitReached(_ limit: LimitKind) { limits.append(limit) }
}

final class Sink: ByteSink {
    private var bytes: [UInt8] = []
    var count: Int { bytes.count }
    func append(_ more: UnsafeRawBufferPointer) { bytes += more }
    func takeAll() -> [UInt8] {
        defer { bytes = [] }
        return bytes
    }
}

/// A stream of a fixed number of messages.
final class CountedStream: ReplyStream {
    private let byteCount: Int
    private let count: Int
    private(set) var sentCount = 0
    var waits = false

    init(_ count: Int, byteCount: Int) {
        self.count = count
        self.byteCount = byteCount
    }

    func next(now: MonotonicTime, into reply: any ReplyTarget) -> StreamStep {
        guard sentCount < count else { return waits ? .wait : .end }
        sentCount += 1
        let buffer = reply.beginReply(byteCount: byteCount)
        for index in buffer.indices { buffer[index] = UInt8(truncatingIfNeeded: sentCount) }
        return .message
    }
}
