// Purpose: completion scripts as whole texts, and the bash one driven by a real bash.
import CommandLineKit
import Foundation
import TestSupport
import Testing

struct CompletionTests {
    @Test func `the bash script is this`() throws {
        #expect(
            try Snapshot.difference(Sample.text("completion", "bash"), "completion-bash.txt") == nil
        )
    }

    @Test func `the zsh script is this`() throws {
        #expect(
            try Snapshot.difference(Sample.text("completion", "zsh"), "completion-zsh.txt") == nil)
    }

    @Test func `the fish script is this`() throws {
        #expect(
            try Snapshot.difference(Sample.text("completion", "fish"), "completion-fish.txt") == nil
        )
    }

    @Test(
        .timeLimit(.minutes(1)),
        arguments: [
            ("shelf l", "list"), ("shelf list --to", "--topic"), ("shelf -o j", "json"),
            ("shelf list --output = t", "table"), ("shelf list --output =", "table json"),
            ("shelf help g", "get"), ("shelf completion z", "zsh"), ("shelf list --sort n", ""),
            ("shelf get --qu", "--quiet"),
        ])
    func `bash completes commands, options and choices`(line: String, replies: String) throws {
        let script = try Sample.text("completion", "bash")
        #expect(try bashReplies(to: line, script) == replies + "\n")
    }

    /// What a real bash proposes for the last word of a line.
    private func bashReplies(
        to line: String, _ completion: String, directory: URL? = nil
    ) throws -> String {
        let words = line.split(separator: " ").map { "'\($0)'" }
        let script =
            completion
            + "COMP_WORDS=(\(words.joined(separator: " "))); COMP_CWORD=\(words.count - 1)\n"
            + "_shelf; echo \"${COMPREPLY[*]}\"\n"
        let bash = Process()
        let output = Pipe()
        bash.executableURL = URL(fileURLWithPath: "/bin/bash")
        bash.arguments = ["--norc", "-euc", script]
        bash.standardOutput = output
        if let directory { bash.currentDirectoryURL = directory }
        try bash.run()
        let data = try output.fileHandleForReading.readToEnd() ?? Data()
        bash.waitUntilExit()
        #expect(bash.terminationStatus == 0)
        return String(decoding: data, as: UTF8.self)
    }

    /// Values and arguments that are called FILE or PATH are files.
    private static let fileTable = CommandTable(
        program: "shelf", summary: "keep books", version: "1",
        commands: [
            Command(
                name: "load", summary: "load books",
                options: [.single("into", value: "PATH", help: "Where to.")],
                arguments: [Argument("FILE", help: "Books.")])
        ])

    @Test func `files are completed where files are meant`() throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("completion-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data().write(to: folder.appendingPathComponent("my books.csv"))
        let bash = Self.fileTable.completionScript(for: .bash)
        for line in ["shelf load m", "shelf load --into m", "shelf load --into = m"] {
            #expect(try bashReplies(to: line, bash, directory: folder) == "my books.csv\n")
        }
        #expect(try bashReplies(to: "shelf load --in", bash, directory: folder) == "--into\n")
        let zsh = Self.fileTable.completionScript(for: .zsh)
        #expect(zsh.contains("--into=[Where to]:PATH:_files"))
        #expect(zsh.contains("1:FILE:_files"))
        let fish = Self.fileTable.completionScript(for: .fish)
        #expect(fish.contains("-l into -r -F -d 'Where to'"))
        #expect(fish.contains("complete -c shelf -n '__fish_seen_subcommand_from load' -F\n"))
    }
}
