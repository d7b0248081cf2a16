import EpisodeModel
import EpisodeProtocol
import EpisodeService
import EpisodeStore
import Foundation
import RPCCore
import Synchronization
import Testing

/// Keeps work until the test runs it, or runs it at once.
final class Work: Sendable {
    private let pieces = Mutex<[@Sendable () -> Void]>([])
    private let isHeld: Bool

    init(isHeld: Bool) { self.isHeld = isHeld }

    func add(_ piece: @escaping @Sendable () -> Void) {
        if isHeld { pieces.withLock { $0.append(piece) } } else { piece() }
    }

    func runAll() {
        while let piece = pieces.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) { piece() }
    }
}

/// Counts how often it was called.
final class CountingWaker: StreamWaker {
    private let calls = Atomic(0)
    var count: Int { calls.load(ordering: .relaxed) }
    func wake() { calls.add(1, ordering: .relaxed) }
}

/// A service over a store on disk, called without sockets.
final class EditingService {
    let store: FaultyStore
    let keeper: CatalogKeeper
    let calls: InProcess
    let edits: Work
    let reports = Reports()
    let path: String
    private let folder: URL

    final class Reports: Sendable {
        private let lines = Mutex<[String]>([])
        var all: [String] { lines.withLock { $0 } }
        func add(_ line: String) { lines.withLock { $0.append(line) } }
    }

    init(
        _ episodes: [Episode] = [], domains: [Domain] = [], allowsWrites: Bool = true,
        holdsEdits: Bool = false
    ) throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "episodes-editing-\(UInt64.random(in: 0 ... .max))")
        path = folder.appendingPathComponent("catalog.db").path
        store = FaultyStore(try SQLiteStore.open(path: path, create: true))
        _ = try store.apply(StoreEdit(episodes: episodes, domains: domains))
        let holder = SnapshotHolder(
            try CatalogKeeper.load(store, source: path, loadedAt: Timestamp(rfc3339: "2024-01-01")))
        let edits = Work(isHeld: holdsEdits)
        self.edits = edits
        let reports = self.reports
        keeper = CatalogKeeper(
            store, source: path, holder,
            CatalogKeeper.Surroundings(
                serially: { edits.add($0) }, background: { $0() },
                now: { MonotonicTime(nanoseconds: 2_000_000) },
                wallClock: { Timestamp(rfc3339: "2024-01-02") }, report: { reports.add($0) }))
        calls = InProcess(
            holder, configuration: .init(allowsWrites: allowsWrites), keeper: keeper)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    var snapshot: CatalogSnapshot { calls.service.snapshots.snapshot }

    func open(
        _ method: String, _ payload: [UInt8], waker: any StreamWaker = CountingWaker(),
        deadlineMilliseconds: Int64 = 10_000
    ) throws -> any ReplyStream {
        switch calls.open(
            method, payload, waker: waker, deadlineMilliseconds: deadlineMilliseconds)
        {
        case .opened(let stream): return stream
        case .failed(let error): throw error
        case .retry: throw RPCError(.aborted, "asked to retry")
        }
    }

    func upsert(
        _ episodes: [Episode], domains: [Domain] = []
    ) throws -> UpsertEpisodesResponse {
        let payload = MessageCoding.encodeUpsert(episodes: episodes, domains: domains)
        let reply = try calls.pull(open("UpsertEpisodes", payload))
        return try MessageCoding.decodeUpsertResponse(#require(reply))
    }

    func delete(_ ids: [UInt64]) throws -> DeleteEpisodesResponse {
        let reply = try calls.pull(
            open("DeleteEpisodes", MessageCoding.encodeDelete(ids: ids)))
        return try MessageCoding.decodeDeleteResponse(#require(reply))
    }

    var listed: [UInt64] {
        get throws {
            var request = ListEpisodesRequest()
            request.sort = "name"
            request.pageSize = 1_000
            return try calls.list(request).episodes.map(\.id)
        }
    }
}

/// The code of the status that a piece of work throws; nil when it throws none.
func code(_ body: () throws -> Void) -> StatusCode? {
    do {
        try body()
        return nil
    } catch { return (error as? RPCError)?.code }
}
