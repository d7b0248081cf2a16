import Foundation
import TestSupport
import Testing

/// The limits that only gRPC has, crossed on the running server; a canary of the native protocol
/// that was there before never notices.
@Suite(.timeLimit(.minutes(3)))
struct GRPCLimitTests {
    typealias H2 = HTTP2Bytes
    static let forms = ["epoll", "dispatch"]

    @Test(arguments: forms) func `early resets`(readiness: String) throws {
        let flags = ["--max-early-resets", "10", "--max-early-resets-per-second", "0"]
        try CanaryServer.run(readiness, flags) { server in
            let honest = try GRPCConnection(to: server.address)
            honest.send(H2.windowUpdate(0, 1 << 24))
            for number in 0..<50 {
                let stream = UInt32(1 + 2 * number)
                honest.send(GRPCConnection.listCall(stream, pageSize: 1))
                #expect(honest.outcome(stream).status == 0)
                honest.send(H2.reset(stream))
            }
            honest.send(GRPCConnection.listCall(201, pageSize: 1))
            #expect(honest.outcome(201).status == 0)
            let greedy = try GRPCConnection(to: server.address)
            for number in 0..<11 {
                let stream = UInt32(1 + 2 * number)
                greedy.send(H2.headers(stream, GRPCConnection.list) + H2.reset(stream))
            }
            #expect(greedy.readToEnd() == .closed)
            #expect(greedy.goAways.last?.text == "rapid_reset")
        }
    }

    @Test(arguments: forms) func `age of a connection`(readiness: String) throws {
        try CanaryServer.run(readiness, ["--max-connection-age-milliseconds", "300"]) { server in
            let connection = try GRPCConnection(to: server.address)
            connection.send(GRPCConnection.listCall(1))
            #expect(connection.outcome(1).status == 0)
            #expect(connection.readToEnd() == .closed)
            #expect(connection.goAways.map(\.text) == ["", "max_age"])
        }
    }

    @Test(arguments: forms) func `idle time, PINGs or not`(readiness: String) throws {
        let server = try ServerProcess(
            catalog: Program.sampleCatalog,
            ["--readiness", readiness, "--idle-timeout-milliseconds", "500"])
        let connection = try GRPCConnection(to: server.address)
        connection.send(GRPCConnection.listCall(1) + H2.ping())
        #expect(connection.readToEnd() == .closed)
        #expect(connection.goAways.last?.text == "max_idle")
    }

    @Test(arguments: forms) func `deadlines count while a reply waits for its client`(
        readiness: String
    ) throws {
        try CanaryServer.run(readiness, []) { server in
            let connection = try GRPCConnection(
                to: server.address, handshake: H2.handshake([(4, 100)]))
            connection.send(
                H2.call(1, GRPCConnection.list, [5 << 3, 20], [("grpc-timeout", "300m")]))
            #expect(connection.outcome(1).resetCode == 8)
        }
    }

    @Test(arguments: forms) func `replies that nobody takes are bounded for all clients together`(
        readiness: String
    ) throws {
        try CanaryServer.run(readiness, ["--max-buffered-bytes", "16777216"]) { server in
            let before = server.status("VmRSS")
            var held: [GRPCConnection] = []
            for _ in 0..<20 {
                // No window at all for the replies.
                let connection = try GRPCConnection(
                    to: server.address, handshake: H2.handshake([(4, 0)]))
                var bytes: [UInt8] = []
                for number in 0..<400 {
                    bytes += GRPCConnection.listCall(UInt32(1 + 2 * number), pageSize: 120)
                }
                connection.send(bytes)
                held.append(connection)
            }
            let canary = try GRPCConnection(to: server.address)
            canary.send(GRPCConnection.listCall(1))
            #expect(canary.outcome(1).status == 0)
            if ServerProcess.memoryIsTelling {
                #expect(server.status("VmRSS") - before < 65_536, "KiB")
            }
        }
    }
}
