import EpisodeClient
import EpisodeModel
import EpisodeProtocol
import Foundation
import Synchronization
import TestSupport
import Testing

/// Imports and exports of a store that is served meanwhile.
@Suite(.timeLimit(.minutes(5)))
struct ServedStoreTransferTests {
    /// Tells readers to stop.
    private final class End: Sendable {
        let isReached = Atomic(false)
    }

    private let folder: TemporaryFile
    private var store: String {
        folder.url.deletingLastPathComponent().appendingPathComponent("a.db").path
    }

    init() throws { folder = try TemporaryFile(named: "unused") }

    private func importing(
        _ text: String, _ arguments: [String], server: ServerProcess? = nil
    ) throws -> Program.Result {
        try Program.episodes(
            ["import", "-", "-o", "jsonl"] + arguments, server: server, input: Data(text.utf8))
    }

    /// Waits until the server lists what is expected; false after 20 s.
    private func wait(_ server: ServerProcess, until expected: [String]) throws -> Bool {
        for _ in 0..<400 {
            let names = try Program.episodes(
                ["list", "--all", "--sort", "id", "-o", "csv", "--fields", "name"], server: server)
            if Array(names.lines.dropFirst()) == expected { return true }
            usleep(50_000)
        }
        return false
    }

    @Test func `rows imported through a server are there at once and export the same`() throws {
        let server = try ServerProcess(store: store, ["--allow-writes"])
        let text = """
            {"domain": {"id": 1, "name": "iOS", "slug": "ios", "level": "production"}}
            {"id": "18446744073709551615", "name": "B", "domains": [1], "popularity": 1e-7}
            {"id": "2", "name": "A\\n\\"", "description": "<x>", "description_html": ""}

            """
        let first = try importing(text, [], server: server)
        #expect(first.status == 0, "\(first.errors)")
        #expect(first.output.contains(#""created":"2","updated":"0""#), "\(first.output)")
        let exported = try Program.episodes(["export"], server: server)
        let direct = try Program.episodes(["export", "--store", store])
        #expect(exported.output == direct.output)
        #expect(exported.lines.count == 3 && exported.lines[0].hasPrefix(#"{"domain":"#))
        let again = try importing(exported.output, [], server: server)
        #expect(
            again.output.contains(#""created":"0","updated":"0","deleted":"0","unchanged":"2""#))
    }

    @Test func `a server that takes no edits says so`() throws {
        let server = try ServerProcess(store: store)
        let result = try importing("id,name\n1,a\n", [], server: server)
        #expect(result.status > 64)
        #expect(result.errors.contains("--allow-writes"), "\(result.errors)")
    }

    @Test func `an upsert over the wire keeps the stream URL of a row`() throws {
        #expect(
            try importing(
                "id,name,video_identifier,stream_url\n1,a,7,https://example.com/7\n",
                ["--store", store]
            ).status == 0)
        let server = try ServerProcess(store: store, ["--allow-writes"])
        let exported = try Program.episodes(["export"], server: server).output
        #expect(!exported.contains("stream_url"))
        let edited = exported.replacing("\"name\":\"a\"", with: "\"name\":\"b\"")
        #expect(try importing(edited, [], server: server).status == 0)
        let after = try Program.episodes(["export", "--store", store]).output
        #expect(after.contains(#""name":"b""#) && after.contains("https://example.com/7"))
    }

    @Test func `an import into the store shows in the server that serves it`() throws {
        let server = try ServerProcess(store: store)
        #expect(try importing("id,name\n1,a\n2,b\n", ["--store", store]).status == 0)
        #expect(try wait(server, until: ["a", "b"]))
        #expect(try importing("id,name\n2,c\n3,d\n", ["--store", store, "--replace"]).status == 0)
        #expect(try wait(server, until: ["c", "d"]))
    }

    @Test func `while catalogues are swapped every answer is of one of them`() async throws {
        let catalogues = ["A", "B"].map { name in
            "id,name,parent_name\n"
                + (1...(name == "A" ? 900 : 700)).map { "\($0),\(name)\($0),\(name)\n" }.joined()
        }
        #expect(try importing(catalogues[0], ["--store", store]).status == 0)
        let server = try ServerProcess(store: store)
        let address = server.address
        let end = End()
        let readers = (0..<4).map { _ in
            Task { () throws -> (answers: Int, names: Set<String>, wrong: Int) in
                let client = try await EpisodeClient.connect(to: address)
                defer { client.close() }
                var request = ListEpisodesRequest()
                request.pageSize = 1_000
                var result = (answers: 0, names: Set<String>(), wrong: 0)
                while !end.isReached.load(ordering: .relaxed) {
                    let answer = try await client.listEpisodes(request)
                    let parents = Set(answer.episodes.map(\.parentName))
                    let expected = parents == ["A"] ? 900 : 700
                    result.answers += 1
                    result.names.formUnion(parents)
                    if parents.count != 1 || answer.totalSize != Int64(expected)
                        || answer.episodes.count != expected
                    {
                        result.wrong += 1
                    }
                }
                return result
            }
        }
        for round in 1...8 {
            let result = try importing(catalogues[round % 2], ["--store", store, "--replace"])
            #expect(result.status == 0, "\(result.errors)")
            #expect(
                try wait(
                    server,
                    until: (1...(round % 2 == 0 ? 900 : 700)).map {
                        "\(round % 2 == 0 ? "A" : "B")\($0)"
                    }))
        }
        end.isReached.store(true, ordering: .relaxed)
        for reader in readers {
            let result = try await reader.value
            #expect(result.wrong == 0 && result.answers > 0)
            #expect(result.names.isSubset(of: ["A", "B"]))
        }
    }
}
