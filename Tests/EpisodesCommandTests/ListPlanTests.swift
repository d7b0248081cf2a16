// Purpose: from the words of `list` to the request, and what is refused before any connection.
import CommandLineKit
import EpisodeModel
import EpisodeProtocol
import Testing

@testable import episodes

private func plan(_ words: [String], format: OutputFormat = .table) throws -> ListPlan {
    let invocation = try EpisodesTable.table.parse(
        arguments: ["list"] + words, environment: [:])
    guard case .command(let command) = invocation else { throw UsageError("no command") }
    return try ListPlan(command, format: format)
}

struct ListPlanTests {
    @Test func `every filter finds its field`() throws {
        let plan = try plan([
            "swift", "ui", "--domain", "ios", "--domain", "2", "--difficulty", "none",
            "--difficulty", "beginner", "--type", "episode", "--free", "--subscription", "beginner",
            "--feature", "a", "--feature", "b", "--id", "18446744073709551615", "--where",
            "name^=I", "--sort", "-popularity,name", "--page-size", "7", "--facets=domain,feature",
            "--fields", "name,id",
        ])
        var request = ListEpisodesRequest()
        request.query = "swift ui"
        request.difficulties = [.allLevels, .beginner]
        request.contentTypes = ["episode"]
        request.subscriptionTypes = ["beginner", "free"]
        request.features = ["a", "b"]
        request.ids = [.max]
        request.predicates = [.init(field: "name", comparison: .beginsWith, value: "I")]
        request.sort = "-popularity,name"
        request.pageSize = 7
        request.facets = [.domain, .feature]
        request.readMask = ["name", "id"]
        #expect(plan.request == request)
        #expect(plan.domains == ["ios", "2"])
        #expect(plan.fields == [.name, .id])
    }

    @Test func `a number is a page and anything longer a token`() throws {
        let third = try plan(["--page", "3", "--page-size", "50"])
        #expect(third.request.skip == 100)
        #expect(third.request.pageToken.isEmpty)
        let token = try plan(["--page", "AexF7NZM87BqAQEAOLOk3PYFgP0DAAAAAAAAYDlatnr4A8U"])
        #expect(token.request.skip == 0)
        #expect(token.request.pageToken == "AexF7NZM87BqAQEAOLOk3PYFgP0DAAAAAAAAYDlatnr4A8U")
    }

    @Test func `pages shown one by one ask for the same thing in every format`() throws {
        // A page token is only good for the same read mask and the same choice of the total.
        for format in OutputFormat.allCases {
            let page = try plan([], format: format)
            #expect(page.request.readMask.isEmpty)
            #expect(!page.request.skipTotalSize)
        }
    }

    @Test func `a walk takes large pages and moves only what is shown`() throws {
        let all = try plan(["--all"], format: .ids)
        #expect(all.request.pageSize == 1_000)
        #expect(all.request.readMask == ["id"])
        #expect(all.request.skipTotalSize)
        #expect(try plan(["--limit", "30"]).request.pageSize == 30)
        #expect(try plan(["--limit", "30", "--page-size", "5"]).request.pageSize == 5)
        #expect(try plan(["--all"], format: .jsonl).request.readMask.isEmpty)
    }

    @Test(arguments: [
        (["--page", "0"], "--page: pages are counted from 1"),
        (["--page", ""], "--page: '' is neither"),
        (["--page", "x"], "--page: 'x' is neither"),
        (["--all", "--limit", "3"], "--all: leave out"),
        (["--page", "999999999"], "--page: page 999999999 of 20 is beyond"),
        (["--page-size", "0"], "--page-size: '0' is not a whole number from 1 to 1000"),
        (["--page-size", "1001"], "--page-size: '1001' is not"),
        (["--limit", "-1"], "--limit: '-1' is not a whole number from 1"),
        (["--id", "-5"], "--id: '-5' is not an id"),
        (["--id", "18446744073709551616"], "--id: '18446744073709551616' is not an id"),
        (["--sort", "nope"], "--sort: unknown key 'nope'"),
        (["--fields", "nam"], "--fields: unknown field 'nam'; did you mean 'name'?"),
        (["--fields", "id,"], "--fields: unknown field ''"),
        (["--facets=domains"], "--facets: unknown facet 'domains'; did you mean 'domain'?"),
        (["--query", "a", "b"], "--query: the words stand as arguments already"),
        (["--count", "--all"], "--count: counts all that matches"),
    ])
    func `what cannot be right is refused before anything is connected`(
        words: [String], message: String
    ) {
        let error = #expect(throws: UsageError.self) { try plan(words) }
        #expect(error?.message.hasPrefix(message) == true, "\(error?.message ?? "none")")
    }

    @Test func `facets need a format that can show them`() {
        for format in [OutputFormat.csv, .ids, .jsonl] {
            #expect(throws: UsageError.self) { try plan(["--facets"], format: format) }
        }
    }
}
