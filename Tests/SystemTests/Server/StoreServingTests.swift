// Purpose: a store as its owner and its clients meet it: made, served, edited, followed, killed.
// Method: the real programs on real files; edits come from the client library over real sockets.
import EpisodeClient
import EpisodeModel
import EpisodeProtocol
import Foundation
import RPCCore
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct StoreServingTests {
    private static func path(_ folder: TemporaryFile) -> String {
        folder.url.deletingLastPathComponent().appendingPathComponent("state/catalog.db").path
    }

    private static func episode(_ id: UInt64, _ name: String) -> Episode {
        Episode(id: id, name: name)
    }

    @Test func `a store is made where the state of programs belongs, and kept`() throws {
        let folder = try TemporaryFile(named: "marker")
        let state = folder.url.deletingLastPathComponent().path
        let first = try ServerProcess(
            store: nil, ["--sample"], environment: ["XDG_STATE_HOME": state])
        #expect(first.readyLine.contains("168 episodes at revision 1"))
        #expect(FileManager.default.fileExists(atPath: state + "/episodes/catalog.db"))
        let second = try ServerProcess(
            store: nil, ["--sample"], environment: ["XDG_STATE_HOME": state])
        #expect(second.readyLine.contains("168 episodes at revision 1"))
        #expect(second.errorText.contains("--sample adds nothing"))
        #expect(try Program.episodes(["list", "map"], server: second).status == 0)
    }

    @Test func `an empty store is served and said to be empty`() throws {
        let folder = try TemporaryFile(named: "marker")
        let server = try ServerProcess(store: Self.path(folder))
        #expect(server.readyLine.contains("0 episodes at revision 0"))
        #expect(server.errorText.contains("episodes import FILE --store"))
        #expect(try Program.episodes(["list"], server: server).output.isEmpty)
    }

    @Test func `an edit is seen by its server at once and by others of the store in time`()
        async throws
    {
        let folder = try TemporaryFile(named: "marker")
        let path = Self.path(folder)
        let server = try ServerProcess(store: path, ["--allow-writes"])
        let follower = try ServerProcess(store: path)
        let editor = try await EpisodeClient.connect(to: server.address)
        let reader = try await EpisodeClient.connect(to: follower.address)
        var request = ListEpisodesRequest()
        for number in UInt64(1)...20 {
            let answer = try await editor.upsertEpisodes([Self.episode(number, "number \(number)")])
            #expect(answer == UpsertEpisodesResponse(revision: number, created: 1, updated: 0))
            #expect(try await editor.listEpisodes(request).totalSize == Int64(number))
            request.minRevision = answer.revision
            #expect(try await reader.listEpisodes(request).totalSize == Int64(number))
            request.minRevision = 0
        }
        let failure = await #expect(throws: RPCError.self) {
            _ = try await reader.deleteEpisodes(ids: [1])
        }
        #expect(failure?.code == .permissionDenied)
    }

    @Test func `a watch follows edits and ends with its server`() async throws {
        let folder = try TemporaryFile(named: "marker")
        let server = try ServerProcess(store: Self.path(folder), ["--allow-writes"])
        let client = try await EpisodeClient.connect(to: server.address)
        let watcher = try await EpisodeClient.connect(to: server.address)
        var revisions = try watcher.watchCatalog().makeAsyncIterator()
        #expect(try await revisions.next() == WatchCatalogResponse(revision: 0, episodeCount: 0))
        for number in UInt64(1)...50 {
            _ = try await client.upsertEpisodes([Self.episode(number, "n")])
            #expect(
                try await revisions.next()
                    == WatchCatalogResponse(revision: number, episodeCount: Int64(number)))
        }
        server.signal(SIGTERM)
        let end = await #expect(throws: RPCError.self) { _ = try await revisions.next() }
        #expect(end?.code == .unavailable)
        #expect(server.waitForExit() == 0)
    }

    /// Each round kills the server while a client edits, and starts it again.
    @Test func `no acknowledged edit is lost when the server is killed`() async throws {
        let folder = try TemporaryFile(named: "marker")
        let path = Self.path(folder)
        var generator = SeededGenerator(seed: 20)
        var acknowledged: UInt64 = 0
        for _ in 0..<8 {
            let server = try ServerProcess(store: path, ["--allow-writes"])
            let client = try await EpisodeClient.connect(to: server.address)
            let found = try await client.catalog()
            // At most the one edit whose answer never came.
            #expect((acknowledged...(acknowledged + 1)).contains(found.revision))
            #expect(found.episodeCount == Int64(found.revision) * 3)
            acknowledged = found.revision
            let killTime = generator.next() % 60
            let processID = server.processID
            Thread.detachNewThread {
                usleep(UInt32(killTime) * 1_000)
                kill(processID, SIGKILL)
            }
            while true {
                let rows = (1...3).map { Self.episode((acknowledged + 1) * 10 + $0, "row") }
                guard let answer = try? await client.upsertEpisodes(rows) else { break }
                #expect(answer.revision == acknowledged + 1 && answer.created == 3)
                acknowledged = answer.revision
            }
            client.close()
        }
        #expect(acknowledged > 0)
    }

    @Test func `what does not go together is refused with the remedy`() throws {
        for (arguments, mention) in [
            (["--catalog", "a.json", "--store", "b.db"], "give one of them"),
            (["--catalog", "a.json", "--allow-writes"], "for a store"),
            (["--catalog", "a.json", "--sample"], "for a store"),
            (["--store", "b.db", "--allow-empty"], "for a file"),
            (["--store", ""], "is empty"),
        ] {
            let result = try Program.episodesd(["serve"] + arguments)
            #expect(result.status == 2, "\(arguments)")
            #expect(result.errors.contains(mention), "\(result.errors)")
        }
        let file = try TemporaryFile(named: "notes.txt", Data("not a store, but some text".utf8))
        let result = try Program.episodesd(["serve", "--store", file.url.path])
        #expect(result.status == 6)
        #expect(result.errors.contains(file.url.path))
        #expect(file.text == "not a store, but some text")
    }
}

extension StoreServingTests {
    @Test(.enabled(if: Mount.isPossible))
    func `while its disk is full a server refuses edits, goes on answering and recovers`()
        async throws
    {
        let folder = try TemporaryFile(named: "marker")
        let disk = folder.url.deletingLastPathComponent().appendingPathComponent("disk").path
        let mount = try Mount(["-t", "tmpfs", "-o", "size=4m", "tmpfs"], at: disk)
        let server = try ServerProcess(store: mount.path + "/c.db", ["--allow-writes"])
        let client = try await EpisodeClient.connect(to: server.address)
        var acknowledged: UInt64 = 0
        var refusal: RPCError?
        while refusal == nil, acknowledged < 1_000 {
            var episode = Episode(id: acknowledged + 1, name: "row")
            episode.description = String(repeating: "0123456789", count: 5_000)
            do throws(RPCError) {
                acknowledged = try await client.upsertEpisodes([episode]).revision
            } catch {
                refusal = error
            }
        }
        #expect(refusal?.code == .resourceExhausted)
        #expect(refusal?.message.contains("disk is full") == true)
        #expect(acknowledged > 10)
        let answer = try await client.listEpisodes(ListEpisodesRequest())
        #expect(answer.totalSize == Int64(acknowledged))
        try Mount.run(["mount", "-o", "remount,size=64m", mount.path])
        let next = try await client.upsertEpisodes([Episode(id: 9_999, name: "room again")])
        #expect(next.revision == acknowledged + 1)
        #expect(try await client.catalog().episodeCount == Int64(acknowledged + 1))
    }
}
