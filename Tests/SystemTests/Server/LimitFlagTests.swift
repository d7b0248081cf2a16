import Foundation
import TestSupport
import Testing

/// Every limit's flag, crossed on the running server. Whoever crosses one gets a status or a clean
/// close; a canary that was there before never notices.
@Suite(.timeLimit(.minutes(3)))
struct LimitFlagTests {
    static let forms = ["epoll", "dispatch"]

    /// A query of many different words, so that nothing but its length is remarkable.
    private func longRequest(_ byteCount: Int) -> [UInt8] {
        Wire.call(
            stream: 1,
            payload: Wire.field(3, [UInt8](repeating: UInt8(ascii: "x"), count: byteCount)))
    }

    @Test(arguments: forms) func `request bytes`(readiness: String) throws {
        try CanaryServer.run(readiness, ["--max-request-bytes", "2048"]) { server in
            let connection = try RawConnection(to: server.address)
            connection.send(longRequest(2_040) + Wire.listRequest(stream: 3))
            // Within the limit, but longer than a query may be.
            #expect(connection.readFrame()?.statusCode == 3)
            #expect(connection.readFrame()?.statusCode == 0)
            let over = try RawConnection(to: server.address)
            over.send(longRequest(2_050) + Wire.listRequest(stream: 3))
            #expect(over.readFrame()?.statusCode == 8)
            #expect(over.readFrame()?.statusCode == 0)
        }
    }

    @Test(arguments: forms) func `frame bytes, passed over up to a bound`(readiness: String) throws
    {
        try CanaryServer.run(readiness, ["--max-oversized-frame-bytes", "6000000"]) { server in
            let over = try RawConnection(to: server.address)
            over.send(Wire.frame(stream: 1, [UInt8](repeating: 0, count: 5_000_000)))
            over.send(Wire.listRequest(stream: 3))
            #expect(over.readFrame()?.statusCode == 8)
            #expect(over.readFrame()?.statusCode == 0)
            let farOver = try RawConnection(to: server.address)
            farOver.send(Wire.listRequest(stream: 1) + [0, 0x60, 0, 0, 0, 0, 0, 3, 1, 0])
            #expect(farOver.readFrame()?.statusCode == 0)
            #expect(farOver.readFrame()?.statusCode == 8)
            #expect(farOver.readFrame() == nil)
            #expect(farOver.end == .closed)
        }
    }

    @Test(arguments: forms) func `connections`(readiness: String) throws {
        try CanaryServer.run(readiness, ["--max-connections", "3"]) { server in
            let held = try (0..<2).map { _ in try RawConnection(to: server.address) }
            for connection in held {
                connection.send(Wire.listRequest(stream: 1))
                #expect(connection.readFrame()?.statusCode == 0)
            }
            for _ in 0..<20 {
                let refused = try RawConnection(to: server.address)
                #expect(refused.readFrame() == nil)
                #expect(refused.end == .closed)
            }
            #expect(server.says("more than 3 connections"))
            #expect(server.errorText.split(separator: "\n").count == 1, "said once")
            held[0].close()
            #expect(eventuallyAnswers(server))
        }
    }

    private func eventuallyAnswers(_ server: ServerProcess) -> Bool {
        for _ in 0..<400 {
            if let connection = try? RawConnection(to: server.address) {
                connection.send(Wire.listRequest(stream: 1))
                if connection.readFrame()?.statusCode == 0 { return true }
            }
            usleep(10_000)
        }
        return false
    }

    @Test(arguments: forms) func `calls in flight`(readiness: String) throws {
        let calls =
            Wire.waitingRequest(stream: 1) + Wire.waitingRequest(stream: 3)
            + Wire.listRequest(stream: 5)
        for (flags, isPassed) in [([], true), (["--max-in-flight", "2"], false)] {
            try CanaryServer.run(readiness, flags) { server in
                let connection = try RawConnection(to: server.address)
                connection.send(calls)
                let frames = connection.readFrames(atMost: 3)
                // Which of the two that wait ends first is nobody's promise.
                #expect((frames.first?.stream == 5) == isPassed, "\(frames.map(\.stream))")
                #expect(Set(frames.map(\.stream)) == [1, 3, 5])
                #expect(frames.map(\.statusCode).sorted() == [0, 14, 14])
            }
        }
    }

    @Test(arguments: forms) func `unsent bytes of readers that stall`(readiness: String) throws {
        try CanaryServer.run(readiness, ["--max-unsent-bytes", "1048576"]) { server in
            let before = server.status("VmRSS")
            let readers = try (0..<16).map { _ in
                try RawConnection(
                    to: server.address, timeoutSeconds: 1, receiveBufferByteCount: 4_096)
            }
            let canary = try RawConnection(to: server.address)
            var answered = 0
            for round: UInt32 in 0..<40 {
                let calls = (0..<100).flatMap {
                    Wire.listRequest(stream: (round * 100 + UInt32($0)) * 2 + 1, pageSize: 100)
                }
                for reader in readers { reader.sendWithoutWaiting(calls) }
                canary.send(Wire.listRequest(stream: round * 2 + 1))
                if canary.readFrame()?.statusCode == 0 { answered += 1 }
            }
            #expect(answered == 40)
            // Each may hold its cap, the last reply, and the pages around them.
            if ServerProcess.memoryIsTelling {
                #expect(server.status("VmRSS") - before < 16 * 1_536)
            }
        }
    }

    @Test(arguments: forms) func `time for a frame`(readiness: String) throws {
        try CanaryServer.run(readiness, ["--frame-timeout-milliseconds", "200"]) { server in
            let slow = try RawConnection(to: server.address)
            for byte in Wire.listRequest(stream: 1) {
                guard slow.send([byte]) else { break }
                usleep(10_000)
            }
            #expect(slow.readFrame() == nil)
            #expect(slow.end != .timedOut)
        }
    }

    @Test(arguments: forms) func `idle time, which a waiting call stops`(readiness: String) throws {
        let server = try ServerProcess(
            catalog: Program.sampleCatalog,
            ["--readiness", readiness, "--idle-timeout-milliseconds", "200"])
        let idle = try RawConnection(to: server.address)
        let waiting = try RawConnection(to: server.address)
        waiting.send(Wire.waitingRequest(stream: 1))
        #expect(idle.readFrame() == nil)
        #expect(idle.end == .closed)
        #expect(waiting.readFrame()?.statusCode == 14)
        #expect(waiting.readFrame() == nil)
        #expect(waiting.end == .closed)
    }

    @Test(arguments: forms) func `time without a reply taken`(readiness: String) throws {
        try CanaryServer.run(readiness, ["--stall-timeout-milliseconds", "300"]) { server in
            let stalled = try RawConnection(
                to: server.address, timeoutSeconds: 1, receiveBufferByteCount: 4_096)
            stalled.send(Wire.listRequest(stream: 1))
            #expect(stalled.readFrame()?.statusCode == 0)
            let before = server.descriptorCount
            for call in 1..<600 {
                stalled.sendWithoutWaiting(
                    Wire.listRequest(stream: UInt32(call) * 2 + 1, pageSize: 100))
            }
            for _ in 0..<4_000 where server.descriptorCount >= before { usleep(5_000) }
            #expect(server.descriptorCount < before, "the stalled client is still there")
        }
    }

    @Test(arguments: forms) func `default and longest deadline`(readiness: String) throws {
        for flag in ["--default-deadline-milliseconds", "--max-deadline-milliseconds"] {
            try CanaryServer.run(readiness, [flag, "50"]) { server in
                let connection = try RawConnection(to: server.address)
                connection.send(Wire.waitingRequest(stream: 1))
                #expect(connection.readFrame()?.statusCode == 4)
                connection.send(
                    Wire.waitingRequest(stream: 3, timeoutNanoseconds: 5_000_000_000))
                let isCapped = flag.contains("max")
                #expect(connection.readFrame()?.statusCode == (isCapped ? 4 : 14))
            }
        }
    }

    @Test(arguments: [
        ("--socket-mode", "660", 0), ("--socket-mode", "0899", 2), ("--socket-mode", "1777", 2),
        ("--socket-mode", "rw", 2), ("--socket-mode", "-660", 2), ("--listen-backlog", "0", 2),
        ("--listen", "systemd", 2), ("--max-oversized-frame-bytes", "-1", 2),
        ("--max-connections", "0", 2),
    ])
    func `values are checked before the catalogue is read`(
        flag: String, value: String, status: Int32
    ) throws {
        // A catalogue that is not there ends a start whose command line is right.
        let result = try Program.episodesd(["serve", "--catalog", "/nonexistent", flag, value])
        #expect(result.status == (status == 0 ? 6 : status), "\(result.errors)")
        #expect(status == 0 || result.errors.contains(flag), "\(result.errors)")
    }

    @Test func `help names every limit with its default and unit`() throws {
        let help = try Program.episodesd(["serve", "--help"]).output
            .split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let expected = [
            ("max-request-bytes", "65536", "bytes"),
            ("max-oversized-frame-bytes", "16777216", "bytes"),
            ("max-connections", "10000", "connections"), ("max-in-flight", "1024", "calls"),
            ("max-unsent-bytes", "8388608", "bytes"), ("frame-timeout-milliseconds", "10000", "ms"),
            ("idle-timeout-milliseconds", "300000", "ms"),
            ("stall-timeout-milliseconds", "60000", "ms"),
            ("default-deadline-milliseconds", "10000", "ms"),
            ("max-deadline-milliseconds", "60000", "ms"), ("drain-seconds", "10", "s"),
            ("listen-backlog", "4096", "connections"), ("linger-milliseconds", "20", "ms"),
        ]
        for (flag, value, unit) in expected {
            let section = try #require(help.range(of: "--\(flag) ")).upperBound
            let end = help[section...].range(of: " --")?.lowerBound ?? help.endIndex
            #expect(help[section..<end].contains("unit: \(unit)"), "\(flag)")
            #expect(help[section..<end].contains("default: \(value)"), "\(flag)")
        }
        #expect(help.contains("default: 0660"))
    }
}
