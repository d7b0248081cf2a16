// Purpose: what people see on real terminals, large and small, also with wide characters and with a
// locale that knows none. Method: tmux, whose screens are read back.
import Foundation
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct TerminalTests {
    let server: ServerProcess

    init() throws { server = try ServerProcess(catalog: Program.sampleCatalog) }

    private func terminal(
        _ width: Int, _ height: Int, _ environment: [String: String] = [:]
    ) throws -> Terminal? {
        try Terminal(
            width, height,
            environment: ["EPISODES_SERVER": server.address].merging(environment) { $1 })
    }

    /// Cells of a line, wide characters as two.
    private func cells(_ line: String) -> Int {
        line.unicodeScalars.reduce(0) { $0 + ((0x2E80...0xFFEF).contains($1.value) ? 2 : 1) }
    }

    @Test(arguments: [(80, 24), (40, 10)])
    func `a table fits the terminal`(width: Int, height: Int) throws {
        guard let terminal = try terminal(width, height) else { return }
        try terminal.type("clear; episodes list --where 'name*=地图' --page-size 4; echo end=$?")
        let screen = try terminal.wait { $0.contains("end=0") }
        let table = screen.prefix { !$0.contains("episodes") || $0.contains("NAME") }
        #expect(screen.first?.contains("NAME") == true, "\(screen)")
        #expect(screen.contains { $0.contains("Swift 入门") }, "\(screen)")
        for line in table { #expect(cells(line) <= width, "\(line)") }
        // Nothing was broken into two lines: the prompt and the summary follow the rows.
        #expect(screen.contains { $0.contains(" of ") }, "\(screen)")
    }

    @Test func `what does not fit is paged and leaves with q`() throws {
        guard Program.find("less") != nil else {
            return SkipNotice.write("the test of the pager: it needs less")
        }
        guard let terminal = try terminal(40, 10) else { return }
        try terminal.type("clear; episodes list --page-size 40; echo end=$?")
        let paged = try terminal.wait { $0.last { !$0.isEmpty }?.hasPrefix(":") ?? false }
        #expect(paged.first?.contains("NAME") == true, "\(paged)")
        #expect(!paged.contains { $0.hasPrefix("end=") })
        try terminal.press("q")
        let left = try terminal.wait { $0.contains { $0.hasPrefix("end=") } }
        #expect(left.contains("end=0"), "\(left)")
        #expect(left.contains { $0.hasPrefix("40 of 168 episodes") }, "\(left)")
        try terminal.type("clear; episodes list --page-size 40 --no-pager; echo end=$?")
        let all = try terminal.wait { $0.contains { $0.hasPrefix("end=") } }
        #expect(all.contains("end=0"))
    }

    @Test func `without its pager the whole output is shown`() throws {
        guard let terminal = try terminal(40, 10, ["PAGER": "no-such-pager"]) else { return }
        try terminal.type("clear; episodes list --page-size 40; echo end=$?")
        let screen = try terminal.wait { $0.contains { $0.hasPrefix("end=") } }
        #expect(screen.contains("end=0"), "\(screen)")
        #expect(screen.contains { $0.hasPrefix("40 of 168 episodes") }, "\(screen)")
        #expect(!screen.contains { $0.contains("not found") }, "\(screen)")
    }

    @Test func `titles are bold on a terminal unless somebody objects`() throws {
        guard let terminal = try terminal(80, 24) else { return }
        // `script` records the bytes that a terminal gets.
        guard Program.find("script") != nil else {
            return SkipNotice.write("the test of bold titles: it needs script of bsdutils")
        }
        for (variables, isBold) in [("", true), ("NO_COLOR=1 ", false), ("TERM=dumb ", false)] {
            try terminal.type(
                "clear; script -qc '\(variables)episodes list --page-size 1' /dev/null"
                    + " | grep -c $'\\e\\\\[1m'; echo end=x")
            let screen = try terminal.wait { $0.contains("end=x") }
            let count = screen.first { $0 == "0" || $0 == "1" }
            #expect(count == (isBold ? "1" : "0"), "\(variables): \(screen)")
        }
    }

    @Test func `a watch changes its line in place and ends with ^C`() throws {
        guard let terminal = try terminal(40, 10) else { return }
        try terminal.type("clear; episodes watch")
        let shown = try terminal.wait { $0.first?.hasPrefix("revision 1: 168 episodes") ?? false }
        #expect(shown.first == "revision 1: 168 episodes", "\(shown)")
        try terminal.press("C-c")
        // The shell drops the rest of a line that was interrupted.
        _ = try terminal.wait { $0.contains("$") }
        try terminal.type("echo end=$?")
        let ended = try terminal.wait { $0.contains { $0.hasPrefix("end=") } }
        #expect(ended.contains("end=130"), "\(ended)")
    }

    @Test func `a watched list stays within the screen`() throws {
        guard let terminal = try terminal(40, 10) else { return }
        try terminal.type("clear; episodes list --watch=200ms --page-size 50")
        let shown = try terminal.wait { screen in
            screen.contains { $0.hasPrefix("revision 1: 50 of 168") }
        }
        #expect(shown.first?.contains("NAME") == true, "\(shown)")
        #expect(shown.contains { $0.hasPrefix("revision 1: 50 of 168") }, "\(shown)")
        for line in shown { #expect(cells(line) <= 40, "\(line)") }
        try terminal.press("C-c")
    }

    @Test func `a locale without UTF-8 changes nothing but the terminal's own view`() throws {
        guard let terminal = try terminal(80, 24, ["LC_ALL": "C"]) else { return }
        try terminal.type("clear; episodes list --where 'name*=地图' > /tmp/$$.out; echo end=$?")
        let screen = try terminal.wait { $0.contains("end=0") }
        #expect(screen.contains("end=0"), "\(screen)")
        try terminal.type("clear; grep -c 地图 /tmp/$$.out; rm /tmp/$$.out; echo end=$?")
        let counted = try terminal.wait { $0.contains("end=0") }
        let expected = try Program.episodes(
            ["list", "--where", "name*=地图", "--count"], server: server
        ).lines[0]
        #expect(counted.contains(expected), "\(counted)")
    }

    @Test func `help is whole on a small terminal`() throws {
        guard let terminal = try terminal(80, 24) else { return }
        try terminal.type("clear; episodes config; echo end=$?")
        let screen = try terminal.wait { $0.contains("end=0") }
        #expect(screen.contains { $0.contains("environment: EPISODES_SERVER") }, "\(screen)")
    }
}
