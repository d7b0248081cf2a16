// Purpose: what a file of settings means, and which line is wrong when one is.
import CommandLineKit
import Testing

@testable import episodes

struct ConfigurationFileTests {
    private static let text = """
        # for all
        server = 10.0.0.1:50051
        timeout=2s

        [profile live]
        server = "live:50051"
          output = json
        [profile test]
        """

    private func file(_ text: String) throws(UsageError) -> ConfigurationFile {
        try ConfigurationFile(path: "/c", text: text)
    }

    private func values(_ profile: String?) throws -> [String: ConfiguredValue] {
        try file(Self.text).values(profile: profile, askedBy: "--profile")
    }

    @Test func `a profile says more than the lines for all`() throws {
        #expect(
            try values(nil) == [
                "server": ConfiguredValue("10.0.0.1:50051", place: "/c:2"),
                "timeout": ConfiguredValue("2s", place: "/c:3"),
            ])
        #expect(
            try values("live") == [
                "server": ConfiguredValue("live:50051", place: "/c:6, profile live"),
                "timeout": ConfiguredValue("2s", place: "/c:3"),
                "output": ConfiguredValue("json", place: "/c:7, profile live"),
            ])
        #expect(try values("test") == values(nil))
    }

    @Test(arguments: [
        ("server", "/c:1: 'server' has no '='; write key = value"),
        ("\n\nsrever = x", "/c:3: unknown key 'srever'; did you mean 'server'? (keys: server, "),
        ("[profile]", "/c:1: '[profile]' is no section; write [profile NAME]"),
        ("[live]", "/c:1: '[live]' is no section; write [profile NAME]"),
        ("[profile a b]", "/c:1: '[profile a b]' is no section"),
        ("[profile a", "/c:1: '[profile a' is no section"),
        ("server = a\nserver = b", "/c:2: 'server' stands in line 1 already; give it once"),
        ("[profile a]\n[profile a]", "/c:2: the profile 'a' has begun in line 1 already"),
        ("\u{1B}[2J = x", "/c:1: unknown key '\\e[2J'"),
    ])
    func `a wrong line is named`(text: String, message: String) {
        let error = #expect(throws: UsageError.self) { try file(text) }
        #expect(error?.message.hasPrefix(message) == true, "\(error?.message ?? "")")
    }

    @Test func `an unknown profile lists those that there are`() throws {
        let error = #expect(throws: UsageError.self) { try values("lvie") }
        #expect(
            error?.message
                == "--profile: there is no profile 'lvie'; did you mean 'live'? "
                + "(profiles of /c: live, test)")
    }

    @Test func `setting a value keeps everything else as it is`() throws {
        let file = try file(Self.text)
        let changed = file.setting("server", to: "new:1", profile: "live")
        #expect(
            changed == Self.text.replacing("server = \"live:50051\"", with: "server = new:1") + "\n"
        )
        #expect(
            file.setting("output", to: "csv", profile: nil)
                == Self.text.replacing("timeout=2s", with: "timeout=2s\noutput = csv") + "\n")
        #expect(
            file.setting("output", to: "csv", profile: "test") == Self.text + "\noutput = csv\n")
        #expect(
            file.setting("color", to: "never", profile: "new")
                == Self.text + "\n\n[profile new]\ncolor = never\n")
        #expect(
            file.setting("timeout", to: nil, profile: nil)
                == Self.text.replacing("timeout=2s\n", with: "") + "\n")
    }

    @Test func `a file from Windows means the same and stays one`() throws {
        let text = Self.text.replacing("\n", with: "\r\n") + "\r\n"
        let windows = try file(text)
        for profile in [nil, "live", "test"] {
            #expect(try windows.values(profile: profile, askedBy: "") == values(profile))
        }
        let changed = windows.setting("server", to: "new:1", profile: "live")
        #expect(changed == text.replacing("server = \"live:50051\"", with: "server = new:1"))
        #expect(
            windows.setting("color", to: "never", profile: "new")
                == text + "\r\n[profile new]\r\ncolor = never\r\n")
        let error = #expect(throws: UsageError.self) { try file("# a\r\nb\r\n") }
        #expect(error?.message == "/c:2: 'b' has no '='; write key = value")
    }

    @Test func `what was set is read back`() throws {
        var text = ""
        let settings: [(String, String, String?)] = [
            ("server", "a:1", "x"), ("server", "b:2", nil), ("pager", " less -S ", nil),
            ("timeout", "5s", "x"), ("pager", "", "y"), ("server", "c:3", "x"),
        ]
        for (key, value, profile) in settings {
            text = try file(text).setting(key, to: value, profile: profile)
        }
        let read = try file(text)
        let x = try read.values(profile: "x", askedBy: "").mapValues(\.text)
        #expect(x == ["server": "c:3", "timeout": "5s", "pager": " less -S "])
        let y = try read.values(profile: "y", askedBy: "").mapValues(\.text)
        #expect(y == ["server": "b:2", "pager": ""])
    }
}
