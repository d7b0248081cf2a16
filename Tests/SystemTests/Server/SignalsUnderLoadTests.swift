import Foundation
import TestSupport
import Testing

/// Signals that reach a server which is busy: no call fails because of a reload, and an end loses
/// no call that was received.
@Suite(.timeLimit(.minutes(3)))
struct SignalsUnderLoadTests {
    static let forms = ["epoll", "dispatch"]

    private func contains(_ data: [UInt8], _ name: String) -> Bool {
        Data(data).range(of: Data(name.utf8)) != nil
    }

    @Test(arguments: forms)
    func `reloads under load fail no call, and each answer is of one catalogue`(
        readiness: String
    ) throws {
        let file = try TemporaryFile(named: "catalog.json")
        func write(_ name: String) throws {
            let rows = (1...50).map { #"{"id": \#($0), "name": "\#(name)"}"# }
            try Data("[\(rows.joined(separator: ","))]".utf8).write(to: file.url, options: .atomic)
        }
        try write("AlphaName")
        let server = try ServerProcess(catalog: file.path, ["--readiness", readiness])
        let load = SteadyLoad(server, clients: 4, window: 8) { data in
            contains(data, "AlphaName") != contains(data, "OmegaName")
        }
        #expect(load.waitForAnswers(200))
        for round in 2...26 {
            try write(round % 2 == 0 ? "OmegaName" : "AlphaName")
            server.signal(SIGHUP)
            #expect(server.says("at revision \(round)\n"))
            #expect(load.waitForAnswers(20))
        }
        load.stop()
        for outcome in load.wait() {
            #expect(outcome.answeredCount > 0)
            #expect(outcome.statusCodes == [0])
            #expect(outcome.isInOrder)
            #expect(outcome.wrongCount == 0)
            #expect(outcome.end == nil, "the server closed a connection")
        }
    }

    @Test func `many reload signals at once become few readings`() throws {
        let file = try TemporaryFile(named: "catalog.json", text: #"[{"id": 1, "name": "One"}]"#)
        let server = try ServerProcess(catalog: file.path)
        for _ in 0..<200 { server.signal(SIGHUP) }
        #expect(server.says("reloaded"))
        try Data(#"[{"id": 1, "name": "One"}, {"id": 2, "name": "Two"}]"#.utf8)
            .write(to: file.url, options: .atomic)
        server.signal(SIGHUP)
        #expect(server.says("2 episodes"), "the last signal is never lost")
        #expect(server.errorText.split(separator: "\n").count <= 201)
    }

    @Test(arguments: forms, [1, 64])
    func `an end under load answers what was received, in order, and closes cleanly`(
        readiness: String, window: Int
    ) throws {
        let server = try ServerProcess(
            catalog: Program.sampleCatalog, ["--readiness", readiness, "--drain-seconds", "30"])
        let load = SteadyLoad(server, clients: 6, window: window)
        #expect(load.waitForAnswers(600))
        let before = Date()
        server.signal(SIGTERM)
        #expect(server.waitForExit() == 0)
        // Far from the limit: it ends because everything was answered.
        #expect(Date().timeIntervalSince(before) < 20)
        #expect(server.errorText.isEmpty, "\(server.errorText)")
        for outcome in load.wait() {
            #expect(outcome.answeredCount > 0)
            #expect(outcome.statusCodes == [0])
            #expect(outcome.isInOrder)
            #expect(outcome.end == .closed)
        }
    }

    @Test(arguments: forms)
    func `the second signal ends a server whose drain would last`(readiness: String) throws {
        let folder = try TemporaryFile(named: "marker")
        let socket = folder.url.deletingLastPathComponent().appendingPathComponent("e.sock").path
        let server = try ServerProcess(
            catalog: Program.sampleCatalog, listen: ["127.0.0.1:0", "unix:\(socket)"],
            ["--readiness", readiness, "--drain-seconds", "3600"])
        let stalled = try RawConnection(to: server.address, receiveBufferByteCount: 4_096)
        for call in 0..<1_000 { stalled.send(Wire.listRequest(stream: UInt32(call) * 2 + 1)) }
        usleep(100_000)
        server.signal(SIGTERM)
        // The file goes first, so the drain has begun.
        for _ in 0..<4_000 where FileManager.default.fileExists(atPath: socket) { usleep(5_000) }
        #expect(server.process.isRunning)
        server.signal(SIGTERM)
        #expect(server.waitForExit() == 0)
        #expect(!FileManager.default.fileExists(atPath: socket))
    }
}
