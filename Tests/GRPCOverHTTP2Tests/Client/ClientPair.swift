import GRPCOverHTTP2
import RPCCore
import Testing

/// The client's and the server's side of one connection, with nothing between them but bytes, which
/// are handed over in pieces of any size.
final class ClientPair {
    let client: GRPCClientConnection
    let server: GRPCServerConnection
    private let writer = GRPCReplyWriter()
    private let pieceByteCount: Int
    private let now = MonotonicTime(nanoseconds: 1_000_000_000_000)
    /// Answers calls; echoes when nil.
    var handler: (([UInt8]) -> Result<[UInt8], RPCError>)?
    /// What the server was asked, in order.
    private(set) var payloads: [[UInt8]] = []
    var holdsCalls = false
    var source: (() -> any ReplyStream)?
    private(set) var messages: [UInt64: [[UInt8]]] = [:]
    private(set) var ended: [UInt64: Result<Int, RPCError>] = [:]

    init(pieceByteCount: Int = 4_096, keepsMessages: Bool = true) throws {
        self.pieceByteCount = pieceByteCount
        client = try #require(GRPCClientConnection(keepsMessages: keepsMessages))
        let rules = try GRPCServerRules(methods: Peer.methods, limits: TransportLimits())
        server = try #require(GRPCServerConnection(rules: rules, now: now))
    }

    static func head(_ method: String = "Do", timeoutNanoseconds: Int64 = 0) -> GRPCRequestHead {
        GRPCRequestHead(
            service: "test.S", method: method, authority: "localhost:1",
            timeoutNanoseconds: timeoutNanoseconds, metadata: [("x-test", "1")])
    }

    func begin(_ token: UInt64, _ message: [UInt8], method: String = "Do") throws {
        try client.begin(Self.head(method), GRPCRequestBody(message), token: token)
    }

    /// Moves bytes to and fro until none are left.
    func work() {
        for _ in 0..<10_000 {
            let up = Sink()
            client.produce(into: up, until: 65_536)
            let sent = up.takeAll()
            for piece in pieces(sent) {
                piece.withUnsafeBytes { server.receive($0, now: now) }
            }
            if !holdsCalls { while let call = server.nextCall(now: now) { run(call) } }
            if server.hasReadyStreams { server.pull(now: now, writer) }
            let down = Sink()
            server.produce(into: down, until: 65_536)
            let answered = down.takeAll()
            for piece in pieces(answered) { piece.withUnsafeBytes { client.receive($0) } }
            takeEvents()
            if sent.isEmpty, answered.isEmpty { return }
        }
    }

    func takeEvents() {
        while let event = client.nextEvent() {
            switch event {
            case .message(let token, let bytes): messages[token, default: []].append(bytes)
            case .ended(let token, let error, let count):
                #expect(ended[token] == nil)
                ended[token] = error.map { .failure($0) } ?? .success(count)
            }
        }
    }

    private func pieces(_ bytes: [UInt8]) -> [[UInt8]] {
        stride(from: 0, to: bytes.count, by: pieceByteCount).map {
            Array(bytes[$0..<min($0 + pieceByteCount, bytes.count)])
        }
    }

    private func run(_ call: GRPCCall) {
        let payload = Array(server.payload)
        payloads.append(payload)
        if call.kind == .serverStreaming, let source { return server.open(call, source()) }
        writer.open(server)
        var outcome = CallOutcome.replied
        switch handler?(payload) ?? .success(payload) {
        case .success(let bytes):
            writer.beginReply(byteCount: bytes.count).copyBytes(from: bytes)
        case .failure(let error): outcome = .failed(error)
        }
        _ = writer.finish(outcome)
    }

    func error(_ token: UInt64) -> RPCError? {
        guard case .failure(let error)? = ended[token] else { return nil }
        return error
    }
}
