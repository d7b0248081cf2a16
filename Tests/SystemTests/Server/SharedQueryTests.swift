import EpisodeClient
import EpisodeModel
import EpisodeProtocol
import Foundation
import RPCCore
import TestSupport
import Testing

/// Collected searches and list requests over a seed catalogue made to be awkward. Needs the shared
/// data; says so and passes over where it is missing.
@Suite(.timeLimit(.minutes(10)), .enabled(if: SharedData.isAvailable))
struct SharedQueryTests {
    private func cases(_ file: String) throws -> [[String: Any]] {
        try String(contentsOfFile: SharedData.path("hardcases/queries/\(file)"), encoding: .utf8)
            .split(separator: "\n")
            .map {
                try #require(JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
            }
    }

    private func withClient(_ body: (EpisodeClient) async throws -> Void) async throws {
        let server = try ServerProcess(
            catalog: SharedData.path("hardcases/import/seed_flat.json"))
        let client = try await EpisodeClient.connect(to: server.address, timeoutMilliseconds: 5_000)
        try await body(client)
        client.close()
    }

    @Test func `every search finds what it must and not what it must not`() async throws {
        let searches = try cases("search_cases.jsonl")
        try await withClient { client in
            for search in searches {
                var request = ListEpisodesRequest()
                request.query = search["query"] as? String ?? ""
                request.pageSize = 1_000
                guard request.query.utf8.count <= EpisodeQuery.textByteCountMaximum else {
                    await #expect(throws: RPCError.self) { try await client.listEpisodes(request) }
                    continue
                }
                let names = Set(try await client.listEpisodes(request).episodes.map(\.name))
                let id = search["id"] as? String ?? ""
                for name in search["must_find"] as? [String] ?? [] {
                    #expect(names.contains(name), "\(id): misses \(name)")
                }
                for name in search["must_not_find"] as? [String] ?? [] {
                    #expect(!names.contains(name), "\(id): finds \(name)")
                }
            }
        }
    }

    @Test func `walks in every page size give the one big page`() async throws {
        let lists = try cases("list_cases.jsonl")
        try await withClient { client in
            var walks = 0
            for list in lists {
                guard let what = list["do"] as? [String: Any], what["walk"] as? Bool == true,
                    let sort = what["sort"] as? String, let size = what["page_size"] as? Int
                else { continue }
                walks += 1
                var request = ListEpisodesRequest()
                request.sort = sort.replacing("|", with: ",")
                request.pageSize = 1_000
                let whole = try await client.listEpisodes(request).episodes.map(\.id)
                #expect(whole.count == 157)
                request.pageSize = Int32(size)
                var pages = 0
                var walked: [UInt64] = []
                repeat {
                    let page = try await client.listEpisodes(request)
                    #expect(page.totalSize == 157)
                    pages += 1
                    walked += page.episodes.map(\.id)
                    request.pageToken = page.nextPageToken
                } while !request.pageToken.isEmpty
                #expect(walked == whole)
                #expect(pages == (157 + size - 1) / size)
            }
            #expect(walks > 50)
        }
    }

    @Test func `bad sorts, sizes and tokens are refused by name`() async throws {
        try await withClient { client in
            for sort in [
                "nope", "-", "--popularity", "popularity,", "POPULARITY", " popularity",
                "-popularity|-popularity", "popularity|", "|", "id;drop",
            ] {
                try await expectRefusal(client, field: "sort") { $0.sort = sort }
            }
            for size: Int32 in [-1, .min] {
                try await expectRefusal(client, field: "page_size") { $0.pageSize = size }
            }
            let tokens = ["AAAA", "x", "!", "e30", "AA==", "bnVsbA", "../../etc/passwd"]
            for token in tokens + [String(repeating: "A", count: 4_000)] {
                try await expectRefusal(client, field: "page_token") { $0.pageToken = token }
            }
        }
    }

    private func expectRefusal(
        _ client: EpisodeClient, field: String, _ change: (inout ListEpisodesRequest) -> Void
    ) async throws {
        var request = ListEpisodesRequest()
        change(&request)
        let error = await #expect(throws: RPCError.self) {
            try await client.listEpisodes(request)
        }
        #expect(error?.code == .invalidArgument)
        #expect(error?.violations.first?.field == field)
    }

    @Test func `a token belongs to its request, in any order of its sets and any page size`()
        async throws
    {
        try await withClient { client in
            var request = ListEpisodesRequest()
            request.domains = [2, 1]
            request.pageSize = 7
            let token = try await client.listEpisodes(request).nextPageToken
            try await expectRefusal(client, field: "page_token") {
                $0.domains = [1]
                $0.pageToken = token
            }
            request.domains = [1, 2, 2]
            request.pageToken = token
            request.pageSize = 3
            #expect(try await client.listEpisodes(request).episodes.count == 3)
        }
    }
}
