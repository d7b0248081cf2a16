// What the documentation of EpisodeClient shows, method by method. Its articles quote these lines;
// `DocumentationTests` runs them and compares.
import EpisodeClient

enum MethodSnippets {
    static func list(_ client: EpisodeClient) async throws -> ListEpisodesResponse {
        var request = ListEpisodesRequest()
        request.query = "map"
        request.difficulties = [.beginner, .intermediate]
        request.sort = "-released_at"
        request.facets = [.domain, .difficulty]
        let page = try await client.listEpisodes(request)
        for episode in page.episodes { print(episode.id, episode.name) }
        print("\(page.totalSize) in all, at revision \(page.revision)")
        return page
    }

    static func pages(_ client: EpisodeClient) async throws -> Int {
        var request = ListEpisodesRequest()
        request.pageSize = 50
        var count = 0
        for try await page in client.pages(request) { count += page.episodes.count }
        return count
    }

    static func get(_ client: EpisodeClient, _ id: UInt64) async throws -> Episode {
        let episode = try await client.getEpisode(id: id, readMask: ["id", "name"])
        return episode
    }

    static func batchGet(_ client: EpisodeClient) async throws -> BatchGetEpisodesResponse {
        let found = try await client.batchGetEpisodes(ids: [4_711, 1, 2])
        print(found.episodes.map(\.name), "without", found.missingIDs)
        return found
    }

    static func filterOptions(_ client: EpisodeClient) async throws -> FilterOptionsResponse {
        let options = try await client.filterOptions()
        for facet in options.facets {
            for value in facet.values { print(facet.facet, value.label, value.count) }
        }
        return options
    }

    static func videoStream(_ client: EpisodeClient, _ episode: Episode) async throws -> String? {
        guard let video = episode.videoIdentifier else { return nil }
        let url = try await client.videoStreamURL(videoIdentifier: video)
        return url
    }

    static func stream(_ client: EpisodeClient) async throws -> Int {
        var request = ListEpisodesRequest()
        request.sort = "name"
        var count = 0
        for try await batch in try client.streamEpisodes(request) {
            count += batch.episodes.count
        }
        return count
    }

    static func catalog(_ client: EpisodeClient) async throws -> CatalogResponse {
        let catalog = try await client.catalog()
        print("\(catalog.episodeCount) episodes at revision \(catalog.revision)")
        return catalog
    }

    static func upsert(_ client: EpisodeClient) async throws -> UpsertEpisodesResponse {
        var episode = Episode(id: 4_711, name: "Maps without borders")
        episode.difficulty = .intermediate
        episode.domains = [1]
        let answer = try await client.upsertEpisodes([episode])
        print("created \(answer.created), updated \(answer.updated)")
        return answer
    }

    static func readYourWrite(_ client: EpisodeClient, _ revision: UInt64) async throws -> Int64 {
        var request = ListEpisodesRequest()
        request.minRevision = revision
        let page = try await client.listEpisodes(request)
        return page.totalSize
    }

    static func delete(_ client: EpisodeClient) async throws -> DeleteEpisodesResponse {
        let answer = try await client.deleteEpisodes(ids: [4_711])
        print("deleted \(answer.deleted)")
        return answer
    }

    static func watchCatalog(_ client: EpisodeClient, until revision: UInt64) async throws -> Int64
    {
        for try await change in try client.watchCatalog() where change.revision >= revision {
            return change.episodeCount
        }
        return 0
    }

    static func health(_ client: EpisodeClient) async throws -> ServingStatus {
        let status = try await client.health(service: "episodes.v1.EpisodeService")
        print(status.name)
        return status
    }

    static func watchHealth(_ client: EpisodeClient) async throws -> ServingStatus? {
        for try await status in try client.watchHealth() {
            print(status.name)
            return status
        }
        return nil
    }

    static func raw(_ client: EpisodeClient, _ request: [UInt8]) async throws -> Int {
        guard let method = RPCMethod(path: "episodes.v1.EpisodeService/GetEpisode") else {
            return 0
        }
        let reply = try await client.call(method, request)
        return reply.count
    }

    static func rawStream(_ client: EpisodeClient) async throws -> [UInt8]? {
        for try await message in try client.stream(.watchCatalog, []) { return message }
        return nil
    }
}
