// Purpose: from the words of `import` and `export` to what they do, and what is refused before any
// file is read.
import CatalogFormats
import CommandLineKit
import EpisodeModel
import EpisodeProtocol
import Testing

@testable import episodes

private func parse(_ words: [String]) throws -> ParsedCommand {
    let invocation = try EpisodesTable.table.parse(arguments: words, environment: [:])
    guard case .command(let command) = invocation else { throw UsageError("no command") }
    return command
}

private func export(_ words: String...) throws -> ExportPlan {
    try ExportPlan(try parse(["export"] + words))
}

private func importing(_ words: String...) throws -> ImportPlan {
    try ImportPlan(try parse(["import"] + words))
}

struct TransferPlanTests {
    @Test func `an export takes everything by id unless it is told otherwise`() throws {
        let plan = try export()
        #expect(plan.choosesAll && plan.request.sort == "id" && plan.domains.isEmpty)
        #expect(plan.format == .jsonl && plan.path == nil && plan.storePath == nil)
    }

    @Test func `an export has the filters of a list`() throws {
        let plan = try export(
            "swift", "ui", "--domain", "ios", "--free", "--where", "name^=I", "--sort", "name")
        #expect(plan.request.query == "swift ui" && plan.request.subscriptionTypes == ["free"])
        #expect(plan.request.predicates.count == 1 && plan.request.sort == "name")
        #expect(plan.domains == ["ios"] && !plan.choosesAll)
        #expect(try !export("--id", "5").choosesAll)
    }

    @Test func `the format comes from its option, from habit or from the file`() throws {
        #expect(try export("--format", "csv", "-f", "x.json").format == .csv)
        #expect(try export("-f", "a/b.CSV").format == .csv)
        #expect(try export("-f", "x.json").format == .json)
        #expect(try export("-f", "x.txt").format == .jsonl)
        #expect(try export("-o", "csv").format == .csv)
        #expect(try export("-o", "json", "--format", "json").format == .json)
        #expect(throws: UsageError.self) { try export("-o", "json", "--format", "csv") }
        #expect(throws: UsageError.self) { try export("-o", "table") }
        #expect(throws: UsageError.self) { try export("--format", "xml") }
    }

    @Test func `a store is exported as a whole and by id`() throws {
        #expect(try export("--store", "a.db").storePath == "a.db")
        for words in [["--free"], ["swift"], ["--domain", "1"], ["--sort", "name"]] {
            #expect(throws: UsageError.self) {
                try ExportPlan(try parse(["export", "--store", "a.db"] + words))
            }
        }
    }

    @Test func `an import adds and updates through the server by default`() throws {
        let plan = try importing("f.json")
        #expect(plan.path == "f.json" && plan.format == nil && plan.target == .server)
        #expect(!plan.replaces && !plan.isCheck && !plan.skipsBadRows && !plan.allowsEmpty)
        #expect(plan.badRowCountMaximum == 100)
    }

    @Test func `every option of an import is taken`() throws {
        let plan = try importing(
            "-", "--format", "csv", "--replace", "--check", "--max-errors", "7",
            "--skip-bad-rows", "--allow-empty", "--store", "a.db")
        #expect(plan.path == "-" && plan.format == .csv && plan.target == .store(path: "a.db"))
        #expect(plan.replaces && plan.isCheck && plan.skipsBadRows && plan.allowsEmpty)
        #expect(plan.badRowCountMaximum == 7)
        #expect(try importing("f", "--max-errors", "0").badRowCountMaximum == .max)
    }

    @Test func `a catalogue is replaced in a store only`() throws {
        let error = #expect(throws: UsageError.self) { try importing("f", "--replace") }
        #expect(error?.message.contains("--store PATH") == true)
        #expect(throws: UsageError.self) {
            try importing("f", "--replace", "--upsert", "--store", "a.db")
        }
    }

    @Test(arguments: [
        [], ["f", "g"], ["f", "--max-errors", "-1"], ["f", "--max-errors", "x"],
        ["f", "--format", "xml"], ["f", "--store", ""],
    ])
    func `wrong words are refused`(words: [String]) {
        #expect(throws: UsageError.self) { try ImportPlan(try parse(["import"] + words)) }
    }
}
