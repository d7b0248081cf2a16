// Purpose: a watch tells the revision at once and every new one, the newest when it is slow, and ends
// with its server. Method: pulls without sockets, wakers that count.
import EpisodeModel
import EpisodeProtocol
import EpisodeService
import RPCCore
import Testing

@Suite struct WatchTests {
    /// The message of one pull; nil when there is none now.
    private func pull(
        _ stream: any ReplyStream, _ service: EditingService
    ) throws -> WatchCatalogResponse? {
        let target = CollectingTarget()
        switch stream.next(now: MonotonicTime(nanoseconds: 0), into: target) {
        case .message: return try MessageCoding.decodeWatchResponse(target.bytes ?? [])
        case .wait: return nil
        case .end: throw RPCError(.aborted, "ended")
        case .failed(let error): throw error
        }
    }

    @Test func `every revision is told, the newest to those who are slow`() throws {
        let service = try EditingService([.make(1)])
        let waker = CountingWaker()
        let watch = try service.open("WatchCatalog", [], waker: waker)
        #expect(try pull(watch, service) == WatchCatalogResponse(revision: 1, episodeCount: 1))
        #expect(try pull(watch, service) == nil)
        _ = try service.upsert([.make(2)])
        #expect(waker.count == 1)
        #expect(try pull(watch, service) == WatchCatalogResponse(revision: 2, episodeCount: 2))
        _ = try service.upsert([.make(3)])
        _ = try service.delete([1, 2])
        #expect(waker.count == 3)
        #expect(try pull(watch, service) == WatchCatalogResponse(revision: 4, episodeCount: 1))
        #expect(try pull(watch, service) == nil)
    }

    @Test func `a watch ends with its server, and one that was given up is not woken`() throws {
        let service = try EditingService([.make(1)])
        let waker = CountingWaker()
        var watch: (any ReplyStream)? = try service.open("WatchCatalog", [], waker: waker)
        #expect(try pull(#require(watch), service)?.revision == 1)
        watch = nil
        _ = try service.upsert([.make(2)])
        #expect(waker.count == 0)
        let last = try service.open("WatchCatalog", [], waker: waker)
        #expect(try pull(last, service)?.revision == 2)
        service.calls.service.beginDraining()
        #expect(waker.count == 1)
        #expect(code { _ = try pull(last, service) } == .unavailable)
    }
}
