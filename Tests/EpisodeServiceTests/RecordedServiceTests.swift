import EpisodeModel
import EpisodeProtocol
import EpisodeService
import RPCCore
import Synchronization
import Testing

/// Purpose: a record has the requests that read, each once, and holds up nothing. Method: the service
/// in one process, and the queue alone.
struct RecordedServiceTests {
    private final class Sink: RequestSink {
        let names = Mutex<[String]>([])
        let dropped = Atomic(0)
        let isClosed = Atomic(false)
        var isOpen: Bool { !isClosed.load(ordering: .relaxed) }
        func drop() { dropped.add(1, ordering: .relaxed) }
        func take(method: String, payload: [UInt8], arrival: MonotonicTime) {
            names.withLock { $0.append("\(method) \(payload.count)") }
        }
    }

    private static func context(_ index: Int, waited: Int64) -> CallContext {
        let arrival = MonotonicTime(nanoseconds: 1)
        return CallContext(
            method: MethodID(index: index), arrival: arrival,
            now: arrival.advanced(byMilliseconds: waited), deadline: .distantFuture)
    }

    @Test func `requests that read are recorded, with their bytes, and answered as before`() throws
    {
        let base = try InProcess([.make(1)]).service
        let sink = Sink()
        let service = RecordedService(base, sink: sink)
        #expect(service.methods.methods.map(\.name) == base.methods.methods.map(\.name))
        let handler = service.makeHandler()
        for (index, method) in service.methods.methods.enumerated() {
            let context = Self.context(index, waited: 0)
            if method.kind == .unary {
                _ = handler.handle(
                    context, payload: ([8, 1] as [UInt8]).span.bytes, reply: CollectingTarget())
            } else if method.kind != .bidirectionalStreaming {
                _ = handler.open(context, payload: [UInt8]().span.bytes, waker: SleeplessWaker())
            }
        }
        let episodes = "episodes.v1.EpisodeService/"
        let expected = [
            "ListEpisodes", "GetEpisode", "BatchGetEpisodes", "GetVideoStream",
            "GetFilterOptions",
        ].map { episodes + $0 + " 2" }
        #expect(
            sink.names.withLock { $0 } == expected
                + ["episodes.v1.CatalogService/GetCatalog 2", episodes + "StreamEpisodes 0"])
    }

    @Test func `a call that waits for a revision is recorded when it is answered`() throws {
        let sink = Sink()
        let handler = RecordedService(try InProcess([.make(1)]).service, sink: sink).makeHandler()
        var request = ListEpisodesRequest()
        request.minRevision = 99
        let payload = MessageCoding.encode(request)
        for waited: Int64 in [0, 5, 100] {
            let outcome = handler.handle(
                Self.context(0, waited: waited), payload: payload.span.bytes,
                reply: CollectingTarget())
            guard case .retry = outcome else {
                Issue.record("\(outcome)")
                continue
            }
        }
        #expect(sink.names.withLock { $0.isEmpty })
        _ = handler.handle(
            Self.context(0, waited: 9_000), payload: payload.span.bytes, reply: CollectingTarget())
        #expect(sink.names.withLock { $0.count } == 1)
    }

    @Test func `what is refused is not recorded, and nothing is once the record is over`() throws {
        let sink = Sink()
        let handler = RecordedService(try InProcess([.make(1)]).service, sink: sink).makeHandler()
        var request = ListEpisodesRequest()
        for pageSize: Int32 in [-1, 1] {
            request.pageSize = pageSize
            _ = handler.handle(
                Self.context(0, waited: 0), payload: MessageCoding.encode(request).span.bytes,
                reply: CollectingTarget())
        }
        #expect(sink.names.withLock { $0.count } == 1)
        #expect(sink.dropped.load(ordering: .relaxed) == 0)
        sink.isClosed.store(true, ordering: .relaxed)
        _ = handler.handle(
            Self.context(0, waited: 0), payload: MessageCoding.encode(request).span.bytes,
            reply: CollectingTarget())
        #expect(sink.names.withLock { $0.count } == 1)
        #expect(sink.dropped.load(ordering: .relaxed) == 1)
    }

    @Test func `a full queue drops and counts, and has room again when it was emptied`() {
        func request(_ byteCount: Int) -> RecordedRequest {
            RecordedRequest(
                method: "m", payload: Array(repeating: 1, count: byteCount),
                arrival: MonotonicTime(nanoseconds: 0))
        }
        let queue = RequestQueue(countMaximum: 3, byteCountMaximum: 100)
        let outcomes = [40, 40, 40, 20, 0].map { queue.put(request($0)) }
        #expect(outcomes == [.first, .queued, .dropped, .queued, .dropped])
        #expect(queue.droppedCount == 2)
        var taken: [RecordedRequest] = [request(1)]
        queue.take(into: &taken)
        #expect(taken.map(\.payload.count) == [40, 40, 20])
        queue.take(into: &taken)
        #expect(taken.isEmpty)
        #expect(queue.put(request(100)) == .first)
        queue.drop(5)
        #expect(queue.isOpen)
        queue.close()
        #expect(!queue.isOpen && queue.put(request(0)) == .dropped)
        #expect(queue.droppedCount == 9)
        queue.take(into: &taken)
        #expect(taken.isEmpty)
    }
}
