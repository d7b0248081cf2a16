// Purpose: option beats variable beats profile beats file beats default, and a wrong value is named
// with the place it came from.
import CommandLineKit
import Testing

@testable import episodes

struct LayerTests {
    private func parse(
        _ words: [String], _ variables: [String: String], _ file: [String: ConfiguredValue]
    ) throws -> ParsedCommand {
        let invocation = try EpisodesTable.table.parse(
            arguments: ["catalog"] + words, environment: variables
        ) { _ in file }
        guard case .command(let command) = invocation else { throw UsageError("no command") }
        return command
    }

    @Test func `the nearest layer counts`() throws {
        let file = ["server": ConfiguredValue("file:1", place: "/c:1")]
        let variables = ["EPISODES_SERVER": "variable:1"]
        let typed = try parse(["--server", "typed:1"], variables, file)
        #expect(typed.string("server") == "typed:1" && typed.origin(of: "server") == .commandLine)
        let set = try parse([], variables, file)
        #expect(set.string("server") == "variable:1")
        #expect(set.origin(of: "server") == .variable("EPISODES_SERVER"))
        let configured = try parse([], [:], file)
        #expect(configured.string("server") == "file:1")
        #expect(configured.origin(of: "server") == .file("/c:1"))
        let none = try parse([], [:], [:])
        #expect(none.string("server") == "127.0.0.1:50051")
        #expect(none.origin(of: "server") == .defaultValue)
    }

    @Test func `the file is chosen by what the line and the variables say`() throws {
        var asked: [String?] = []
        for (words, variables) in [
            (["--profile", "a"], [:]), ([], ["EPISODES_PROFILE": "b"]), ([], [:]),
        ] as [([String], [String: String])] {
            _ = try EpisodesTable.table.parse(
                arguments: ["catalog"] + words, environment: variables
            ) { command in
                asked.append(command.string("profile"))
                return [:]
            }
        }
        #expect(asked == ["a", "b", nil])
    }

    @Test func `a wrong value names its file and line`() throws {
        let choice = #expect(throws: UsageError.self) {
            try parse([], [:], ["color": ConfiguredValue("blue", place: "/c:7")])
        }
        #expect(
            choice?.message.hasPrefix(
                "/c:7: color cannot be 'blue'; use one of: auto, always, never") == true)
        let command = try parse([], [:], ["timeout": ConfiguredValue("soon", place: "/c:8")])
        let time = #expect(throws: UsageError.self) {
            try Settings(command, environment: [:], terminalWidth: nil)
        }
        #expect(
            time?.message.hasPrefix("/c:8: timeout: 'soon' is not a length of time") == true,
            "\(time?.message ?? "")")
    }
}
