// Purpose: settings from a file reach the commands, and the file is changed safely.
import Foundation
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(2)))
struct ConfigCommandTests {
    let folder: TemporaryFile
    let environment: [String: String]

    init() throws {
        folder = try TemporaryFile(named: "marker")
        environment = [
            "XDG_CONFIG_HOME": folder.url.deletingLastPathComponent().path, "EPISODES_SERVER": "",
        ]
    }

    private var path: String {
        folder.url.deletingLastPathComponent().appendingPathComponent("episodes/config").path
    }

    private func run(
        _ arguments: String..., more: [String: String] = [:]
    ) throws -> Program.Result {
        try Program.episodes(arguments, environment: environment.merging(more) { $1 })
    }

    @Test func `what is set is used, by all or by a profile`() throws {
        let server = try ServerProcess(catalog: Program.sampleCatalog)
        #expect(try run("config", "path").output == path + "\n")
        #expect(try run("config", "set", "output", "ids").status == 0)
        #expect(
            try run("config", "set", "server", server.address, "--profile", "here").status == 0)
        let file = try String(contentsOfFile: path, encoding: .utf8)
        #expect(file == "output = ids\n\n[profile here]\nserver = \(server.address)\n")
        let result = try run("catalog", "--profile", "here")
        #expect(result.output == "1\n", "\(result.errors)")
        #expect(
            try run("catalog", more: ["EPISODES_PROFILE": "here"]).output == result.output)
        let shown = try run("config", "show", "--profile", "here", "-o", "tsv")
        #expect(
            shown.lines.dropFirst().map { $0.split(separator: "\t").map(String.init) }.prefix(4)
                == [
                    ["server", server.address, "\(path):4, profile here"],
                    ["timeout", "10s", "default"], ["output", "tsv", "command line"],
                    ["color", "auto", "default"],
                ])
        #expect(try run("config", "unset", "output").status == 0)
        #expect(try run("config", "unset", "output").status == 4)
    }

    @Test func `a wrong file is named with its line and can be mended`() throws {
        try FileManager.default.createDirectory(
            atPath: (path as NSString).deletingLastPathComponent,
            withIntermediateDirectories: true)
        try "\nsrever = x\n".write(toFile: path, atomically: true, encoding: .utf8)
        let result = try run("catalog")
        #expect(result.status == 2)
        #expect(result.errors.hasPrefix("episodes: \(path):2: unknown key 'srever'; did you mean"))
        #expect(try run("config", "path").status == 0)
        #expect(try run("help").status == 0)
        try "timeout = soon\n".write(toFile: path, atomically: true, encoding: .utf8)
        #expect(try run("catalog").errors.hasPrefix("episodes: \(path):1: timeout: 'soon'"))
        #expect(try run("config", "set", "timeout", "5s").status == 0)
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "timeout = 5s\n")
    }

    @Test func `what a command would refuse is not written`() throws {
        for (key, value) in [("output", "xml"), ("timeout", "soon"), ("server", "x"), ("no", "1")] {
            let result = try run("config", "set", key, value)
            #expect(result.status == 2, "\(key)")
        }
        #expect(!FileManager.default.fileExists(atPath: path))
        #expect(try run("catalog", "--profile", "none").status == 2)
    }
}
