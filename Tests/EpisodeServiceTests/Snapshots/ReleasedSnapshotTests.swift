import EpisodeModel
import EpisodeProtocol
import EpisodeService
import RPCCore
import Synchronization
import Testing

/// Purpose: a catalogue that was replaced takes memory only as long as calls need it. Method: what
/// is left alive when every handler was told and none has a call.
struct ReleasedSnapshotTests {
    @Test func `handlers without calls let go of the old snapshot when they are told`() throws {
        let holder = SnapshotHolder(try InProcess.snapshot([.make(1, "Old"), .make(2, "Older")]))
        weak let old = holder.snapshot
        let service = EpisodeService(
            holder, configuration: .init(replyCacheByteCount: 1_000_000))
        let told = Atomic(0)
        service.onSourceChange { told.add(1, ordering: .relaxed) }
        let handlers = (0..<3).map { _ in service.makeHandler() }
        // Everything that a handler keeps from call to call has been in use.
        for handler in handlers {
            var request = ListEpisodesRequest()
            request.query = "old"
            request.facets = Facet.allCases
            for method in ["ListEpisodes", "GetEpisode", "GetFilterOptions", "BatchGetEpisodes"] {
                let index = try #require(
                    service.methods.methods.firstIndex { $0.name == method })
                let payload: [UInt8] =
                    switch method {
                    case "ListEpisodes": MessageCoding.encode(request)
                    case "GetFilterOptions": []
                    default: [8, 1]
                    }
                let time = MonotonicTime(nanoseconds: 1)
                let context = CallContext(
                    method: MethodID(index: index), arrival: time, now: time,
                    deadline: .distantFuture)
                _ = handler.handle(
                    context, payload: payload.span.bytes, reply: CollectingTarget())
            }
        }
        #expect(old != nil)
        holder.publish(try InProcess.snapshot([.make(3, "New")], revision: 2))
        #expect(told.load(ordering: .relaxed) == 1)
        #expect(old != nil, "the handlers have not been told yet")
        for handler in handlers { handler.sourceChanged() }
        #expect(old == nil)
    }
}
