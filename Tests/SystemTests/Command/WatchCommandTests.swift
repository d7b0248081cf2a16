// Purpose: watching commands tell every change, also over a server that goes and comes back.
import Foundation
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(3)))
struct WatchCommandTests {
    let folder: TemporaryFile
    let store: String
    let address: String

    init() throws {
        folder = try TemporaryFile(named: "marker")
        store = folder.url.deletingLastPathComponent().appendingPathComponent("c.db").path
        address = "127.0.0.1:\(try ScriptedPeer.freePort())"
    }

    private func start() throws -> ServerProcess {
        try ServerProcess(store: store, ["--allow-writes", "--listen", address])
    }

    private func upsert(_ id: Int) throws {
        let result = try Program.run(
            Program.url("episodes"),
            [
                "--server", address, "call", "UpsertEpisodes", "-d",
                #"{"episodes":[{"id":\#(id),"name":"One"}]}"#,
            ])
        #expect(result.status == 0, "\(result.errors)")
    }

    private func revisions(_ lines: [String]) -> [Int] {
        lines.compactMap { line in
            let object = try? JSONSerialization.jsonObject(with: Data(line.utf8))
            return ((object as? [String: Any])?["revision"] as? String).flatMap { Int($0) }
        }
    }

    @Test func `watch tells every revision and survives a restart`() throws {
        var server: ServerProcess? = try start()
        let watch = try RunningProgram("episodes", ["--server", address, "watch", "--limit", "4"])
        #expect(watch.hasLines(1), "\(watch.errors)")
        try upsert(1)
        #expect(watch.hasLines(2))
        server?.signal(SIGTERM)
        _ = server?.waitForExit()
        #expect(watch.says("asking again until it is back"))
        server = try start()
        try upsert(2)
        #expect(watch.hasLines(3), "\(watch.errors)")
        try upsert(3)
        #expect(watch.status() == 0)
        let revisions = revisions(watch.lines)
        #expect(revisions.count == 4)
        // Each is told once and in order, the one before the restart not again.
        #expect(revisions == revisions.sorted() && Set(revisions).count == 4)
        // Said once, not at each attempt.
        #expect(watch.errors.split(separator: "\n").count == 1)
        _ = server
    }

    @Test func `a server that was never there ends it at once`() throws {
        let result = try Program.run(
            Program.url("episodes"), ["--server", address, "watch"])
        #expect(result.status == 5)
    }

    @Test func `a list that is watched shows each change as one line`() throws {
        let server = try start()
        try upsert(1)
        let watch = try RunningProgram(
            "episodes", ["--server", address, "list", "--watch=100ms", "-o", "json"])
        #expect(watch.hasLines(1), "\(watch.errors)")
        try upsert(2)
        #expect(watch.hasLines(2), "\(watch.errors)")
        let totals = watch.lines.compactMap { line in
            let object = try? JSONSerialization.jsonObject(with: Data(line.utf8))
            return (object as? [String: Any])?["total_size"] as? String
        }
        #expect(totals.prefix(2) == ["1", "2"])
        _ = server
    }

    @Test func `health waits for a server that starts`() throws {
        let wait = try RunningProgram(
            "episodes", ["--server", address, "health", "--wait", "60s"])
        let server = try start()
        #expect(wait.status() == 0)
        #expect(wait.output == "SERVING\n")
        _ = server
        let late = try Program.run(
            Program.url("episodes"), ["--server", "127.0.0.1:1", "health", "--wait=300ms"])
        #expect(late.status == 5)
        #expect(late.errors.hasPrefix("episodes: not serving within 300ms: cannot connect"))
    }

    @Test func `health is watched until the server goes`() throws {
        let server = try start()
        let watch = try RunningProgram("episodes", ["--server", address, "health", "--watch"])
        #expect(watch.hasLines(1), "\(watch.errors)")
        #expect(watch.lines.first == "SERVING")
        server.signal(SIGTERM)
        #expect(watch.status() == 64 + 14)
        _ = server.waitForExit()
    }
}
