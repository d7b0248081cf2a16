// Purpose: nothing that people and shells read of the command line changes unseen.
// Method: stored texts; EPISODES_UPDATE_SNAPSHOTS=1 replaces them.
import CommandLineKit
import TestSupport
import Testing

@testable import episodes

struct SnapshotTests {
    private func text(_ words: [String]) throws -> String {
        switch try EpisodesTable.table.parse(arguments: words, environment: [:]) {
        case .text(let text): text
        case .command(let command): throw UsageError("got the command \(command.command)")
        }
    }

    @Test func `help of the program and of every command`() throws {
        #expect(try Snapshot.difference(text([]), "help.txt") == nil)
        for command in EpisodesTable.table.commands {
            let help = try text(command.name.split(separator: " ").map(String.init) + ["--help"])
            #expect(
                try Snapshot.difference(help, "help-\(command.name.replacing(" ", with: "-")).txt")
                    == nil)
            let lines = help.split(separator: "\n", omittingEmptySubsequences: false)
            #expect(lines.allSatisfy { $0.count <= 80 }, "\(command.name)")
            #expect(lines[2] == "Examples:", "\(command.name)")
        }
    }

    @Test(arguments: ["bash", "zsh", "fish"])
    func `the completion script of a shell`(shell: String) throws {
        let script = try text(["completion", shell])
        #expect(try Snapshot.difference(script, "completion.\(shell)") == nil)
    }

    @Test func `the manual page, whole and of one command`() throws {
        #expect(try Snapshot.difference(text(["man"]), "episodes.1") == nil)
        #expect(try Snapshot.difference(text(["man", "call"]), "episodes-call.1") == nil)
    }

    @Test func `every example is a command line that is understood`() throws {
        let table = EpisodesTable.table
        for example in table.examples + table.commands.flatMap(\.examples) {
            // The first command of a pipe; words in quotes stay together.
            guard let start = example.commandLine.firstRange(of: "episodes ") else { continue }
            let line = example.commandLine[start.upperBound...].prefix { !"|>&".contains($0) }
            let words = Self.words(String(line).replacing(" -q ", with: " "))
            guard !line.hasPrefix("completion"), !line.hasPrefix("bench"), !line.hasPrefix("mix")
            else { continue }
            #expect(throws: Never.self, "\(example.commandLine)") {
                let invocation = try table.parse(arguments: words, environment: [:])
                guard case .command(let command) = invocation, command.command != "config" else {
                    return
                }
                let settings = try Settings(command, environment: [:], terminalWidth: nil)
                _ = try Action(command, settings)
            }
        }
    }

    /// Words of a line as a shell has them, without its rarer signs.
    private static func words(_ line: String) -> [String] {
        var words: [String] = []
        var (word, isOpen, isQuoted) = ("", false, false)
        for character in line {
            if character == "'" {
                isQuoted.toggle()
                isOpen = true
            } else if character == " ", !isQuoted {
                if isOpen { words.append(word) }
                (word, isOpen) = ("", false)
            } else {
                word.append(character)
                isOpen = true
            }
        }
        return isOpen ? words + [word] : words
    }
}
