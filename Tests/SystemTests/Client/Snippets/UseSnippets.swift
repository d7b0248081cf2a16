// What the documentation of EpisodeClient shows about connections, time, streams and errors.
import EpisodeClient

enum UseSnippets {
    static func overview(_ address: String) async throws -> Int64 {
        let client = try await EpisodeClient.connect(to: address)
        var request = ListEpisodesRequest()
        request.query = "map"
        let page = try await client.listEpisodes(request)
        client.close()
        return page.totalSize
    }

    static func severalServers(_ first: String, _ second: String) async throws -> EpisodeClient {
        var configuration = ClientConfiguration(servers: [first, second])
        configuration.connectionCountPerServer = 2
        configuration.timeoutMilliseconds = 500
        configuration.metadata = ["tenant": "editors"]
        let client = try EpisodeClient(configuration)
        return client
    }

    static func waiting(_ client: EpisodeClient) async throws {
        try await client.waitUntilReady(timeoutMilliseconds: 30_000)
    }

    static func closing(_ client: EpisodeClient) async {
        await client.closeGracefully(timeoutMilliseconds: 5_000)
    }

    static func options(_ client: EpisodeClient) async throws -> CatalogResponse {
        let options = CallOptions(
            timeoutMilliseconds: 200, waitsForReady: true, metadata: ["trace-id": "4f1c"])
        return try await client.catalog(options: options)
    }

    static func retries() -> ClientConfiguration {
        var configuration = ClientConfiguration(server: "127.0.0.1:50051")
        configuration.retries.attemptCountMaximum = 5
        configuration.retries.tokensPerSuccess = 0.05
        return configuration
    }

    static func cancelling(_ client: EpisodeClient) async -> Result<CatalogResponse, any Error> {
        let task = Task { try await client.catalog() }
        task.cancel()
        return await task.result
    }

    static func manyCalls(_ client: EpisodeClient, _ ids: [UInt64]) async throws -> Int {
        try await withThrowingTaskGroup(of: Episode.self) { group in
            for id in ids {
                group.addTask(executorPreference: client.taskExecutor) {
                    try await client.getEpisode(id: id)
                }
            }
            return try await group.reduce(0) { count, _ in count + 1 }
        }
    }

    static func breakingOff(_ client: EpisodeClient) async throws -> [Episode] {
        var found: [Episode] = []
        for try await batch in try client.streamEpisodes(ListEpisodesRequest()) {
            found += batch.episodes
            if found.count >= 100 { break }
        }
        return found
    }

    static func errors(_ client: EpisodeClient) async -> [String] {
        var request = ListEpisodesRequest()
        request.sort = "colour"
        request.pageSize = -1
        do {
            _ = try await client.listEpisodes(request)
            return []
        } catch {
            switch error.code {
            case .invalidArgument:
                for violation in error.violations { print(violation.field, violation.description) }
            case .unavailable, .deadlineExceeded:
                print("try later: \(error.message)")
            default:
                print(error)
            }
            return error.violations.map(\.field)
        }
    }
}
