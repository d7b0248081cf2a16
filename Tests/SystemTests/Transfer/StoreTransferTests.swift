import Foundation
import TestSupport
import Testing

/// `episodes import` and `episodes export` with a store: real files, no server.
@Suite(.timeLimit(.minutes(5)))
struct StoreTransferTests {
    private let folder: TemporaryFile

    init() throws { folder = try TemporaryFile(named: "here") }

    private func path(_ name: String) -> String {
        folder.url.deletingLastPathComponent().appendingPathComponent(name).path
    }

    private func write(_ name: String, _ text: String) throws -> String {
        try Data(text.utf8).write(to: URL(fileURLWithPath: path(name)))
        return path(name)
    }

    private func bytes(_ name: String) throws -> Data {
        try Data(contentsOf: URL(fileURLWithPath: path(name)))
    }

    private func episodes(_ words: String..., input: String? = nil) throws -> Program.Result {
        try Program.episodes(words, input: input.map { Data($0.utf8) })
    }

    private static let lines = """
        {"domain": {"id": 1, "name": "iOS", "slug": "ios"}}
        {"id": 1, "name": "Map", "domains": [1], "stream_url": "https://example.com/1.m3u8"}
        {"id": 18446744073709551615, "name": "=1+1, \\"x\\"\\n\\u202e", "popularity": 1e-7}
        {"id": 3, "name": "Größe", "released_at": "1969-12-31T23:59:59.999999Z"}

        """

    @Test(arguments: ["jsonl", "json", "csv"])
    func `what is exported is imported as the same catalogue`(format: String) throws {
        let source = try write("source.jsonl", Self.lines)
        #expect(try episodes("import", source, "--store", path("a.db")).status == 0)
        let first = try episodes(
            "export", "--store", path("a.db"), "--format", format, "--file", path("first"))
        #expect(first.status == 0)
        #expect(first.output.isEmpty && first.errors.contains("exported 3 episodes and 1 domain,"))
        let back = try episodes(
            "import", path("first"), "--store", path("b.db"), "--replace", "-o", "jsonl")
        #expect(back.output.contains(#""created":"3""#), "\(back.output) \(back.errors)")
        #expect(
            try episodes("export", "--store", path("b.db"), "-q", "-f", path("second." + format))
                .status == 0)
        #expect(try bytes("first") == bytes("second." + format))
        let text = String(decoding: try bytes("first"), as: UTF8.self)
        #expect(text.contains("https://example.com/1.m3u8"))
    }

    @Test func `the sample catalogue comes back`() throws {
        #expect(
            try episodes("import", Program.sampleCatalog, "--store", path("a.db")).status == 0)
        for format in ["csv", "json", "jsonl"] {
            let first = try episodes("export", "--store", path("a.db"), "--format", format)
            #expect(first.status == 0 && first.lines.count > 100)
            let piped = try episodes(
                "import", "-", "--store", path("\(format).db"), input: first.output)
            #expect(piped.status == 0, "\(piped.errors)")
            let second = try episodes("export", "--store", path("\(format).db"), "--format", format)
            #expect(second.output == first.output)
        }
    }

    @Test func `an upsert keeps what the file does not have, a replace deletes it`() throws {
        let store = path("a.db")
        let source = try write("source.jsonl", Self.lines)
        _ = try episodes("import", source, "--store", store)
        let edit = try write("edit.csv", "id,name\n1,Other\n7,New\n")
        let check = try episodes("import", edit, "--store", store, "--check", "-o", "jsonl")
        #expect(
            check.output
                == #"{"rows":"2","bad_rows":"0","domains":"0","would_be_created":"1","#
                + #""would_be_updated":"1","would_be_deleted":"0","unchanged":"0"}"# + "\n")
        let upsert = try episodes("import", edit, "--store", store, "-o", "jsonl")
        #expect(
            upsert.output
                == #"{"rows":"2","bad_rows":"0","domains":"0","created":"1","updated":"1","#
                + #""deleted":"0","unchanged":"0","revision":"2"}"# + "\n")
        let replaceCheck = try episodes(
            "import", edit, "--store", store, "--check", "--replace", "-o", "jsonl")
        #expect(replaceCheck.output.contains(#""would_be_deleted":"2","unchanged":"2""#))
        let replace = try episodes("import", edit, "--store", store, "--replace", "-o", "jsonl")
        #expect(replace.output.contains(#""deleted":"2","unchanged":"2","revision":"3""#))
        let again = try episodes("import", edit, "--store", store, "--replace", "-o", "jsonl")
        #expect(again.output.contains(#""deleted":"0","unchanged":"2","revision":"3""#))
    }

    @Test func `a file with a bad row changes nothing`() throws {
        let store = path("a.db")
        let bad = try write("bad.csv", "id,name,ordinal\n1,a,1\n2,b,x\n3,c,3\n0,d,4\n")
        let fresh = try episodes("import", bad, "--store", store)
        #expect(fresh.status == 6)
        #expect(!FileManager.default.fileExists(atPath: store))
        #expect(
            fresh.errors.contains("bad.csv:3: row 2: ordinal: is 'x'; give a whole number")
                && fresh.errors.contains("bad.csv:5: row 4: id: is '0'")
                && fresh.errors.contains("2 bad rows; nothing was changed"), "\(fresh.errors)")
        let good = try write("good.csv", "id,name\n9,z\n")
        _ = try episodes("import", good, "--store", store)
        let before = try episodes("export", "--store", store).output
        #expect(try episodes("import", bad, "--store", store, "--replace").status == 6)
        #expect(try episodes("export", "--store", store).output == before)
        let skipping = try episodes(
            "import", bad, "--store", store, "--skip-bad-rows", "-o", "jsonl")
        #expect(skipping.status == 0)
        #expect(skipping.output.contains(#""rows":"2","bad_rows":"2""#), "\(skipping.output)")
        #expect(try episodes("export", "--store", store, "--format", "csv").lines.count == 4)
    }

    @Test func `reading stops at the number of bad rows that was set`() throws {
        let text = "id,name\n" + (0..<50).map { "0,row \($0)\n" }.joined() + "1,good\n"
        let file = try write("bad.csv", text)
        let few = try episodes("import", file, "--check", "--max-errors", "3")
        #expect(few.status == 6)
        #expect(few.errors.split(separator: "\n").count == 4, "\(few.errors)")
        #expect(few.errors.contains("stopped at 3 bad rows"))
        let all = try episodes(
            "import", file, "--store", path("a.db"), "--max-errors", "0", "--skip-bad-rows", "-q")
        #expect(all.status == 0 && all.errors.split(separator: "\n").count == 50)
    }

    @Test func `bad rows are objects when JSON is asked for`() throws {
        let file = try write(
            "bad.jsonl", #"{"id": 0, "name": "a"}"# + "\n{\"id\":1,\"name\":\"b\"}")
        let result = try episodes("import", file, "--check", "-o", "json")
        #expect(result.status == 6)
        let lines = result.errors.split(separator: "\n")
        #expect(lines.count == 2)
        let first = try JSONSerialization.jsonObject(with: Data(lines[0].utf8)) as? [String: Any]
        let row = try #require(first?["bad_row"] as? [String: Any])
        #expect(
            row["line"] as? Int == 1 && row["row"] as? Int == 1 && row["field"] as? String == "id")
        #expect(lines[1].contains(#""code":6"#))
    }

    @Test func `an empty file never empties a store`() throws {
        let store = path("a.db")
        _ = try episodes("import", try write("good.csv", "id,name\n9,z\n"), "--store", store)
        for text in ["", "[]", "{}", "id,name\n", "\"x\"", "  \n"] {
            let empty = try write("empty", text)
            #expect(try episodes("import", empty, "--store", store, "--replace").status == 6)
        }
        #expect(try episodes("export", "--store", store).lines.count == 1)
        let allowed = try episodes(
            "import", try write("empty", "[]"), "--store", store, "--replace", "--allow-empty",
            "-o",
            "jsonl")
        #expect(allowed.output.contains(#""deleted":"1""#), "\(allowed.errors)")
        #expect(try episodes("export", "--store", store).output.isEmpty)
    }

    @Test func `what cannot be read or written is named`() throws {
        let missing = try episodes("import", "/no/such/file", "--check")
        #expect(missing.status == 6 && missing.errors.contains("/no/such/file: cannot be read"))
        let noStore = try episodes("export", "--store", path("none.db"))
        #expect(noStore.status == 4 && noStore.errors.contains("none.db"))
        let noFolder = try episodes(
            "export", "--store", try storeOfSample(), "--file", "/no/such/folder/x")
        #expect(noFolder.status == 1 && noFolder.errors.contains("/no/such/folder/x"))
        let notAStore = try write("text.db", String(repeating: "no database ", count: 100))
        let refused = try episodes("import", Program.sampleCatalog, "--store", notAStore)
        #expect(refused.status == 1 && refused.errors.contains("text.db"), "\(refused.errors)")
        #expect(try bytes("text.db").count == 1_200)
    }

    private func storeOfSample() throws -> String {
        let result = try episodes("import", Program.sampleCatalog, "--store", path("sample.db"))
        #expect(result.status == 0, "\(result.errors)")
        return path("sample.db")
    }

    @Test func `a reader that has gone ends an export quietly`() throws {
        let store = try storeOfSample()
        let program = EpisodesProgram(server: "127.0.0.1:1")
        let result = try program.run(
            "episodes export --store \(store) | head -1; exit ${PIPESTATUS[0]}")
        #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
        #expect(result.output.split(separator: "\n").count == 1)
    }

    @Test func `a full disk is an error and leaves the old file`() throws {
        let store = try storeOfSample()
        let full = try EpisodesProgram(server: "127.0.0.1:1").run(
            "episodes export --store \(store) > /dev/full")
        #expect(full.status == 1 && full.errors.contains("cannot write"))
        let target = try write("old", "old")
        // The thread sanitizer keeps its own state in files, and dies where they may not grow.
        guard ProcessInfo.processInfo.environment["EPISODES_SANITIZER"] != "thread" else { return }
        // No file may grow beyond a block: the write fails in the middle.
        let limited = try EpisodesProgram(server: "127.0.0.1:1").run(
            "ulimit -f 60; trap '' XFSZ; episodes export --store \(store) --file \(target)")
        #expect(limited.status == 1, "\(limited.errors)")
        #expect(try bytes("old") == Data("old".utf8))
        let names = try FileManager.default.contentsOfDirectory(
            atPath: folder.url.deletingLastPathComponent().path)
        #expect(!names.contains { $0.hasPrefix(".old") })
    }
}
