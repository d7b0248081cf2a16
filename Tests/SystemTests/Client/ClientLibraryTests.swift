// Purpose: the client library against real servers that stop, are killed, and come back.
// Method: servers of this build on free ports; callers that never pause. No call may fail.
import EpisodeClient
import Foundation
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(5)))
struct ClientLibraryTests {
    private static func server(
        listen: [String] = ["127.0.0.1:0"], _ extra: [String] = []
    ) throws -> ServerProcess {
        let catalog = try TemporaryFile(named: "rows.jsonl")
        let rows = (1...200).map { #"{"id": \#($0), "name": "Map number \#($0)"}"# }
        try rows.joined(separator: "\n").write(to: catalog.url, atomically: true, encoding: .utf8)
        return try ServerProcess(catalog: catalog.url.path, listen: listen, extra)
    }

    private static func client(
        _ servers: [String], _ change: (inout ClientConfiguration) -> Void = { _ in }
    ) throws -> EpisodeClient {
        var configuration = ClientConfiguration(servers: servers)
        configuration.timeoutMilliseconds = 30_000
        configuration.waitsForReady = true
        configuration.retries.attemptCountMaximum = 10
        configuration.reconnecting.maximumMilliseconds = 200
        change(&configuration)
        return try EpisodeClient(configuration)
    }

    private final class Progress: Sendable {
        let isOver = Atomic<Bool>(false)
        let count = Atomic<Int>(0)
        var value: Int { count.load(ordering: .relaxed) }
    }

    /// Calls from 16 tasks until `body` is done; how many were answered.
    private func load(
        _ client: EpisodeClient, while body: () async throws -> Void
    ) async throws -> Int {
        let progress = Progress()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<16 {
                group.addTask {
                    while !progress.isOver.load(ordering: .relaxed) {
                        var request = ListEpisodesRequest()
                        request.query = "map"
                        let page = try await client.listEpisodes(request)
                        #expect(page.totalSize == 200 && page.episodes.count == 20)
                        progress.count.wrappingAdd(1, ordering: .relaxed)
                    }
                }
            }
            while progress.value < 100 { try await Task.sleep(for: .milliseconds(5)) }
            try await body()
            progress.isOver.store(true, ordering: .relaxed)
            try await group.waitForAll()
        }
        return progress.value
    }

    @Test(arguments: [SIGKILL, SIGTERM])
    func `one of two servers ends under load and no call fails`(signal: Int32) async throws {
        let servers = [try Self.server(), try Self.server()]
        let client = try Self.client(servers.map(\.address)) { $0.connectionCountPerServer = 2 }
        let count = try await load(client) {
            servers[0].signal(signal)
            _ = servers[0].waitForExit()
            try await Task.sleep(for: .milliseconds(200))
        }
        #expect(count > 100)
        _ = try await client.catalog()
    }

    @Test func `the only server is replaced under load and calls wait for the new one`()
        async throws
    {
        let first = try Self.server()
        let client = try Self.client([first.address])
        var second: ServerProcess?
        let count = try await load(client) {
            first.signal(SIGTERM)
            _ = first.waitForExit()
            second = try Self.server(listen: [first.address])
            try await Task.sleep(for: .milliseconds(300))
        }
        #expect(count > 100)
        #expect(second?.address == first.address)
    }

    @Test func `streams and calls of many tasks share a few connections over a unix socket`()
        async throws
    {
        let path = NSTemporaryDirectory() + "/client-\(UInt32.random(in: 0 ... .max)).sock"
        let server = try Self.server(listen: ["unix:\(path)"])
        let client = try Self.client([server.address]) {
            $0.connectionCountPerServer = 3
            $0.streamConnectionCountPerServerMaximum = 4
        }
        try await withThrowingTaskGroup(of: Int.self) { group in
            for number in 0..<60 {
                group.addTask {
                    guard number.isMultiple(of: 3) else {
                        return try await client.batchGetEpisodes(
                            ids: Array(1...200)
                        ).episodes.count
                    }
                    var count = 0
                    var request = ListEpisodesRequest()
                    request.pageSize = 7
                    for try await batch in try client.streamEpisodes(request) {
                        count += batch.episodes.count
                    }
                    return count
                }
            }
            for try await count in group { #expect(count == 200) }
        }
        // Three for calls and four for streams at most.
        #expect(server.descriptorCount < 60)
    }

    @Test func `violations of a request name their fields`() async throws {
        let server = try Self.server()
        let client = try Self.client([server.address])
        var request = ListEpisodesRequest()
        request.sort = "colour"
        let error = await #expect(throws: RPCError.self) {
            try await client.listEpisodes(request)
        }
        #expect(error?.code == .invalidArgument)
        #expect(error?.violations.map(\.field) == ["sort"])
        let missing = await #expect(throws: RPCError.self) { try await client.getEpisode(id: 999) }
        #expect(missing?.code == .notFound)
    }
}
