internal import EpisodeIndex
internal import EpisodeModel
internal import EpisodeProtocol
internal import RPCCore

/// Answers calls on one event loop. All its memory is reused from call to call.
final class EpisodeHandler: RequestHandler {
    let service: EpisodeService
    let decoder = RequestDecoder()
    var encoder = ReplyEncoder()
    let scratch: SearchScratch
    private let reader: SnapshotReader
    private var listing: ListCalls
    /// Not in `listing`: from there each call would count references to it.
    private let replies: ReplyCache?
    /// The request of the stream that is being opened.
    var query = EpisodeQuery()
    /// Made when somebody asks.
    lazy var reflection = ReflectionAnswers(services: Array(EpisodeMethods.services))
    var ids: [UInt64] = []
    var rows: [UInt32] = []

    init(_ service: EpisodeService) {
        self.service = service
        reader = SnapshotReader(service.snapshots)
        scratch = SearchScratch()
        listing = ListCalls(
            wait: RevisionWait(milliseconds: service.configuration.revisionWaitMilliseconds),
            scratch: scratch)
        let byteCount = service.configuration.replyCacheByteCount
        replies = byteCount > 0 ? ReplyCache(byteCountMaximum: byteCount) : nil
    }

    /// The snapshot that this call answers from.
    var snapshot: CatalogSnapshot { reader.snapshot }

    /// From now on calls are answered from the newest snapshot.
    func refresh() {
        guard reader.refresh() else { return }
        replies?.removeAll()
        listing.releaseRows()
        encoder.releaseRows()
    }

    /// Lets go of the old snapshot, for which there may be no call for a long time.
    func sourceChanged() { refresh() }

    func handle(_ call: CallContext, payload: borrowing RawSpan, reply: any ReplyTarget)
        -> CallOutcome
    {
        refresh()
        guard let method = EpisodeMethods.Method(rawValue: call.method.index) else {
            return .failed(RPCError(.unimplemented, "unknown method"))
        }
        do throws(EpisodeError) {
            switch method {
            case .listEpisodes:
                if let replies, replies.answer(payload, to: reply) { return .replied }
                return try listing.answer(
                    call, payload, reply, from: reader.snapshot, keepingIn: replies)
            case .getEpisode: try prepareEpisode(payload)
            case .batchGetEpisodes: try prepareBatch(payload)
            case .getVideoStream: try prepareVideoStream(payload)
            case .getFilterOptions: try prepareFilterOptions(payload)
            case .getCatalog: try prepareCatalog(payload)
            case .checkHealth: try prepareHealth(payload)
            case .reflect, .reflectAlpha: try reflection.prepare(payload, in: &encoder)
            case .streamEpisodes, .upsertEpisodes, .deleteEpisodes, .watchCatalog, .watchHealth:
                return .failed(
                    RPCError(.internalError, "this call is opened, not handled at once"))
            }
            return encoder.send(to: reply)
        } catch {
            return .failed(RPCError(error))
        }
    }
}
