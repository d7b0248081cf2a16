import LoadGenerator
import LoadTransport
import RPCCore
import SocketTransport
import TestSupport
import Testing

extension LiveLoadTests {
    /// Purpose: both protocols carry the same load and tell the same outcomes.
    /// Method: the server of this package, with a handler that does what a request says.
    @Suite(.serialized) struct BothProtocolsTests {
        @Test(arguments: LoadTarget.WireProtocol.allCases)
        func `Every call is answered over both protocols`(
            _ wireProtocol: LoadTarget.WireProtocol
        ) async throws {
            let server = try CodeServer()
            defer { server.stop() }
            let plan = try Loading.open(2_000, seconds: 1, connections: 3, streams: 100)
            let result = try await Loading.run(plan, server.port, wireProtocol)
            #expect(result.askedCount == 2_000)
            #expect(result.okCount == result.sentCount)
            #expect(result.reconnectCount == 0)
            #expect(result.receivedByteCount >= result.okCount * 6)
            #expect(result.sentByteCount >= result.okCount * 6)
        }

        @Test(arguments: LoadTarget.WireProtocol.allCases)
        func `Every status is told apart over both protocols`(
            _ wireProtocol: LoadTarget.WireProtocol
        ) async throws {
            let server = try CodeServer()
            defer { server.stop() }
            for code in 1...16 {
                let plan = try Loading.closed(
                    seconds: 60, streams: 4, calls: 40, payload: [UInt8(code)])
                let result = try await Loading.run(plan, server.port, wireProtocol)
                let tally = try #require(result.tallies.first)
                #expect(result.tallies.count == 1)
                #expect(tally.outcome.rawValue == Int32(code))
                #expect(tally.count == 40)
                #expect(tally.firstMessage == "naughty \u{1F642} 100%")
            }
        }

        @Test(arguments: LoadTarget.WireProtocol.allCases)
        func `Answers of any length are passed over whole`(
            _ wireProtocol: LoadTarget.WireProtocol
        ) async throws {
            let server = try CodeServer()
            defer { server.stop() }
            for length in [2, 100, 20_000, 60_000] {
                var payload = [UInt8](repeating: 7, count: length)
                payload[0] = 0
                let plan = try Loading.closed(
                    seconds: 60, connections: 2, streams: 9, calls: 500, payload: payload)
                let result = try await Loading.run(plan, server.port, wireProtocol)
                #expect(result.okCount == 500)
                #expect(result.receivedByteCount >= UInt64(500 * length))
            }
        }

        @Test(arguments: LoadTarget.WireProtocol.allCases)
        func `A full pipe holds nobody up for ever`(
            _ wireProtocol: LoadTarget.WireProtocol
        ) async throws {
            let server = try CodeServer()
            defer { server.stop() }
            var payload = [UInt8](repeating: 7, count: 60_000)
            payload[0] = 0
            let plan = try Loading.closed(
                seconds: 60, connections: 1, streams: 150, calls: 1_000, payload: payload)
            let result = try await Loading.run(plan, server.port, wireProtocol)
            #expect(result.okCount == 1_000, "\(result.tallies)")
        }

        @Test func `gRPC asked of a port without it is told at once`() async throws {
            let stub = try StubServer(.speak("SSH-2.0-OpenSSH_9.2p1 Debian-2+deb12u3\r\n"))
            defer { stub.stop() }
            let plan = try Loading.open(10, seconds: 60)
            let error = await #expect(throws: RPCError.self) {
                try await Loading.run(plan, stub.port, .grpc)
            }
            #expect(error?.message.contains("SSH") ?? false)
        }
    }
}
