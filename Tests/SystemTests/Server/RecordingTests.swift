import EpisodeProtocol
import Foundation
import TestSupport
import Testing

/// Purpose: a record holds the requests of both protocols in their JSON form, within its bounds.
/// Method: the real program, and its file read as the load tester reads it.
@Suite(.timeLimit(.minutes(2)))
struct RecordingTests {
    private static func path(_ folder: TemporaryFile) -> String {
        folder.url.deletingLastPathComponent().appendingPathComponent("record.jsonl").path
    }

    private static func lines(_ path: String) throws -> [[String: Any]] {
        let text = try String(contentsOfFile: path, encoding: .utf8)
        return try text.split(separator: "\n").map { line in
            try #require(
                try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        }
    }

    private static func end(_ server: ServerProcess) {
        server.signal(SIGTERM)
        #expect(server.waitForExit() == 0)
    }

    @Test func `requests of both protocols are recorded in order, and those that read alone`()
        throws
    {
        let folder = try TemporaryFile(named: "marker")
        let path = Self.path(folder)
        for round in 1...2 {
            let server = try ServerProcess(
                catalog: Program.sampleCatalog, ["--record-requests", path])
            let connection = try RawConnection(to: server.address)
            connection.send(
                Wire.listRequest(stream: 1, query: "café \"1\"", pageSize: 7)
                    + Wire.call(stream: 3, method: "GetEpisode", payload: [8, 5])
                    + Wire.call(stream: 5, payload: [0xFF])
                    + Wire.call(
                        stream: 7, service: "grpc.health.v1.Health", method: "Check", payload: []))
            for _ in 0..<4 { #expect(connection.readFrame() != nil) }
            #expect(try GRPCConnection.answersList(server.address))
            Self.end(server)
            #expect(server.errorText.contains("recorded 3 requests"), "\(server.errorText)")
            // What was there stays.
            let lines = try Self.lines(path)
            #expect(lines.count == 3 * round)
            let last = lines.suffix(3)
            let service = "episodes.v1.EpisodeService/"
            #expect(
                last.map { $0["method"] as? String } == [
                    service + "ListEpisodes", service + "GetEpisode", service + "ListEpisodes",
                ])
            let first = try #require(last.first?["request"] as? [String: Any])
            #expect(first["query"] as? String == "café \"1\"" && first["pageSize"] as? Int == 7)
            let offsets = last.compactMap { $0["offset_us"] as? Int }
            #expect(offsets.count == 3 && offsets == offsets.sorted() && offsets[0] >= 0)
        }
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
        #expect(mode as? Int == 0o600)
    }

    @Test func `a record ends at its limit, and what is left out is counted`() throws {
        let folder = try TemporaryFile(named: "marker")
        let path = Self.path(folder)
        let server = try ServerProcess(
            catalog: Program.sampleCatalog,
            ["--record-requests", path, "--record-limit", "2000"])
        let connection = try RawConnection(to: server.address)
        for call in 0..<200 {
            connection.send(Wire.listRequest(stream: UInt32(call) * 2 + 1, query: "number \(call)"))
            #expect(connection.readFrame()?.statusCode == 0)
        }
        #expect(server.says("--record-limit"))
        let page = try Pages.get("/metrics", from: server.address).body
        let recorded = Pages.sample("episodes_recorded_requests_total", in: page) ?? 0
        let dropped = Pages.sample("episodes_record_dropped_total", in: page) ?? 0
        #expect(recorded > 5 && recorded + dropped == 200, "\(recorded) and \(dropped)")
        Self.end(server)
        let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
        #expect(size > 1_500 && size <= 2_000)
        #expect(try Self.lines(path).count == Int(recorded))
    }

    @Test func `a request that stands for a very long text is left out and counted`() throws {
        let folder = try TemporaryFile(named: "marker")
        let path = Self.path(folder)
        let server = try ServerProcess(catalog: Program.sampleCatalog, ["--record-requests", path])
        let connection = try RawConnection(to: server.address)
        // Of a byte each, and a name each in JSON.
        for (stream, count) in [(1, 60_000), (3, 100)] as [(UInt32, Int)] {
            let values = [UInt8](repeating: 1, count: count)
            connection.send(Wire.call(stream: stream, payload: Wire.field(2, values)))
            #expect(connection.readFrame()?.statusCode == 0)
        }
        Self.end(server)
        #expect(server.errorText.contains("recorded 1 request, left out 1"), "\(server.errorText)")
        #expect(try Self.lines(path).count == 1)
    }

    @Test func `a record that finds no room ends once, with its last whole line`() throws {
        let folder = try TemporaryFile(named: "marker")
        let path = Self.path(folder)
        // The thread sanitizer keeps its own state in files, and dies where they may not grow.
        guard ServerProcess.sanitizerThreadCount == 0 else { return }
        // Files of at most 4 KiB; without the signal a write behind that fails.
        let server = try ServerProcess(
            catalog: Program.sampleCatalog, ["--record-requests", path],
            through: ["/bin/sh", "-c", "ulimit -f 8; trap '' XFSZ; exec \"$@\"", "sh"])
        let connection = try RawConnection(to: server.address)
        for call in 0..<200 {
            connection.send(Wire.listRequest(stream: UInt32(call) * 2 + 1, query: "number \(call)"))
            #expect(connection.readFrame()?.statusCode == 0)
        }
        #expect(server.says("the record ends here"))
        Self.end(server)
        #expect(server.errorText.components(separatedBy: "the record ends here").count == 2)
        let text = try String(contentsOfFile: path, encoding: .utf8)
        let count = try Self.lines(path).count
        #expect(text.isEmpty || text.hasSuffix("\n"))
        #expect(
            server.errorText.contains("recorded \(count) request")
                && server.errorText.contains("left out \(200 - count)"), "\(server.errorText)")
    }

    @Test func `a record that cannot be written is refused at the start`()
        throws
    {
        let refused = try Program.episodesd([
            "serve", "--catalog", Program.sampleCatalog, "--record-requests", "/no/such/folder/f",
        ])
        #expect(refused.status != 0 && refused.errors.contains("/no/such/folder/f"))
        let idle = try Program.episodesd([
            "serve", "--catalog", Program.sampleCatalog, "--record-limit", "5000",
        ])
        #expect(idle.status == 2 && idle.errors.contains("--record-requests"))
        let folder = try TemporaryFile(named: "marker")
        let pipe = folder.url.deletingLastPathComponent().appendingPathComponent("pipe").path
        #expect(mkfifo(pipe, 0o600) == 0)
        for path in [pipe, "/dev/full"] {
            let refused = try Program.episodesd([
                "serve", "--catalog", Program.sampleCatalog, "--record-requests", path,
            ])
            #expect(refused.status != 0 && refused.errors.contains("not an ordinary file"))
        }
    }
}
