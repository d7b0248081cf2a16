// Purpose: an edit is durable and served when it is acknowledged, changes nothing when it is refused
// and nothing more when it comes again. Method: a service over a real store, called without sockets.
import EpisodeModel
import EpisodeProtocol
import EpisodeService
import EpisodeStore
import RPCCore
import TestSupport
import Testing

@Suite struct EditCallTests {
    @Test func `an edit is served and stored when it is acknowledged`() throws {
        let service = try EditingService([.make(1, "a"), .make(2, "b")])
        let reply = try service.upsert([.make(2, "B") { $0.uri = "rw://2" }, .make(3, "c")])
        #expect(reply == UpsertEpisodesResponse(revision: 2, created: 1, updated: 1))
        #expect(try service.listed == [1, 2, 3])
        #expect(service.snapshot.revision == 2)
        #expect(try service.store.revision() == 2)
        #expect(
            try service.delete([1, 99, 1]) == DeleteEpisodesResponse(revision: 3, deleted: 1))
        #expect(try service.listed == [2, 3])
        // Another process finds the same.
        let again = try CatalogKeeper.load(
            SQLiteStore.open(path: service.path), source: "again", loadedAt: nil)
        #expect(again.revision == 3 && again.rowCount == 2)
    }

    @Test func `the same edit again changes nothing and keeps the revision`() throws {
        let service = try EditingService()
        var domain = Domain(id: 1, name: "iOS")
        domain.slug = "ios"
        let first = try service.upsert([.make(5, "five")], domains: [domain])
        #expect(first == UpsertEpisodesResponse(revision: 1, created: 1, updated: 0))
        let second = try service.upsert([.make(5, "five")], domains: [domain])
        #expect(second == UpsertEpisodesResponse(revision: 1, created: 0, updated: 0))
        #expect(try service.delete([6]) == DeleteEpisodesResponse(revision: 1, deleted: 0))
        #expect(service.snapshot.domains == [domain])
        #expect(try service.upsert([]).revision == 1)
    }

    @Test func `domains are added and replaced, and stay where they are not mentioned`() throws {
        let service = try EditingService(domains: [Domain(id: 2, name: "two")])
        _ = try service.upsert([], domains: [Domain(id: 1, name: "one")])
        #expect(service.snapshot.domains.map(\.name) == ["one", "two"])
        _ = try service.upsert(
            [.make(1) { $0.domains = [2] }], domains: [Domain(id: 2, name: "zwei")])
        #expect(service.snapshot.domains.map(\.name) == ["one", "zwei"])
        let text = String(repeating: "d", count: 500_000)
        let long = (UInt32(10)...12).map { number in
            var domain = Domain(id: number, name: "long")
            domain.description = text
            return domain
        }
        _ = try service.upsert([], domains: [long[0]])
        #expect(
            code { _ = try service.upsert([.make(9)], domains: Array(long[1...])) }
                == .resourceExhausted)
        #expect(try service.listed == [1])
        #expect(service.snapshot.domains.count == 3)
    }

    @Test func `a stream URL outlives edits of its episode, as long as the video stays`() throws {
        let row = Episode.make(1) {
            $0.videoIdentifier = 7
            $0.streamURL = "https://video/7"
        }
        let service = try EditingService([row])
        func url(_ video: UInt64) -> String? {
            let payload = MessageCoding.encodeGetVideoStream(videoIdentifier: video)
            let answer = service.calls.call(
                "episodes.v1.EpisodeService", "GetVideoStream", payload)
            return try? MessageCoding.decodeVideoStreamResponse(InProcess.bytes(answer))
        }
        _ = try service.upsert([.make(1, "new name") { $0.videoIdentifier = 7 }])
        #expect(url(7) == "https://video/7")
        _ = try service.upsert([.make(1, "new video") { $0.videoIdentifier = 8 }])
        #expect(url(7) == nil && url(8) == nil)
    }

    @Test func `who may not edit is told so`() throws {
        let readOnly = try EditingService([.make(1)], allowsWrites: false)
        #expect(code { _ = try readOnly.delete([1]) } == .permissionDenied)
        let file = try InProcess([.make(1)])
        guard case .failed(let error) = file.open("DeleteEpisodes", []) else {
            Issue.record("a file takes edits")
            return
        }
        #expect(error.code == .failedPrecondition)
        #expect(error.message.contains("--store"))
        // A long request would be thrown away anyway, so it is not even taken in.
        let methods = readOnly.calls.service.methods.methods
        #expect(methods.allSatisfy { !$0.isWrite })
    }

    @Test func `a bad row refuses the whole edit`() throws {
        let service = try EditingService([.make(1, "a")])
        let edit = [Episode.make(2, "b"), Episode.make(3, "")]
        #expect(code { _ = try service.upsert(edit) } == .invalidArgument)
        #expect(try service.listed == [1])
        #expect(try service.store.revision() == 1)
    }

    @Test func `an edit whose deadline passed while it waited is not begun`() throws {
        let service = try EditingService([.make(1)], holdsEdits: true)
        let waker = CountingWaker()
        let delete = MessageCoding.encodeDelete(ids: [1])
        let late = try service.open(
            "DeleteEpisodes", delete, waker: waker, deadlineMilliseconds: 1)
        #expect(code { _ = try service.calls.pull(late) } == .aborted)
        service.edits.runAll()
        #expect(waker.count == 1)
        #expect(code { _ = try service.calls.pull(late) } == .deadlineExceeded)
        #expect(try service.listed == [1])
        let timely = try service.open("DeleteEpisodes", delete, waker: waker)
        service.edits.runAll()
        #expect(try service.calls.pull(timely) != nil)
        #expect(try service.listed == [])
    }

    @Test func `edits that wait are bounded`() throws {
        let service = try EditingService(holdsEdits: true)
        let idCount = 400_000
        let payload = MessageCoding.encodeDelete(ids: (0..<UInt64(idCount)).map { 1 << 56 | $0 })
        var streams: [any ReplyStream] = []
        let refusal = code {
            for _ in 0..<100 { streams.append(try service.open("DeleteEpisodes", payload)) }
        }
        #expect(refusal == .resourceExhausted)
        #expect(
            streams.count == CatalogKeeper.waitingByteCountMaximum / (payload.count + 8 * idCount))
        service.edits.runAll()
        _ = try service.open("DeleteEpisodes", payload)
        service.edits.runAll()
    }
}
