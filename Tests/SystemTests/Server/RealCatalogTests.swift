import EpisodeClient
import EpisodeModel
import EpisodeProtocol
import RPCCore
import TestSupport
import Testing

/// Real answers of the contents API, imported as they are, against numbers counted by hand. Needs
/// the shared data; says so and passes over where it is missing.
@Suite(.timeLimit(.minutes(10)), .enabled(if: SharedData.isAvailable))
struct RealCatalogTests {
    private func withClient(
        _ body: (EpisodeClient) async throws -> Void
    ) async throws {
        let server = try ServerProcess(catalog: SharedData.path("data/kodeco-contents.json"))
        let client = try await EpisodeClient.connect(
            to: server.address, timeoutMilliseconds: 5_000)
        try await body(client)
        client.close()
    }

    private func expectTotal(
        _ total: Int64, _ client: EpisodeClient, _ change: (inout ListEpisodesRequest) -> Void
    ) async throws {
        var request = ListEpisodesRequest()
        change(&request)
        let answer = try await client.listEpisodes(request)
        #expect(answer.totalSize == total)
    }

    @Test func `a stream is every page, one after the other`() async throws {
        try await withClient { client in
            for sort in ["", "name", "-popularity,id", "difficulty,-released_at"] {
                var request = ListEpisodesRequest()
                request.sort = sort
                request.pageSize = 10
                var paged: [Episode] = []
                for try await page in client.pages(request) { paged += page.episodes }
                var streamed: [Episode] = []
                for try await batch in try client.streamEpisodes(request) {
                    #expect(batch.episodes.count <= 10)
                    streamed += batch.episodes
                }
                #expect(streamed == paged && streamed.count == 127)
            }
        }
    }

    @Test func `totals are those of the source`() async throws {
        try await withClient { client in
            try await expectTotal(127, client) { _ in }
            try await expectTotal(74, client) { $0.contentTypes = ["episode"] }
            try await expectTotal(40, client) { $0.subscriptionTypes = ["free"] }
            try await expectTotal(7, client) {
                $0.subscriptionTypes = ["free"]
                $0.contentTypes = ["episode"]
            }
            try await expectTotal(56, client) {
                $0.domains = [1, 2]
                $0.difficulties = [.beginner]
                $0.contentTypes = ["episode"]
            }
            try await expectTotal(0, client) { $0.query = "map" }
        }
    }

    @Test(
        arguments: [
            ("-popularity", [], [2888, 8549, 5456]),
            ("-popularity", ["episode"], [7039, 7043, 7042]),
            ("-released_at", [], [9_529_598, 10_054_540, 10_529_094]),
        ] as [(String, [String], [UInt64])])
    func `popular and new come in the source's order`(
        sort: String, types: [String], first: [UInt64]
    ) async throws {
        try await withClient { client in
            var request = ListEpisodesRequest()
            request.sort = sort
            request.contentTypes = types
            request.pageSize = 3
            let answer = try await client.listEpisodes(request)
            #expect(answer.episodes.map(\.id) == first)
        }
    }

    @Test func `eight episodes are called Introduction`() async throws {
        try await withClient { client in
            var request = ListEpisodesRequest()
            request.predicates = [
                .init(field: "name", comparison: .equals, value: "Introduction", isExact: true)
            ]
            let answer = try await client.listEpisodes(request)
            #expect(Set(answer.episodes.map(\.id)).count == 8)
            #expect(answer.episodes.allSatisfy { $0.name == "Introduction" })
        }
    }

    @Test func `a walk by date in pages of seven meets each row once`() async throws {
        try await withClient { client in
            var request = ListEpisodesRequest()
            request.sort = "released_at"
            request.pageSize = 7
            var seen: [UInt64] = []
            repeat {
                let page = try await client.listEpisodes(request)
                #expect(page.totalSize == 127)
                seen += page.episodes.map(\.id)
                request.pageToken = page.nextPageToken
            } while !request.pageToken.isEmpty
            #expect(seen.count == 127)
            #expect(Set(seen).count == 127)
        }
    }

    @Test func `filter options carry the names of the nine domains`() async throws {
        try await withClient { client in
            let options = try await client.filterOptions()
            #expect(options.domains.count == 9)
            let domains = try #require(options.facets.first { $0.facet == .domain })
            #expect(domains.values.contains { $0.value == "1" && $0.label == "iOS & Swift" })
        }
    }
}
