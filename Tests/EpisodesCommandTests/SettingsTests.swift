// Purpose: what the environment and a terminal decide.
import CommandLineKit
import Testing

@testable import episodes

private func settings(
    _ words: [String] = [], _ environment: [String: String] = [:], isTerminal: Bool = true
) throws -> Settings {
    let invocation = try EpisodesTable.table.parse(
        arguments: ["list"] + words, environment: environment)
    guard case .command(let command) = invocation else { throw UsageError("no command") }
    return try Settings(
        command, environment: environment, terminalWidth: isTerminal ? 80 : nil,
        terminalHeight: isTerminal ? 24 : nil)
}

struct SettingsTests {
    @Test func `rows of a server cannot drive a terminal and are left alone elsewhere`() throws {
        let rows = "id,name\r\n1,\u{1B}]0;x\u{7}\r\n"
        for format in ["csv", "tsv"] {
            #expect(try settings(["-o", format]).safe(rows) == "id,name\r\n1,\\e]0;x\\u{7}\r\n")
            #expect(try settings(["-o", format], isTerminal: false).safe(rows) == rows)
        }
        // Titles of tables are in bold.
        #expect(try settings(["-o", "table"]).safe("\u{1B}[1mID") == "\u{1B}[1mID")
    }

    private static let boldCases: [([String], [String: String], Bool, Bool)] = [
        ([], [:], true, true), ([], [:], false, false),
        ([], ["NO_COLOR": "1"], true, false), ([], ["NO_COLOR": ""], true, true),
        ([], ["TERM": "dumb"], true, false),
        ([], ["CLICOLOR_FORCE": "1"], false, true), ([], ["CLICOLOR_FORCE": "0"], false, false),
        ([], ["CLICOLOR_FORCE": "1", "NO_COLOR": "1"], false, false),
        (["--color", "always"], ["NO_COLOR": "1"], false, true),
        (["--color=never"], ["CLICOLOR_FORCE": "1"], true, false),
    ]

    @Test(arguments: boldCases)
    func `bold needs a terminal or a wish`(
        words: [String], environment: [String: String], isTerminal: Bool, usesBold: Bool
    ) throws {
        let settings = try settings(words, environment, isTerminal: isTerminal)
        #expect(settings.usesBold == usesBold)
    }

    private static let pagerCases: [([String], [String: String], Bool, String?)] = [
        ([], [:], true, "less"), ([], [:], false, nil), (["--no-pager"], [:], true, nil),
        ([], ["PAGER": "more -s"], true, "more -s"), ([], ["PAGER": ""], true, nil),
        ([], ["PAGER": "cat"], true, nil), ([], ["TERM": "dumb"], true, nil),
        (["--pager", "most"], ["PAGER": "more"], true, "most"),
    ]

    @Test(arguments: pagerCases)
    func `a pager needs a terminal`(
        words: [String], environment: [String: String], isTerminal: Bool, pager: String?
    ) throws {
        #expect(try settings(words, environment, isTerminal: isTerminal).pager == pager)
    }

    @Test func `variables may say the size of a terminal but make none`() throws {
        let sized = try settings([], ["COLUMNS": "40", "LINES": "10"])
        #expect(sized.width == 40 && sized.height == 10)
        let none = try settings([], ["COLUMNS": "40", "LINES": "10"], isTerminal: false)
        #expect(none.width == nil && none.height == nil)
        let odd = try settings([], ["COLUMNS": "x", "LINES": "0"])
        #expect(odd.width == 80 && odd.height == 24)
    }

    @Test func `more letters say more`() throws {
        #expect(try settings().verbosity == 0)
        #expect(try settings(["-v"]).verbosity == 1)
        #expect(try settings(["-vv"]).verbosity == 2)
        #expect(try settings(["-v", "--verbose"]).verbosity == 2)
        #expect(throws: UsageError.self) { try settings(["-vq"]) }
    }

    @Test(arguments: [
        (["call", "GetCatalog", "-o", "ids"], "call", "json, jsonl, yaml, table, csv, tsv, raw"),
        (["describe", "-o", "raw"], "describe", "table, json, jsonl, yaml, csv, tsv, ids"),
        (["watch", "-o", "raw"], "watch", "table, json, jsonl, yaml, csv, tsv, ids"),
    ])
    func `a format that a command has not names those that it has`(
        words: [String], name: String, formats: String
    ) throws {
        let invocation = try EpisodesTable.table.parse(arguments: words, environment: [:])
        guard case .command(let command) = invocation else { throw UsageError("no command") }
        let error = #expect(throws: UsageError.self) { try CommandFormats.format(command) }
        #expect(
            error?.message
                == "--output: '\(name)' has no format \(words.last ?? ""); use one of: \(formats)")
    }
}
