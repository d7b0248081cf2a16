import Foundation
import TestSupport
import Testing

/// Purpose: the load tester as people and CI run it: its exit codes, its files, its last word.
@Suite(.timeLimit(.minutes(3)))
struct BenchProgramTests {
    let server: ServerProcess

    init() throws { server = try ServerProcess(catalog: Program.sampleCatalog) }

    private func bench(_ arguments: String...) throws -> Program.Result {
        try Program.episodes(["bench", "--live", "off"] + arguments, server: server)
    }

    private func run(_ text: String) throws -> [String: Any] {
        let object = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
        return try #require((object?["runs"] as? [[String: Any]])?.first)
    }

    @Test(arguments: ["native", "grpc"])
    func `A load over either protocol is answered and told in JSON`(_ name: String) throws {
        let result = try bench("--rate", "500", "-n", "400", "--proto", name, "-o", "json")
        // A machine that cannot hold 500/s says so.
        #expect([0, 8].contains(result.status), "\(result.errors)")
        let run = try run(result.output)
        #expect(run["asked"] as? Int == 400)
        #expect(run["failed"] as? Int == run["never_sent"] as? Int)
        #expect(run["ok"] as? Int == run["sent"] as? Int)
        #expect(result.errors == "")
    }

    @Test func `A failed expectation is exit code 3, and the report is there all the same`() throws
    {
        let html = try TemporaryFile(named: "report.html")
        let result = try bench(
            "--rate", "200", "-n", "100", "--expect", "p99<1ns,errors<1%", "--html", html.path)
        #expect(result.status == 3)
        #expect(result.output.contains("FAIL p99<1ns"))
        #expect(result.output.contains("PASS errors<1%"))
        #expect(html.text.hasSuffix("</html>\n"))
    }

    @Test func `Nobody listens: exit code 5 and no report`() throws {
        let port = try ScriptedPeer.freePort()
        let result = try Program.episodes([
            "--server", "127.0.0.1:\(port)", "bench", "--expect", "errors<1%",
        ])
        #expect(result.status == 5)
        #expect(result.output == "")
        #expect(result.errors.contains("refused"))
    }

    @Test func `A mix with a fault is exit code 6 and names the line`() throws {
        let mix = try TemporaryFile(
            named: "mix.jsonl", text: "{\"method\":\"GetCatalog\"}\n\n{\"method\":\"Nothing\"}\n")
        let result = try bench("--mix", mix.path)
        #expect(result.status == 6)
        #expect(result.errors.contains("mix.jsonl:3: method: there is no method"))
    }

    @Test func `Only failures are exit code 7`() throws {
        let mix = try TemporaryFile(
            named: "mix.jsonl",
            text: "{\"method\":\"GetEpisode\",\"request\":{\"id\":\"999999999\"}}")
        let result = try bench("--rate", "200", "-n", "50", "--mix", mix.path)
        #expect(result.status == 7)
        #expect(result.output.contains("NOT_FOUND"))
    }

    @Test func `A wrong command line is exit code 2`() throws {
        let result = try bench("--expect", "p99=5")
        #expect(result.status == 2)
        #expect(result.errors.contains("--expect"))
    }

    @Test func `A mix is made, shown and sent`() throws {
        let mix = try TemporaryFile(named: "mix.jsonl")
        let made = try Program.episodes(
            ["mix", "synth", "-n", "500", "-f", mix.path], server: server)
        #expect(made.status == 0, "\(made.errors)")
        let shown = try Program.episodes(["mix", "show", mix.path])
        #expect(shown.output.contains("episodes.v1.EpisodeService/ListEpisodes"))
        let sent = try bench("--max", "-n", "2000", "--mix", mix.path, "-o", "json")
        let run = try run(sent.output)
        #expect(run["ok"] as? Int == 2_000, "\(sent.output.prefix(3_000))")
    }

    @Test func `Saved results are compared and shown again`() throws {
        let base = try TemporaryFile(named: "base.json")
        #expect(try bench("--max", "-n", "3000", "--repeat", "2", "--save", base.path).status == 0)
        let same = try Program.episodes(["bench", "compare", base.path, base.path])
        #expect(same.status == 0)
        #expect(same.output.contains("is not worse"))
        for form in ["text", "json", "csv", "hgrm", "md", "html"] {
            let shown = try Program.episodes(["bench", "report", base.path, "--form", form])
            #expect(shown.status == 0)
            #expect(shown.output.count > 50)
        }
        let missing = try Program.episodes(["bench", "compare", base.path, "/nowhere.json"])
        #expect(missing.status == 6)
    }

    @Test func `An interrupted run is exit code 130 with its report and its file`() throws {
        let save = try TemporaryFile(named: "run.json")
        let process = Process()
        process.executableURL = Program.url("episodes")
        process.arguments = [
            "--server", server.address, "bench", "--rate", "200", "-d", "10m", "--save", save.path,
        ]
        let output = try TemporaryFile(named: "output")
        let errors = try TemporaryFile(named: "errors")
        process.standardOutput = try FileHandle(forWritingTo: output.url)
        process.standardError = try FileHandle(forWritingTo: errors.url)
        try process.run()
        // A line a second tells that it measures.
        for _ in 0..<3_000 where errors.text.split(separator: "\n").count < 2 { usleep(10_000) }
        kill(process.processIdentifier, SIGINT)
        process.waitUntilExit()
        #expect(process.terminationStatus == 130)
        #expect(output.text.contains("The run was interrupted"))
        let run = try run(save.text)
        #expect(run["end"] as? String == "interrupted")
        #expect((run["ok"] as? Int ?? 0) > 100)
        #expect(run["ok"] as? Int == run["sent"] as? Int)
    }
}
