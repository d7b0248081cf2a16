import Foundation
import TestSupport
import Testing

/// A catalogue that cannot be right is never served: one line with file, place, field and remedy,
/// and exit status 6.
@Suite(.timeLimit(.minutes(2)))
struct BadCatalogTests {
    private func serve(_ text: String, _ extra: [String] = []) throws -> Program.Result {
        let file = try TemporaryFile(named: "catalog.json", text: text)
        return try Program.episodesd(
            ["serve", "--catalog", file.path, "--listen", "127.0.0.1:0"] + extra)
    }

    @Test(arguments: [
        ("", "holds no episodes"),
        ("[]", "holds no episodes"),
        ("{}", "episodes"),
        (#""text""#, "catalog.json"),
        (#"[{"id": 1, "name": "A"}, {"id": 2, "na"#, "catalog.json:1"),
        ("[{\"id\": 1, \"name\": \"A\"},\n {\"id\": 2, \"name\": 7}]", "catalog.json:2"),
        (#"[{"id": -5, "name": "A"}]"#, "id"),
        (#"[{"id": 1, "name": "A", "difficulty": "expert"}]"#, "difficulty"),
        (#"[{"id": 1, "name": "A", "released_at": "yesterday"}]"#, "released_at"),
        (#"[{"id": 1, "name": "A"}, {"id": 1, "name": "B"}]"#, "id"),
    ])
    func `a bad file is refused with its place and field`(text: String, mention: String) throws {
        let result = try serve(text)
        #expect(result.status == 6)
        #expect(result.errors.contains(mention), "\(result.errors)")
        #expect(result.output.isEmpty)
    }

    @Test func `a missing file is named`() throws {
        let result = try Program.episodesd(["serve", "--catalog", "/no/such/catalog.json"])
        #expect(result.status == 6)
        #expect(result.errors.contains("/no/such/catalog.json"))
    }

    @Test func `an empty catalogue is served when that is asked for`() throws {
        let file = try TemporaryFile(named: "catalog.json", text: "[]")
        let server = try ServerProcess(catalog: file.path, ["--allow-empty"])
        let result = try Program.episodes(["list", "--facets", "-o", "json"], server: server)
        #expect(result.status == 0)
        #expect(result.output.contains(#""episodes": []"#), "\(result.output)")
    }

    @Test func `bad rows can be skipped and are counted`() throws {
        let file = try TemporaryFile(
            named: "catalog.jsonl",
            text: """
                {"id": 1, "name": "Good"}
                {"id": 2, "name": "Bad", "difficulty": "expert"}
                {"id": 1, "name": "Twice, with another name"}
                {"id": 3, "name": "Good too"}
                """)
        let server = try ServerProcess(catalog: file.path, ["--skip-bad-rows"])
        #expect(server.errorText.contains("2 bad rows"))
        #expect(server.errorText.contains("catalog.jsonl:2"))
        let result = try Program.episodes(["list", "-o", "ids", "--sort", "id"], server: server)
        #expect(result.lines == ["1", "3"])
    }
}
