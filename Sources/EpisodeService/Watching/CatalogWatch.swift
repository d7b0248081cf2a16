internal import EpisodeProtocol
internal import RPCCore

/// One WatchCatalog call: the revision at once, then every new one. A watcher that is slow to read
/// finds the newest and not those in between.
final class CatalogWatch: ReplyStream {
    private let handler: EpisodeHandler
    private let number: UInt64
    private var toldRevision: UInt64?

    init(_ handler: EpisodeHandler, waker: any StreamWaker) {
        self.handler = handler
        number = handler.service.snapshots.watchers.add(waker)
    }

    deinit { handler.service.snapshots.watchers.remove(number) }

    func next(now: MonotonicTime, into reply: any ReplyTarget) -> StreamStep {
        // A watch has no end of its own and would hold up the end of the server.
        guard handler.service.isServing else {
            return .failed(RPCError(.unavailable, "the server is stopping; watch another one"))
        }
        handler.refresh()
        let snapshot = handler.snapshot
        guard snapshot.revision != toldRevision else { return .wait }
        toldRevision = snapshot.revision
        handler.encoder.prepareWatch(
            revision: snapshot.revision, episodeCount: Int64(snapshot.rowCount))
        switch handler.encoder.send(to: reply) {
        case .failed(let error): return .failed(error)
        case .replied, .retry: return .message
        }
    }
}
