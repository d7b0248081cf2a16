// Purpose: what a command line means, and one clear line for every wrong one.
import CommandLineKit
import Testing

struct ParsingTests {
    @Test func `options may stand before and after the command and between its words`() throws {
        let parsed = try Sample.parse("-q", "--topic", "a", "list", "x", "-t", "b", "y", "-vojson")
        #expect(parsed.command == "list")
        #expect(parsed.positionals == ["x", "y"])
        #expect(parsed.strings("topic") == ["a", "b"])
        #expect(parsed.flag("quiet") && parsed.flag("verbose"))
        #expect(parsed.string("output") == "json")
    }

    @Test func `a value may begin with one dash and stand apart or behind a sign`() throws {
        #expect(try Sample.parse("list", "--sort", "-name").string("sort") == "-name")
        #expect(try Sample.parse("list", "--sort=-name").string("sort") == "-name")
        #expect(try Sample.parse("list", "--sort=--x").string("sort") == "--x")
        #expect(try Sample.parse("list", "--sort=").string("sort")?.isEmpty == true)
        #expect(try Sample.parse("list", "--sort=a=b").string("sort") == "a=b")
    }

    @Test func `two dashes end the options and one dash is a word`() throws {
        let parsed = try Sample.parse("list", "-", "--", "--sort", "-q", "--")
        #expect(parsed.positionals == ["-", "--sort", "-q", "--"])
        #expect(!parsed.flag("quiet"))
    }

    @Test func `an implied value leaves the next word alone`() throws {
        let parsed = try Sample.parse("list", "--facets", "topic")
        #expect(parsed.string("facets") == "all")
        #expect(parsed.positionals == ["topic"])
        #expect(try Sample.parse("list", "--facets=topic").string("facets") == "topic")
    }

    @Test func `command line beats environment beats default`() throws {
        let variables = ["SHELF_OUTPUT": "json", "SHELF_TOPICS": "a,b", "SHELF_TIMEOUT": ""]
        let typed = try Sample.parse("list", "-o", "table", "-t", "c", environment: variables)
        #expect(typed.string("output") == "table")
        #expect(typed.strings("topic") == ["c"])
        #expect(typed.origin(of: "output") == .commandLine)
        let inherited = try Sample.parse("list", environment: variables)
        #expect(inherited.string("output") == "json")
        #expect(inherited.strings("topic") == ["a", "b"])
        #expect(inherited.origin(of: "output") == .variable("SHELF_OUTPUT"))
        #expect(inherited.string("timeout") == "2s")
        #expect(inherited.origin(of: "timeout") == .defaultValue)
        #expect(inherited.string("sort") == nil)
    }

    @Test(arguments: [
        (["lost"], "unknown command 'lost'; did you mean 'list'? (see 'shelf --help')"),
        (["-q"], "no command given (see 'shelf --help')"),
        (
            ["list", "--topik", "a"],
            "unknown option '--topik'; did you mean '--topic'? (see 'shelf list --help')"
        ),
        (["list", "--top", "a"], "unknown option '--top'; did you mean '--topic'?"),
        (["list", "-x"], "unknown option '-x'"),
        (["list", "--sort"], "option '--sort' needs a value: --sort KEYS"),
        (["list", "--sort", "--quiet"], "option '--sort' needs a value: --sort KEYS"),
        (["list", "--quiet=yes"], "option '--quiet' takes no value"),
        (["list", "--sort", "a", "--sort=b"], "option '--sort' stands twice; give it once"),
        (["list", "-qq"], "option '--quiet' stands twice; give it once"),
        (["list", "-o", "xml"], "'-o' cannot be 'xml'; use one of: table, json"),
        (["get"], "'get' needs ID"),
        (["--sort", "a", "get", "1"], "option '--sort' does not belong to 'get'"),
        (["get", "--sort", "a", "1"], "unknown option '--sort'"),
        (["completion", "tcsh"], "SHELL cannot be 'tcsh'; use one of: bash, zsh, fish"),
        (["completion", "bash", "zsh"], "unexpected argument 'zsh'"),
        (["help", "gett"], "unknown command 'gett'; did you mean 'get'?"),
        (["list", "--\u{1B}[2J"], "unknown option '--\\e[2J'"),
    ])
    func `a wrong line is one clear message`(words: [String], message: String) {
        let complaint = #expect(throws: UsageError.self) {
            try Sample.table.parse(arguments: words, environment: [:])
        }
        #expect(complaint?.message.hasPrefix(message) == true, "\(complaint?.message ?? "none")")
        #expect(complaint?.message.contains("\n") == false)
    }

    @Test func `a wrong variable is named in the message`() {
        let text = Sample.complaint("list", environment: ["SHELF_OUTPUT": "xml"])
        #expect(text.hasPrefix("SHELF_OUTPUT cannot be 'xml'; use one of: table, json"))
    }

    @Test func `help and version are shown wherever they stand`() throws {
        #expect(try Sample.text() == Sample.table.help())
        #expect(try Sample.text("list", "x", "-h") == Sample.text("help", "list"))
        #expect(try Sample.text("get", "--help") == Sample.text("help", "get"))
        #expect(try Sample.text("--version") == "shelf 1.2.3\n")
    }

    @Test(arguments: [
        ("domian", "domain"), ("serach", "search"), ("do", "domain"), ("x", nil), ("", nil),
        ("catalogue", "catalog"),
    ])
    func `the nearest name is offered only when it is near`(word: String, name: String?) {
        #expect(NearestName.find(word, in: ["domain", "search", "catalog", "get"]) == name)
    }
}
