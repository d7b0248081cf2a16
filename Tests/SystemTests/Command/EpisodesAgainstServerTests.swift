import Foundation
import TestSupport
import Testing

/// The `episodes` program against a running server: filters, formats, exit statuses.
@Suite(.timeLimit(.minutes(2)))
struct EpisodesAgainstServerTests {
    let server: ServerProcess

    init() throws { server = try ServerProcess(catalog: Program.sampleCatalog) }

    private func run(_ arguments: String..., input: String? = nil) throws -> Program.Result {
        try Program.episodes(arguments, server: server, input: input.map { Data($0.utf8) })
    }

    @Test func `a domain may be given by id, slug or name`() throws {
        let byID = try run("list", "--domain", "1", "-o", "ids", "--all")
        #expect(byID.lines.count > 20)
        for name in ["ios", "IOS", "iOS & Swift"] {
            #expect(try run("list", "--domain", name, "-o", "ids", "--all").output == byID.output)
        }
        let both = try run("list", "--domain", "1", "--domain", "9", "-o", "ids", "--all")
        #expect(Set(both.lines).isStrictSuperset(of: byID.lines))
        #expect(Set(both.lines).count == both.lines.count)
    }

    @Test func `filters narrow each other`() throws {
        let all = Set(try run("list", "-o", "ids", "--all").lines)
        let free = Set(try run("list", "--free", "-o", "ids", "--all").lines)
        let type = Set(try run("list", "--type", "episode", "-o", "ids", "--all").lines)
        let level = Set(
            try run(
                "list", "--difficulty", "beginner", "--difficulty", "all", "-o", "ids", "--all"
            ).lines)
        let together = Set(
            try run(
                "list", "--free", "--type", "episode", "--difficulty", "beginner", "--difficulty",
                "all", "-o", "ids", "--all"
            ).lines)
        #expect(together == free.intersection(type).intersection(level))
        #expect(!together.isEmpty && together.count < all.count)
    }

    @Test func `where tests any field`() throws {
        let names = try run(
            "list", "--where", "name^=Intro", "-o", "csv", "--fields", "name", "--all")
        #expect(names.lines.count > 5)
        #expect(names.lines.dropFirst().allSatisfy { $0.hasPrefix("Intro") })
        let without = try run("list", "--where", "video_identifier!?", "--count")
        let with = try run("list", "--where", "video_identifier?", "--count")
        let all = try run("list", "--count")
        #expect(
            Int(without.output.trimmingCharacters(in: .newlines)).unwrapped
                + Int(with.output.trimmingCharacters(in: .newlines)).unwrapped
                == Int(all.output.trimmingCharacters(in: .newlines)).unwrapped)
    }

    @Test func `page numbers and tokens walk the same way`() throws {
        let whole = try run("list", "--sort", "-popularity", "--page-size", "20", "-o", "ids")
        let second = try run(
            "list", "--sort", "-popularity", "--page-size", "10", "--page", "2", "-o", "ids")
        #expect(second.lines == Array(whole.lines.suffix(10)))
        let first = try run("list", "--sort", "-popularity", "--page-size", "10", "-o", "json")
        let document = try #require(
            JSONSerialization.jsonObject(with: Data(first.output.utf8)) as? [String: Any])
        let token = try #require(document["next_page_token"] as? String)
        let next = try run(
            "list", "--sort", "-popularity", "--page-size", "10", "--page", token, "-o", "ids")
        #expect(next.lines == second.lines)
    }

    @Test func `JSON is one document and JSON lines are one each`() throws {
        let document = try run("list", "--facets", "-o", "json")
        let object = try JSONSerialization.jsonObject(with: Data(document.output.utf8))
        let keys = try #require(object as? [String: Any]).keys
        #expect(
            Set(["episodes", "facets", "next_page_token", "revision", "total_size"]) == Set(keys))
        for line in try run("list", "-o", "jsonl").lines {
            #expect(try JSONSerialization.jsonObject(with: Data(line.utf8)) is [String: Any])
        }
    }

    @Test func `missing ids are listed on standard error and the rest is printed`() throws {
        let some = try run("list", "-o", "ids", "--page-size", "2").lines
        let result = try run("get", "-", "-o", "ids", input: "\(some[0])\n999999999\n\(some[1])\n")
        #expect(result.status == 4)
        #expect(result.lines == some)
        #expect(result.errors.contains("999999999"))
    }

    @Test func `each failure has its exit status and one line`() throws {
        let cases: [([String], Int32)] = [
            (["list", "--domain", "nonsense"], 2), (["list", "--difficulty", "expert"], 2),
            (["list", "--domian", "1"], 2), (["list", "--sort", "nope"], 2),
            (["get", "999999999"], 4), (["stream-url", "999999999"], 4),
            (["list", "--page", "AAAA"], 2), (["list", "--page", "99999999999"], 2),
            (["list", "--page", String(repeating: "A", count: 40)], 64 + 3),
            (["list", "--all", "--limit", "3"], 2), (["list", "--domain", "999"], 0),
        ]
        for (arguments, status) in cases {
            let result = try Program.episodes(arguments, server: server)
            #expect(result.status == status, "\(arguments): \(result.errors)")
            #expect(result.errors.split(separator: "\n").count <= 1, "\(result.errors)")
        }
        let refused = try Program.run(
            Program.url("episodes"), ["--server", "127.0.0.1:1", "list"])
        #expect(refused.status == 5)
    }

    @Test func `a locale without UTF-8 changes nothing`() throws {
        let expected = try run("list", "地图", "-o", "jsonl")
        #expect(!expected.lines.isEmpty)
        let result = try Program.episodes(
            ["list", "地图", "-o", "jsonl"], server: server, environment: ["LC_ALL": "C"])
        #expect(result.output == expected.output)
    }

    @Test func `a port that speaks HTTP is named at once`() throws {
        let python = try #require(Program.find("python3"))
        let process = Process()
        process.executableURL = python
        process.arguments = [
            "-u", "-c",
            """
            import http.server
            s = http.server.HTTPServer(("127.0.0.1", 0), http.server.SimpleHTTPRequestHandler)
            print(s.server_port, flush=True)
            s.serve_forever()
            """,
        ]
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        // A blocked SIGTERM would be inherited; SIGKILL cannot be.
        defer { kill(process.processIdentifier, SIGKILL) }
        let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        let port = line.trimmingCharacters(in: .whitespacesAndNewlines)
        let result = try Program.run(
            Program.url("episodes"), ["--server", "127.0.0.1:\(port)", "--timeout", "5s", "health"])
        #expect(result.status == 5)
        #expect(result.errors.contains("HTTP"), "\(result.errors)")
    }
}

extension Int? {
    /// The number, or a value that makes a comparison fail.
    fileprivate var unwrapped: Int { self ?? -1_000_000 }
}
