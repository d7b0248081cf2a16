import Foundation
import TestSupport
import Testing

/// The server as an operator meets it: start, refusal, end. Each test runs the real program.
@Suite(.timeLimit(.minutes(2)))
struct StartAndStopTests {
    @Test func `the ready line names the rows and every address with its chosen port`() throws {
        let folder = try TemporaryFile(named: "marker")
        let socket = folder.url.deletingLastPathComponent().appendingPathComponent("e.sock").path
        let server = try ServerProcess(
            catalog: Program.sampleCatalog, listen: ["127.0.0.1:0", "unix:\(socket)"])
        #expect(server.addresses.count == 2)
        #expect(!server.address.hasSuffix(":0"))
        #expect(server.readyLine.contains("episodes"))
        for address in server.addresses {
            let result = try Program.run(
                Program.url("episodes"), ["--server", address, "health"])
            #expect(result.status == 0, "\(address): \(result.errors)")
        }
    }

    @Test(arguments: ["epoll", "dispatch"])
    func `SIGTERM ends an idle server with exit 0`(readiness: String) throws {
        let server = try ServerProcess(
            catalog: Program.sampleCatalog, ["--readiness", readiness])
        #expect(try Program.episodes(["health"], server: server).status == 0)
        server.signal(SIGTERM)
        #expect(server.waitForExit() == 0)
    }

    @Test func `a stalled client does not hold up the end beyond the drain time`() throws {
        let server = try ServerProcess(catalog: Program.sampleCatalog, ["--drain-seconds", "1"])
        let stalled = try RawConnection(to: server.address, receiveBufferByteCount: 4_096)
        for call in 0..<400 { stalled.send(Wire.listRequest(stream: UInt32(call) * 2 + 1)) }
        server.signal(SIGTERM)
        #expect(server.waitForExit() == 0)
    }

    @Test(arguments: ["epoll", "dispatch"])
    func `an end answers what was sent, closes at once and says nothing was cut`(
        readiness: String
    ) throws {
        let server = try ServerProcess(
            catalog: Program.sampleCatalog, ["--readiness", readiness, "--drain-seconds", "60"])
        let half = try RawConnection(to: server.address)
        half.send([0, 0, 0])
        let busy = try RawConnection(to: server.address, timeoutSeconds: 20)
        let calls = (0..<500).flatMap { Wire.listRequest(stream: UInt32($0) * 2 + 1) }
        busy.send(calls)
        usleep(20_000)
        server.signal(SIGTERM)
        #expect(busy.readFrames().count == 500)
        #expect(busy.end == .closed)
        #expect(server.waitForExit() == 0)
        #expect(server.errorText.isEmpty, "\(server.errorText)")
    }

    @Test func `a second signal ends the server at once`() throws {
        let server = try ServerProcess(catalog: Program.sampleCatalog, ["--drain-seconds", "60"])
        let stalled = try RawConnection(to: server.address, receiveBufferByteCount: 4_096)
        for call in 0..<1_000 { stalled.send(Wire.listRequest(stream: UInt32(call) * 2 + 1)) }
        server.signal(SIGTERM)
        usleep(300_000)
        server.signal(SIGTERM)
        #expect(server.waitForExit() != -1)
    }

    @Test func `SIGHUP reads the file again while calls are answered, a bad file changes nothing`()
        throws
    {
        let file = try TemporaryFile(named: "catalog.json", text: #"[{"id": 1, "name": "Old"}]"#)
        let server = try ServerProcess(catalog: file.path)
        func names() throws -> [String] {
            let result = try Program.episodes(
                ["list", "-o", "csv", "--fields", "name"], server: server)
            #expect(result.status == 0)
            return Array(result.lines.dropFirst())
        }
        func reload(_ text: String, until mention: String) throws {
            try Data(text.utf8).write(to: file.url)
            server.signal(SIGHUP)
            for _ in 0..<200 where !server.errorText.contains(mention) {
                _ = try names()
                usleep(20_000)
            }
            #expect(server.errorText.contains(mention), "\(server.errorText)")
        }
        #expect(try names() == ["Old"])
        try reload(#"[{"id": 1, "name": "Ne"#, until: "stays as it is")
        #expect(try names() == ["Old"])
        try reload(#"[{"id": 1, "name": "New"}]"#, until: "at revision 2")
        #expect(try names() == ["New"])
    }

    @Test func `a port in use is one clear line and a failure`() throws {
        let first = try ServerProcess(catalog: Program.sampleCatalog)
        let second = try Program.episodesd([
            "serve", "--catalog", Program.sampleCatalog, "--listen", first.address,
        ])
        #expect(second.status == 1)
        #expect(second.errors.contains("address in use: \(first.address)"))
        #expect(second.errors.split(separator: "\n").count == 1)
    }

    @Test func `a server can be started again on its port at once`() throws {
        let first = try ServerProcess(catalog: Program.sampleCatalog)
        let address = first.address
        _ = try Program.episodes(["list"], server: first)
        first.signal(SIGTERM)
        #expect(first.waitForExit() == 0)
        let second = try ServerProcess(catalog: Program.sampleCatalog, listen: [address])
        #expect(second.address == address)
    }

    @Test(arguments: [
        (["serve", "--catalog", ""], 2, "--catalog"),
        (["serve", "--catalog"], 2, "--catalog"),
        (["serve", "--catalog", "a", "--catalog", "b"], 2, "--catalog"),
        (["serve", "--cataloq", "a"], 2, "--catalog"),
        (["serve", "--catalog", "a", "--listen", "127.0.0.1:99999"], 2, "99999"),
        (["serve", "--catalog", "a", "--loops", "0x10"], 2, "--loops"),
        (["serve", "--catalog", "a", "--drain-seconds", "-1"], 2, "--drain-seconds"),
        (["serve", "--catalog", "a", "--reply-cache-bytes", "-1"], 2, "--reply-cache-bytes"),
        (
            ["serve", "--catalog", "a", "--stream-url-template", "https://x/"], 2,
            "video_identifier"
        ),
        (["sevre"], 2, "serve"),
    ])
    func `a wrong command line is refused in one line that names the part`(
        arguments: [String], status: Int32, mention: String
    ) throws {
        let result = try Program.episodesd(arguments)
        #expect(result.status == status)
        #expect(result.errors.contains(mention), "\(result.errors)")
        #expect(result.output.isEmpty)
    }

    @Test func `help comes with examples and goes to standard output`() throws {
        let result = try Program.episodesd(["serve", "--help"])
        #expect(result.status == 0)
        #expect(result.output.contains("episodesd serve --catalog"))
        #expect(result.errors.isEmpty)
    }

    @Test func `the version names the protobuf library in use`() throws {
        let result = try Program.episodesd(["--version"])
        #expect(result.status == 0)
        #expect(result.output.contains("libprotobuf-c 1."))
    }
}
