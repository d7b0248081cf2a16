internal import EpisodeModel
internal import EpisodeProtocol
internal import EpisodeStore
internal import RPCCore

extension EpisodeHandler {
    func openUpsert(
        _ call: CallContext, _ payload: borrowing RawSpan, _ waker: any StreamWaker
    ) throws(EpisodeError) -> StreamOutcome {
        guard let keeper = service.keeper, service.configuration.allowsWrites else {
            return .failed(refusedEdit)
        }
        let request = try decoder.decodeUpsert(payload)
        let edit = StoreEdit(
            episodes: request.episodes, domains: request.domains, keepsStreamURLs: true)
        return open(.upsert, edit, keeper, call, byteCount: payload.byteCount, waker)
    }

    func openDelete(
        _ call: CallContext, _ payload: borrowing RawSpan, _ waker: any StreamWaker
    ) throws(EpisodeError) -> StreamOutcome {
        guard let keeper = service.keeper, service.configuration.allowsWrites else {
            return .failed(refusedEdit)
        }
        let edit = StoreEdit(deletedIDs: try decoder.decodeDelete(payload))
        return open(.delete, edit, keeper, call, byteCount: payload.byteCount, waker)
    }

    private func open(
        _ kind: EditCall.Kind, _ edit: StoreEdit, _ keeper: CatalogKeeper, _ call: CallContext,
        byteCount: Int, _ waker: any StreamWaker
    ) -> StreamOutcome {
        let ticket = EditTicket(waker: waker)
        if let error = keeper.submit(
            edit, byteCount: byteCount, deadline: call.deadline, ticket)
        {
            return .failed(error)
        }
        return .opened(EditCall(self, kind, ticket))
    }

    private var refusedEdit: RPCError {
        service.keeper == nil
            ? RPCError(
                .failedPrecondition,
                "this server answers from a file, which it never changes; edit the file and send "
                    + "the server SIGHUP, or serve a store (episodesd serve --store)")
            : RPCError(
                .permissionDenied,
                "this server takes no edits; ask one that was started with --allow-writes")
    }
}
