import RPCCore
import SocketTransport
import Testing

/// Answers with its request, or fails with the code that the request's first byte says.
private final class CodeHandler: RequestHandler {
    func handle(
        _ call: CallContext, payload: borrowing RawSpan, reply: any ReplyTarget
    ) -> CallOutcome {
        let bytes = payload.withUnsafeBytes { Array($0) }
        if let code = bytes.first, code != 0 {
            return .failed(RPCError(StatusCode(rawValue: Int32(code)), "naughty \u{1F642} 100%"))
        }
        reply.beginReply(byteCount: bytes.count).copyBytes(from: bytes)
        return .replied
    }

    func open(
        _ call: CallContext, payload: borrowing RawSpan, waker: any StreamWaker
    ) -> StreamOutcome { .failed(RPCError(.unimplemented, "no streams here")) }
}

private struct CodeFactory: RequestHandlerFactory {
    let methods = MethodTable([
        MethodDescriptor(service: "test.Service", name: "Call", role: .reader, isIdempotent: true)
    ])
    func makeHandler() -> any RequestHandler { CodeHandler() }
}

/// A server that speaks both protocols on 127.0.0.1.
final class CodeServer: Sendable {
    private let server: Server
    let port: UInt16

    init() throws {
        let configuration = ServerConfiguration(listen: [.tcp(host: "127.0.0.1", port: 0)])
        server = Server(configuration, factory: CodeFactory())
        guard case .tcp(_, let port) = try #require(try server.start().first) else {
            throw TransportError("no port")
        }
        self.port = port
    }

    func stop() { server.stopNow() }
}
