internal import EpisodeProtocol
internal import EpisodeStore
internal import RPCCore

/// One UpsertEpisodes or DeleteEpisodes that waits until its edit is durable and served.
final class EditCall: ReplyStream {
    enum Kind { case upsert, delete }

    private let handler: EpisodeHandler
    private let kind: Kind
    private let ticket: EditTicket

    init(_ handler: EpisodeHandler, _ kind: Kind, _ ticket: EditTicket) {
        self.handler = handler
        self.kind = kind
        self.ticket = ticket
    }

    func next(now: MonotonicTime, into reply: any ReplyTarget) -> StreamStep {
        switch ticket.result {
        case nil: return .wait
        case .failure(let error): return .failed(error)
        case .success(let receipt):
            switch kind {
            case .upsert:
                handler.encoder.prepareUpsert(
                    revision: receipt.revision, created: receipt.created,
                    updated: receipt.updated)
            case .delete:
                handler.encoder.prepareDelete(
                    revision: receipt.revision, deleted: receipt.deleted)
            }
        }
        switch handler.encoder.send(to: reply) {
        case .failed(let error): return .failed(error)
        case .replied, .retry: return .message
        }
    }
}
