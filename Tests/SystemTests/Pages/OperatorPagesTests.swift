import Foundation
import TestSupport
import Testing

/// Purpose: probes, Prometheus and people find what they need on the port that takes calls, or on
/// one of its own. Method: the real program, with requests made by hand.
@Suite(.timeLimit(.minutes(2)))
struct OperatorPagesTests {
    private static func socketPath(_ folder: TemporaryFile) -> String {
        folder.url.deletingLastPathComponent().appendingPathComponent("a.sock").path
    }

    @Test(arguments: ["epoll", "dispatch"])
    func `pages are on every address that takes calls`(readiness: String) throws {
        let folder = try TemporaryFile(named: "marker")
        let server = try ServerProcess(
            catalog: Program.sampleCatalog,
            listen: ["127.0.0.1:0", "[::1]:0", "unix:\(Self.socketPath(folder))"],
            ["--readiness", readiness])
        #expect(server.addresses.count == 3)
        for address in server.addresses {
            let health = try Pages.get("/healthz", from: address)
            #expect(health.status == 200 && health.body == "ok\n", "\(address)")
            #expect(health.head.contains("Connection: close"))
            let connection = try RawConnection(to: address)
            connection.send(Wire.listRequest(stream: 1))
            #expect(connection.readFrame()?.statusCode == 0)
            #expect(try GRPCConnection.answersList(address))
        }
    }

    @Test func `the status is a document that says what is served and what bounds it`() throws {
        let server = try ServerProcess(
            catalog: Program.sampleCatalog, ["--max-connections", "77", "--drain-seconds", "3"])
        let idle = try RawConnection(to: server.address)
        idle.send(Wire.listRequest(stream: 1))
        #expect(idle.readFrame()?.statusCode == 0)
        let answer = try Pages.get("/status", from: server.address)
        #expect(answer.status == 200 && answer.head.contains("Content-Type: application/json"))
        let status = try #require(
            try JSONSerialization.jsonObject(with: Data(answer.body.utf8)) as? [String: Any])
        #expect(status["state"] as? String == "serving")
        #expect(status["listening"] as? [String] == [server.address])
        let catalog = try #require(status["catalog"] as? [String: Any])
        #expect(catalog["kind"] as? String == "file" && catalog["revision"] as? String == "1")
        #expect((catalog["episodes"] as? Int ?? 0) > 100)
        let limits = try #require(status["limits"] as? [String: Int])
        #expect(limits["max_connections"] == 77 && limits["drain_milliseconds"] == 3_000)
        let connections = try #require(status["connections"] as? [String: Any])
        let kinds = try #require(connections["by_protocol"] as? [[String: Any]])
        let protocols = Set(kinds.compactMap { $0["protocol"] as? String })
        #expect(protocols.contains("ttrpc") && connections["open"] as? Int == 2)
    }

    @Test func `a listener of their own takes the pages from the main one and speaks nothing else`()
        throws
    {
        let folder = try TemporaryFile(named: "marker")
        for page in ["127.0.0.1:0", "unix:\(Self.socketPath(folder))"] {
            let server = try ServerProcess(
                catalog: Program.sampleCatalog, ["--admin-listen", page])
            try #require(server.addresses.count == 2, "\(server.readyLine)")
            let (main, admin) = (server.addresses[0], server.addresses[1])
            #expect(server.readyLine.hasSuffix("pages on \(admin)"))
            for path in ["/healthz", "/metrics", "/status"] {
                let moved = try Pages.get(path, from: main)
                #expect(moved.status == 404 && moved.body.contains(admin), "\(moved.body)")
                #expect(try Pages.get(path, from: admin).status == 200)
            }
            let native = try RawConnection(to: admin)
            native.send(Wire.listRequest(stream: 1))
            #expect(native.readFrame() == nil && native.end == .closed)
            #expect(try !GRPCConnection.answersList(admin))
            let metrics = try Pages.get("/metrics", from: admin).body
            #expect(metrics.contains("grpc_server_started_total{"))
            server.signal(SIGTERM)
            #expect(server.waitForExit() == 0)
            if page.hasPrefix("unix:") {
                #expect(!FileManager.default.fileExists(atPath: Self.socketPath(folder)))
            }
        }
    }

    @Test func `a draining server says so to probes until its end`() throws {
        let server = try ServerProcess(
            catalog: Program.sampleCatalog,
            ["--admin-listen", "127.0.0.1:0", "--drain-seconds", "30"])
        try #require(server.addresses.count == 2)
        let waiting = try RawConnection(to: server.addresses[0], timeoutSeconds: 30)
        // Takes nothing of its replies, so that the drain has to wait for it.
        let stalled = try RawConnection(
            to: server.addresses[0], timeoutSeconds: 30, receiveBufferByteCount: 4_096)
        for call in 0..<2_000 {
            stalled.sendWithoutWaiting(Wire.listRequest(stream: UInt32(call) * 2 + 1))
        }
        waiting.send(Wire.listRequest(stream: 1))
        #expect(waiting.readFrame()?.statusCode == 0)
        server.signal(SIGTERM)
        var status = 200
        for _ in 0..<1_000 where status == 200 {
            status = try Pages.get("/healthz", from: server.addresses[1]).status
            usleep(5_000)
        }
        let health = try Pages.get("/healthz", from: server.addresses[1])
        #expect(health.status == 503 && health.body.hasPrefix("draining"))
        let document = try Pages.get("/status", from: server.addresses[1]).body
        #expect(document.contains(#""state": "draining""#))
        #expect(server.process.isRunning)
        stalled.close()
        #expect(server.waitForExit() == 0)
    }

    @Test func `a loading server says so, and a signal ends it`() throws {
        let folder = try TemporaryFile(named: "marker")
        let directory = folder.url.deletingLastPathComponent()
        let pipe = directory.appendingPathComponent("pipe").path
        #expect(mkfifo(pipe, 0o600) == 0)
        let socket = Self.socketPath(folder)
        let process = Process()
        process.executableURL = Program.url("episodesd")
        process.arguments = ["serve", "--catalog", pipe, "--admin-listen", "unix:\(socket)"]
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        defer { kill(process.processIdentifier, SIGKILL) }
        for _ in 0..<2_000 where !FileManager.default.fileExists(atPath: socket) { usleep(5_000) }
        var health: Pages.Answer?
        for _ in 0..<2_000 where health == nil {
            health = try? Pages.get("/healthz", from: "unix:\(socket)")
            usleep(5_000)
        }
        #expect(health?.status == 503 && health?.body.hasPrefix("loading") == true)
        #expect(try Pages.get("/status", from: "unix:\(socket)").body.contains("loading"))
        #expect(try Pages.get("/metrics", from: "unix:\(socket)").body.contains("process_"))
        kill(process.processIdentifier, SIGTERM)
        process.waitUntilExit()
        #expect(process.terminationReason == .uncaughtSignal)
    }

    @Test(arguments: ["", "9090", "host:port", "unix:", "[::1]"])
    func `an address that is none is named`(address: String) throws {
        let result = try Program.episodesd(
            ["serve", "--catalog", Program.sampleCatalog, "--admin-listen", address])
        #expect(result.status == 2 && result.errors.contains("admin-listen"), "\(result.errors)")
    }
}
