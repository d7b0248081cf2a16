import Foundation
import TestSupport
import Testing

/// Frames of HTTP/2 that no good client sends, against the running server over both readiness
/// forms. After each, the same process must still answer a good call on a new connection.
@Suite(.timeLimit(.minutes(5)))
struct HTTP2FaultTests {
    typealias H2 = HTTP2Bytes

    private func withServer(
        _ readiness: String = "epoll", _ options: [String] = [],
        _ body: (ServerProcess) throws -> Void
    ) throws {
        let server = try ServerProcess(
            catalog: Program.sampleCatalog, ["--readiness", readiness] + options)
        try body(server)
        let canary = try GRPCConnection(to: server.address)
        canary.send(GRPCConnection.listCall(1))
        #expect(canary.outcome(1).status == 0, "the canary was not answered")
        let native = try RawConnection(to: server.address)
        native.send(Wire.listRequest(stream: 1))
        #expect(native.readFrame()?.statusCode == 0, "the native canary was not answered")
        #expect(server.process.isRunning)
    }

    @Test(arguments: ["epoll", "dispatch"], [1, 3, 9, 24])
    func `a call is answered in whatever pieces it arrives`(readiness: String, size: Int) throws {
        try withServer(readiness) { server in
            let pieces = try GRPCConnection(to: server.address, handshake: [])
            let bytes = H2.handshake() + GRPCConnection.listCall(1)
            for start in stride(from: 0, to: bytes.count, by: size) {
                pieces.send(Array(bytes[start..<min(start + size, bytes.count)]))
                usleep(500)
            }
            let whole = try GRPCConnection(to: server.address)
            whole.send(GRPCConnection.listCall(1))
            #expect(pieces.outcome(1).status == 0)
            #expect(pieces.outcome(1).messages == whole.outcome(1).messages)
        }
    }

    @Test func `the message of an answer is the same over both protocols`() throws {
        try withServer { server in
            let grpc = try GRPCConnection(to: server.address)
            let native = try RawConnection(to: server.address)
            for (number, size) in [UInt8(1), 5, 20, 100].enumerated() {
                let stream = UInt32(1 + 2 * number)
                grpc.send(GRPCConnection.listCall(stream, pageSize: size))
                native.send(Wire.listRequest(stream: stream, pageSize: size))
                let message = try #require(grpc.outcome(stream).messages.first)
                let data = try #require(native.readFrame()).data
                #expect(data == Wire.field(2, message))
            }
        }
    }

    @Test(arguments: ["epoll", "dispatch"])
    func `floods end their connection, and nobody else's`(readiness: String) throws {
        let head = H2.frame(.headers, stream: 1, H2.fields(H2.head(GRPCConnection.list)))
        let floods: [(name: String, bytes: [UInt8])] = [
            ("SETTINGS", (0..<20_000).flatMap { _ in H2.settings() }),
            ("PING", (0..<20_000).flatMap { _ in H2.ping() }),
            (
                "empty DATA",
                H2.headers(1, GRPCConnection.list)
                    + (0..<20_000).flatMap { _ in H2.data(1, [], flags: 0) }
            ),
            (
                "CONTINUATION",
                head + (0..<20_000).flatMap { _ in H2.frame(.continuation, stream: 1) }
            ),
            (
                "rapid reset",
                (0..<2_000).flatMap { number in
                    let stream = UInt32(1 + 2 * number)
                    return H2.headers(stream, GRPCConnection.list) + H2.reset(stream)
                }
            ),
            ("SETTINGS entries", H2.settings((0..<2_000).map { _ in (0x99, 1) })),
        ]
        try withServer(readiness) { server in
            let before = server.status("VmRSS")
            for (name, bytes) in floods {
                let connection = try GRPCConnection(to: server.address)
                connection.send(bytes)
                let end = connection.readToEnd()
                #expect(end == .closed || end == .reset, "\(name)")
            }
            if ServerProcess.memoryIsTelling {
                #expect(server.status("VmRSS") - before < 16_384, "KiB after the floods")
            }
        }
    }

    @Test func `a client that does not read what it provokes is held back, not served for ever`()
        throws
    {
        try withServer { server in
            let before = server.status("VmRSS")
            var held: [GRPCConnection] = []
            for _ in 0..<5 {
                let connection = try GRPCConnection(to: server.address, timeoutSeconds: 1)
                connection.send((0..<20_000).flatMap { _ in H2.settings() })
                held.append(connection)
            }
            if ServerProcess.memoryIsTelling {
                #expect(server.status("VmRSS") - before < 16_384, "KiB")
            }
        }
    }

    @Test func `a thousand calls in one piece are all answered`() throws {
        try withServer { server in
            let connection = try GRPCConnection(to: server.address, timeoutSeconds: 60)
            connection.send(H2.windowUpdate(0, 1 << 30))
            var bytes: [UInt8] = []
            for number in 0..<1_000 {
                bytes += GRPCConnection.listCall(UInt32(1 + 2 * number), pageSize: 1)
            }
            let all = bytes
            nonisolated(unsafe) let sender = connection
            Thread.detachNewThread { sender.send(all) }
            for number in 0..<1_000 {
                #expect(connection.outcome(UInt32(1 + 2 * number)).status == 0)
            }
        }
    }

    @Test func `calls that are never whole are given up after a while, and others go on`() throws {
        try withServer("epoll", ["--frame-timeout-milliseconds", "300"]) { server in
            let connection = try GRPCConnection(to: server.address)
            var bytes: [UInt8] = []
            for number in 0..<300 {
                bytes += H2.headers(UInt32(1 + 2 * number), GRPCConnection.list)
            }
            connection.send(bytes + GRPCConnection.listCall(601))
            #expect(connection.outcome(601).status == 0)
            for number in 0..<300 {
                #expect(connection.outcome(UInt32(1 + 2 * number)).status == 4)
            }
            connection.send(GRPCConnection.listCall(603))
            #expect(connection.outcome(603).status == 0)
        }
    }

    @Test func `streams beyond the limit are refused before any work, the others answered`() throws
    {
        try withServer("epoll", ["--max-in-flight", "20"]) { server in
            let connection = try GRPCConnection(
                to: server.address,
                handshake: H2.preface + H2.settings() + H2.windowUpdate(0, 1 << 24))
            var bytes: [UInt8] = []
            for number in 0..<30 {
                bytes += H2.headers(UInt32(1 + 2 * number), GRPCConnection.list)
            }
            connection.send(bytes)
            for number in 20..<30 {
                #expect(connection.outcome(UInt32(1 + 2 * number)).resetCode == 7)
            }
            for number in 0..<20 {
                connection.send(H2.data(UInt32(1 + 2 * number), H2.message([])))
            }
            for number in 0..<20 { #expect(connection.outcome(UInt32(1 + 2 * number)).status == 0) }
        }
    }

    @Test(arguments: ["epoll", "dispatch"])
    func `a half-closed client gets its answers and then the end`(readiness: String) throws {
        try withServer(readiness) { server in
            let connection = try GRPCConnection(to: server.address)
            for stream: UInt32 in [1, 3, 5] { connection.send(GRPCConnection.listCall(stream)) }
            connection.send(H2.headers(7, GRPCConnection.list))
            connection.finishSending()
            #expect(connection.readToEnd() == .closed)
            for stream: UInt32 in [1, 3, 5] {
                #expect(connection.reader.outcome(of: stream).status == 0)
            }
        }
    }

    @Test(arguments: ["epoll", "dispatch"])
    func `an idle client hears two GOAWAYs when the server stops, which is soon`(readiness: String)
        throws
    {
        let server = try ServerProcess(
            catalog: Program.sampleCatalog, ["--readiness", readiness])
        let connection = try GRPCConnection(to: server.address)
        connection.send(GRPCConnection.listCall(1))
        #expect(connection.outcome(1).status == 0)
        server.signal(SIGTERM)
        #expect(connection.readToEnd() == .closed)
        #expect(connection.goAways.map(\.lastStream) == [0x7FFF_FFFF, 1])
        #expect(connection.goAways.allSatisfy { $0.errorCode == 0 })
        #expect(server.waitForExit() == 0)
    }

    @Test func `other protocols are closed without an answer`() throws {
        try withServer { server in
            for text in [
                "GET / HTTP/1.1\r\n\r\n", "POST / HTTP/1.1\r\n\r\n", "PRINT it please, now!!",
            ] {
                let connection = try GRPCConnection(to: server.address, handshake: Array(text.utf8))
                #expect(connection.readToEnd() != .timedOut)
                #expect(connection.reader.frames.isEmpty)
            }
        }
    }

    @Test func `connections that come and go leave no descriptor behind`() throws {
        try withServer { server in
            // The first client brings descriptors that stay, such as those of timers.
            let first = try GRPCConnection(to: server.address)
            first.send(GRPCConnection.listCall(1))
            #expect(first.outcome(1).status == 0)
            let before = server.descriptorCount
            for number in 0..<300 {
                let connection = try GRPCConnection(to: server.address)
                connection.send(GRPCConnection.listCall(1))
                if number % 3 != 0 { _ = connection.outcome(1) }
                if number % 5 == 0 { connection.reset() }
            }
            for _ in 0..<2_000 where server.descriptorCount > before { usleep(5_000) }
            #expect(server.descriptorCount <= before)
        }
    }
}
