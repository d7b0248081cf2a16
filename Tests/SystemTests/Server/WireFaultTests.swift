import Foundation
import TestSupport
import Testing

/// Frames that no good client sends, against the running server over both readiness forms. After
/// each, the same process must still answer a good call on a new connection.
@Suite(.timeLimit(.minutes(3)))
struct WireFaultTests {
    private func withServer(
        _ readiness: String, _ body: (ServerProcess) throws -> Void
    ) throws {
        let server = try ServerProcess(
            catalog: Program.sampleCatalog, ["--readiness", readiness])
        try body(server)
        let canary = try RawConnection(to: server.address)
        canary.send(Wire.listRequest(stream: 1))
        #expect(canary.readFrame()?.statusCode == 0, "the canary was not answered")
        #expect(server.process.isRunning)
    }

    @Test(arguments: ["epoll", "dispatch"], [1, 9, 10, 11])
    func `a call is answered in whatever pieces it arrives`(readiness: String, size: Int) throws {
        try withServer(readiness) { server in
            let whole = try RawConnection(to: server.address)
            whole.send(Wire.listRequest(stream: 1, query: "map"))
            let pieces = try RawConnection(to: server.address)
            let bytes = Wire.listRequest(stream: 1, query: "map")
            for start in stride(from: 0, to: bytes.count, by: size) {
                pieces.send(bytes[start..<min(start + size, bytes.count)])
                usleep(1_000)
            }
            let expected = whole.readFrame()
            #expect(expected != nil)
            #expect(pieces.readFrame() == expected)
        }
    }

    @Test(arguments: ["epoll", "dispatch"])
    func `every stream of a long pipeline gets its own reply`(readiness: String) throws {
        try withServer(readiness) { server in
            let connection = try RawConnection(to: server.address, timeoutSeconds: 30)
            let queries = ["map", "swift", "kit", "introduction", "nothing-has-this"]
            var expected: [[UInt8]] = []
            for (index, query) in queries.enumerated() {
                connection.send(Wire.listRequest(stream: UInt32(index * 2 + 1), query: query))
                expected.append(try #require(connection.readFrame()).data)
            }
            var sent: [UInt8] = []
            for call in 5..<2_005 {
                sent += Wire.listRequest(
                    stream: UInt32(call * 2 + 1), query: queries[call % queries.count])
            }
            let bytes = sent
            let thread = Thread { connection.send(bytes) }
            thread.start()
            var seen = Set<UInt32>()
            for frame in connection.readFrames(atMost: 2_000) {
                #expect(seen.insert(frame.stream).inserted)
                #expect(frame.data == expected[Int(frame.stream / 2) % queries.count])
            }
            #expect(seen.count == 2_000)
        }
    }

    @Test(arguments: ["epoll", "dispatch"])
    func `a half-closed client gets all its replies and then the end`(readiness: String) throws {
        try withServer(readiness) { server in
            let connection = try RawConnection(to: server.address)
            for stream: UInt32 in [1, 3, 5] { connection.send(Wire.listRequest(stream: stream)) }
            connection.finishSending()
            #expect(connection.readFrames().map(\.stream).sorted() == [1, 3, 5])
            #expect(connection.end == .closed)
        }
    }

    @Test(arguments: ["epoll", "dispatch"])
    func `lengths of gigabytes take no memory`(readiness: String) throws {
        try withServer(readiness) { server in
            let before = server.status("VmRSS")
            var connections: [RawConnection] = []
            for length: [UInt8] in [[255, 255, 255, 255], [127, 255, 255, 255], [0, 64, 0, 1]] {
                for _ in 0..<50 {
                    let connection = try RawConnection(to: server.address)
                    connection.send(length + [0, 0, 0, 1, 1, 0])
                    connections.append(connection)
                }
            }
            usleep(300_000)
            if ServerProcess.memoryIsTelling {
                #expect(server.status("VmRSS") - before < 150 * 300)
            }
        }
    }

    @Test(arguments: ["epoll", "dispatch"])
    func `clients that vanish leave no descriptor behind`(readiness: String) throws {
        try withServer(readiness) { server in
            func churn(_ count: Int) throws {
                for round in 0..<count {
                    let connection = try RawConnection(to: server.address)
                    connection.send(Wire.listRequest(stream: 1))
                    if round % 2 == 0 { connection.reset() } else { connection.close() }
                }
            }
            // The first clients bring descriptors that stay, such as those of timers.
            try churn(100)
            usleep(500_000)
            let before = server.descriptorCount
            try churn(2_000)
            #expect(server.descriptorCount(fallsTo: before))
        }
    }

    @Test(arguments: ["epoll", "dispatch"])
    func `a reader that stalls does not slow its neighbours`(readiness: String) throws {
        try withServer(readiness) { server in
            let stalled = try RawConnection(
                to: server.address, timeoutSeconds: 1, receiveBufferByteCount: 4_096)
            let before = server.status("VmRSS")
            for call in 0..<20_000 {
                guard stalled.send(Wire.listRequest(stream: UInt32(call) * 2 + 1)) else { break }
            }
            let canary = try RawConnection(to: server.address, timeoutSeconds: 5)
            for call: UInt32 in 0..<100 {
                canary.send(Wire.listRequest(stream: call * 2 + 1))
                #expect(canary.readFrame()?.stream == call * 2 + 1)
            }
            if ServerProcess.memoryIsTelling {
                #expect(server.status("VmRSS") - before < 24_576)
            }
        }
    }
}
