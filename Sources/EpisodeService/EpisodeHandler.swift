internal import EpisodeIndex
internal import EpisodeModel
internal import EpisodeProtocol
internal import RPCCore

/// Answers calls on one event loop. All its memory is reused from call to call.
final class EpisodeHandler: RequestHandler {
    let service: EpisodeService
    let decoder = RequestDecoder()
    let encoder = ReplyEncoder()
    let scratch = SearchScratch()
    var reader: SnapshotReader
    var query = EpisodeQuery()
    var cursor = Cursor(keys: [], id: 0)
    var tokens = PageTokenWriter()
    var ids: [UInt64] = []
    var rows: [UInt32] = []

    /// How long a call that waits for a revision rests between two looks.
    static let revisionPollMilliseconds: Int64 = 5

    init(_ service: EpisodeService) {
        self.service = service
        reader = SnapshotReader(service.snapshots)
    }

    func handle(_ call: CallContext, payload: borrowing RawSpan, reply: any ReplyTarget)
        -> CallOutcome
    {
        reader.refresh()
        guard let method = EpisodeMethods.Method(rawValue: call.method.index) else {
            return .failed(RPCError(.unimplemented, "unknown method"))
        }
        do throws(EpisodeError) {
            switch method {
            case .listEpisodes: return try listEpisodes(call, payload, reply, &query)
            case .getEpisode: try prepareEpisode(payload)
            case .batchGetEpisodes: try prepareBatch(payload)
            case .getVideoStream: try prepareVideoStream(payload)
            case .getFilterOptions: try prepareFilterOptions(payload)
            case .getCatalog: try prepareCatalog(payload)
            case .checkHealth: try prepareHealth(payload)
            case .streamEpisodes:
                return .failed(RPCError(.unimplemented, "StreamEpisodes has more than one reply"))
            }
            return encoder.send(to: reply)
        } catch {
            return .failed(RPCError(error))
        }
    }
}
