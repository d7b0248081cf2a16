// Purpose: a listener for pages speaks nothing else, and lives apart from the server.
// Method: real sockets.
import OperatorPages
import RPCCore
import SocketTransport
import TestSupport
import Testing

extension LiveTests {
    @Suite(.serialized, .timeLimit(.minutes(3)))
    struct PageServerTests {
        private static func start(
            _ address: SocketAddress, _ pages: any PageSource,
            requestMilliseconds: Int64 = 1_000
        ) throws -> (PageServer, SocketAddress) {
            var configuration = ServerConfiguration(listen: [address])
            configuration.pages = pages
            configuration.limits.frameArrivalTimeoutMilliseconds = requestMilliseconds
            let server = PageServer(configuration)
            return (server, try #require(try server.start().first))
        }

        @Test(arguments: [false, true])
        func `pages come from their own listener, and nothing else does`(isUnix: Bool) async throws
        {
            let (server, address) = try Self.start(
                isUnix
                    ? .unix(path: LiveServer.temporaryPath()) : .tcp(host: "localhost", port: 0),
                PlainPages())
            #expect(try RawClient(address).page("/healthz").hasSuffix("\r\n\r\nok\n"))
            #expect(try RawClient(address).page("/metrics").hasSuffix("\r\n\r\nmmmmmmmmmm"))
            let native = try RawClient(address)
            native.send(request(1))
            #expect(native.isAtEnd())
            let http2 = try RawClient(address)
            http2.send(Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8))
            #expect(http2.text().hasPrefix("HTTP/1.1 505 "))
            let slow = try RawClient(address)
            slow.send(Array("P".utf8))
            #expect(slow.isAtEnd())
            let kinds = server.metrics.connections
            #expect(kinds.allSatisfy { $0.transport == (isUnix ? "unix" : "tcp") })
            server.stop()
            #expect(await eventually { (try? RawClient(address)) == nil })
        }

        @Test func `what is moved says where it is`() throws {
            let form = Form(readiness: .epoll, isUnix: false)
            let live = try LiveServer(form, pages: MovedPages(to: "127.0.0.1:9"))
            for page in Page.allCases {
                let text = try live.client().page(page.rawValue)
                #expect(text.hasPrefix("HTTP/1.1 404 ") && text.contains("127.0.0.1:9"))
            }
            try live.expectAlive()
        }

        @Test func `more clients than the bound are closed at once, and the rest is served`() throws
        {
            let (server, address) = try Self.start(
                .tcp(host: "127.0.0.1", port: 0), PlainPages(), requestMilliseconds: 60_000)
            let held = try (0..<256).map { _ in try RawClient(address) }
            #expect(try RawClient(address).isAtEnd())
            #expect(held[0].page("/healthz").hasPrefix("HTTP/1.1 200 "))
            #expect(server.metrics.count(of: .connections) == 1)
            server.stop()
        }

        @Test func `clients that say nothing make room for those that do`() throws {
            let (server, address) = try Self.start(
                .tcp(host: "127.0.0.1", port: 0), PlainPages(), requestMilliseconds: 500)
            let held = try (0..<256).map { _ in try RawClient(address) }
            for client in held { #expect(client.isAtEnd()) }
            #expect(try RawClient(address).page("/healthz").hasPrefix("HTTP/1.1 200 "))
            #expect(server.metrics.count(of: .frameTimeout) == 256)
            server.stop()
        }
    }
}
