import Foundation
import TestSupport
import Testing

/// A terminal of tmux with a server and the program of this build in it.
final class Terminal {
    /// What tmux needs to read wide characters back, whatever the test has.
    private static let locale = ["LC_ALL": "C.UTF-8"]

    private let tmux: URL
    private let socket: String
    /// Of tmux's server, and where its socket is.
    private var server: (processID: Int32, path: String)?
    let width: Int
    let height: Int

    /// Nil, and said loudly, where tmux is missing.
    ///
    /// - Parameter environment: beside what the test has itself; `episodes` is on the PATH.
    init?(_ width: Int, _ height: Int, environment: [String: String] = [:]) throws {
        guard let tmux = Program.find("tmux") else {
            SkipNotice.write("the tests on a terminal: they need tmux")
            return nil
        }
        self.tmux = tmux
        (self.width, self.height) = (width, height)
        socket = "episodes-test-\(UUID().uuidString)"
        let programs = Program.url("episodes").deletingLastPathComponent().path
        let variables =
            ["PATH": "\(programs):/usr/bin:/bin", "TERM": "xterm-256color", "PS1": "$ "]
            .merging(environment) { $1 }
        // The server of tmux stays and must not hold what its starter is watched by: Foundation's
        // Process waits on Linux until every copy of a socket is closed.
        let close = "for fd in {3..255}; do eval \"exec $fd>&-\"; done; exec \"$0\" \"$@\""
        let result = try Program.run(
            URL(fileURLWithPath: "/bin/bash"),
            [
                "-c", close, tmux.path,
                "-L", socket, "-f", "/dev/null", "-u", "new-session", "-d", "-x", "\(width)", "-y",
                "\(height)",
                "env", "-u", "NO_COLOR", "-u", "CLICOLOR_FORCE", "-u", "PAGER", "-u", "LESS",
            ] + variables.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
                + ["bash", "--norc", "--noprofile"], environment: Self.locale)
        try #require(result.status == 0, "\(result.errors)")
        let facts = try run(["display-message", "-p", "#{pid} #{socket_path}"]).lines.first ?? ""
        let parts = facts.split(separator: " ", maxSplits: 1).map(String.init)
        if parts.count == 2, let number = Int32(parts[0]) { server = (number, parts[1]) }
        // The line at the bottom would take one of the lines.
        _ = try run(["set-option", "-g", "status", "off"])
        _ = try run(["resize-window", "-x", "\(width)", "-y", "\(height)"])
    }

    deinit {
        // Not by tmux itself, which ends by a SIGTERM that it inherits blocked from a test.
        guard let server else { return }
        kill(server.processID, SIGKILL)
        unlink(server.path)
    }

    private func run(_ arguments: [String]) throws -> Program.Result {
        try Program.run(tmux, ["-L", socket, "-u"] + arguments, environment: Self.locale)
    }

    /// Types a line and presses return.
    func type(_ line: String) throws {
        _ = try run(["send-keys", "-l", line])
        _ = try run(["send-keys", "Enter"])
    }

    /// Presses a key by tmux's name for it.
    func press(_ key: String) throws { _ = try run(["send-keys", key]) }

    /// What is on the screen now, without blanks at the ends of lines.
    func screen() throws -> [String] {
        try run(["capture-pane", "-p"]).output
            .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    /// Waits until the screen is as wanted; the last screen when it never is.
    func wait(_ isWanted: ([String]) -> Bool) throws -> [String] {
        var screen = try screen()
        for _ in 0..<600 where !isWanted(screen) {
            usleep(25_000)
            screen = try self.screen()
        }
        return screen
    }
}
