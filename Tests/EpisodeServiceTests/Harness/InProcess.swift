import EpisodeModel
import EpisodeProtocol
import EpisodeService
import RPCCore

/// Collects the one reply of a call.
final class CollectingTarget: ReplyTarget {
    private var storage: UnsafeMutableRawBufferPointer?
    let byteCountMaximum: Int

    init(byteCountMaximum: Int = 4_194_304 - 16) { self.byteCountMaximum = byteCountMaximum }

    deinit { storage?.deallocate() }

    func beginReply(byteCount: Int) -> UnsafeMutableRawBufferPointer {
        precondition(storage == nil && byteCount <= byteCountMaximum)
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: byteCount, alignment: 8)
        storage = buffer
        return buffer
    }

    var bytes: [UInt8]? { storage.map { Array($0) } }
}

/// For streams that never wait.
final class SleeplessWaker: StreamWaker {
    func wake() {}
}

/// A service and one handler, called without sockets.
struct InProcess {
    let service: EpisodeService
    let handler: any RequestHandler
    var replyByteCountMaximum = 4_194_304 - 16

    init(
        _ episodes: [Episode], domains: [Domain] = [], revision: UInt64 = 1,
        configuration: EpisodeService.Configuration = .init()
    ) throws {
        let snapshot = try Self.snapshot(episodes, domains: domains, revision: revision)
        self.init(SnapshotHolder(snapshot), configuration: configuration)
    }

    init(
        _ snapshots: SnapshotHolder, configuration: EpisodeService.Configuration = .init(),
        keeper: CatalogKeeper? = nil
    ) {
        service = EpisodeService(snapshots, configuration: configuration, keeper: keeper)
        handler = service.makeHandler()
    }

    static func snapshot(_ episodes: [Episode], domains: [Domain] = [], revision: UInt64 = 1) throws
        -> CatalogSnapshot
    {
        let builder = SnapshotBuilder()
        for (number, episode) in episodes.enumerated() {
            try builder.add(episode, at: "row \(number + 1)")
        }
        for domain in domains { try builder.add(domain) }
        return builder.finish(
            revision: revision, loadedAt: Timestamp(rfc3339: "2024-01-01"), source: "test")
    }

    enum Answer {
        case reply([UInt8])
        case failed(RPCError)
        case retry
    }

    func call(
        _ service: String, _ method: String, _ payload: [UInt8], waitedMilliseconds: Int64 = 0
    ) -> Answer {
        let found = self.service.methods.methods.firstIndex {
            $0.service == service && $0.name == method
        }
        let arrival = MonotonicTime(nanoseconds: 1_000_000)
        let context = CallContext(
            method: MethodID(index: found ?? -1), arrival: arrival,
            now: arrival.advanced(byMilliseconds: waitedMilliseconds),
            deadline: arrival.advanced(byMilliseconds: 10_000))
        let target = CollectingTarget(byteCountMaximum: replyByteCountMaximum)
        switch handler.handle(context, payload: payload.span.bytes, reply: target) {
        case .replied: return .reply(target.bytes ?? [])
        case .failed(let error): return .failed(error)
        case .retry: return .retry
        }
    }

    /// Opens a StreamEpisodes call.
    func open(_ payload: [UInt8], waitedMilliseconds: Int64 = 0) -> StreamOutcome {
        open("StreamEpisodes", payload, waitedMilliseconds: waitedMilliseconds)
    }

    /// Opens a call whose messages are pulled.
    func open(
        _ method: String, _ payload: [UInt8], waker: any StreamWaker = SleeplessWaker(),
        waitedMilliseconds: Int64 = 0, deadlineMilliseconds: Int64 = 10_000
    ) -> StreamOutcome {
        let found = service.methods.methods.firstIndex { $0.name == method }
        let arrival = MonotonicTime(nanoseconds: 1_000_000)
        let context = CallContext(
            method: MethodID(index: found ?? -1), arrival: arrival,
            now: arrival.advanced(byMilliseconds: waitedMilliseconds),
            deadline: arrival.advanced(byMilliseconds: deadlineMilliseconds))
        return handler.open(context, payload: payload.span.bytes, waker: waker)
    }

    /// One pull of a stream; nil at its end.
    func pull(_ stream: any ReplyStream) throws -> [UInt8]? {
        let target = CollectingTarget(byteCountMaximum: replyByteCountMaximum)
        switch stream.next(now: MonotonicTime(nanoseconds: 2_000_000), into: target) {
        case .message: return target.bytes
        case .end: return nil
        case .failed(let error): throw error
        case .wait: throw RPCError(.aborted, "asked to wait")
        }
    }

    /// Every batch of a stream.
    func stream(_ request: ListEpisodesRequest) throws -> [StreamEpisodesResponse] {
        switch open(MessageCoding.encodeStreamEpisodes(request)) {
        case .failed(let error): throw error
        case .retry: throw RPCError(.aborted, "asked to retry")
        case .opened(let stream):
            var batches: [StreamEpisodesResponse] = []
            while let bytes = try pull(stream) {
                batches.append(try MessageCoding.decodeStreamEpisodesResponse(bytes))
            }
            return batches
        }
    }

    func list(_ request: ListEpisodesRequest, waitedMilliseconds: Int64 = 0) throws
        -> ListEpisodesResponse
    {
        let answer = call(
            "episodes.v1.EpisodeService", "ListEpisodes", MessageCoding.encode(request),
            waitedMilliseconds: waitedMilliseconds)
        return try MessageCoding.decodeListEpisodesResponse(try Self.bytes(answer))
    }

    static func bytes(_ answer: Answer) throws -> [UInt8] {
        switch answer {
        case .reply(let bytes): return bytes
        case .failed(let error): throw error
        case .retry: throw RPCError(.aborted, "asked to retry")
        }
    }
}

extension Episode {
    /// A row with just enough for these tests.
    static func make(
        _ id: UInt64, _ name: String = "Episode", _ change: (inout Episode) -> Void = { _ in }
    ) -> Episode {
        var episode = Episode(id: id, name: name)
        change(&episode)
        return episode
    }
}
