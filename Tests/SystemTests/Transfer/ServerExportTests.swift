import EpisodeModel
import EpisodeProtocol
import Foundation
import TestSupport
import Testing

/// `episodes export` from a running server, and from hand-made ones that misbehave.
@Suite(.timeLimit(.minutes(5)))
struct ServerExportTests {
    @Test(arguments: ["jsonl", "json", "csv"])
    func `a server's catalogue is exported, and served again it is the same`(format: String) throws
    {
        let server = try ServerProcess(catalog: Program.sampleCatalog)
        let file = try TemporaryFile(named: "export.\(format)")
        let first = try Program.episodes(["export", "-f", file.path], server: server)
        #expect(first.status == 0, "\(first.errors)")
        #expect(first.output.isEmpty && first.errors.hasPrefix("exported "))
        let again = try ServerProcess(catalog: file.path)
        let second = try Program.episodes(
            ["export", "--format", format, "--quiet"], server: again)
        #expect(second.errors.isEmpty)
        #expect(second.output == file.text)
        for words in [["options", "-o", "json"], ["list", "--all", "-o", "jsonl"]] {
            let one = try Program.episodes(words, server: server)
            let other = try Program.episodes(words, server: again)
            #expect(one.output == other.output && one.status == 0)
        }
    }

    @Test(arguments: ["jsonl", "json", "csv"])
    func `what a list prints in full is imported as the same rows`(format: String) throws {
        let server = try ServerProcess(catalog: Program.sampleCatalog)
        let listed = try Program.episodes(["list", "--all", "-o", format], server: server)
        let store = try TemporaryFile(named: "unused").url.deletingLastPathComponent()
        try FileManager.default.createDirectory(at: store, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: store) }
        let path = store.appendingPathComponent("a.db").path
        let imported = try Program.episodes(
            ["import", "-", "--store", path], input: Data(listed.output.utf8))
        #expect(imported.status == 0, "\(imported.errors)")
        let rows = try Program.episodes(["export", "--store", path]).lines
        let exported = try Program.episodes(["export"], server: server).lines
        #expect(rows.count > 100)
        #expect(rows == exported.filter { !$0.hasPrefix("{\"domain\":") })
    }

    @Test func `filters and order are those of a list`() throws {
        let server = try ServerProcess(catalog: Program.sampleCatalog)
        let words = [
            "swift", "--domain", "ios", "--difficulty", "beginner", "--sort", "-popularity",
        ]
        let listed = try Program.episodes(["list", "--all", "-o", "ids"] + words, server: server)
        let exported = try Program.episodes(["export", "--format", "csv"] + words, server: server)
        #expect(exported.status == 0 && !listed.lines.isEmpty)
        let ids = exported.output.split(separator: "\r\n").dropFirst()
            .filter { $0.hasPrefix("episode,") }
            .compactMap {
                $0.split(separator: ",", omittingEmptySubsequences: false).dropFirst().first
            }
        #expect(ids.map(String.init) == listed.lines)
        #expect(exported.lines.contains { $0.hasPrefix("domain,1,") })
        let none = try Program.episodes(["export", "--id", "999999999"], server: server)
        #expect(none.status == 0)
        #expect(none.lines.allSatisfy { $0.hasPrefix("{\"domain\":") })
    }

    @Test func `a server that is not there leaves the file alone`() throws {
        let file = try TemporaryFile(named: "export.jsonl", text: "old")
        let result = try Program.run(
            Program.url("episodes"),
            ["--server", "127.0.0.1:1", "export", "--file", file.path])
        #expect(result.status == 5)
        #expect(file.text == "old")
    }
}
