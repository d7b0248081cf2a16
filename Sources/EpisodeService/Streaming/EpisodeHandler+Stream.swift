internal import EpisodeModel
internal import EpisodeProtocol
internal import RPCCore

extension EpisodeHandler {
    func open(_ call: CallContext, payload: borrowing RawSpan, waker: any StreamWaker)
        -> StreamOutcome
    {
        refresh()
        do throws(EpisodeError) {
            switch EpisodeMethods.Method(rawValue: call.method.index) {
            case .streamEpisodes: return try openEpisodes(call, payload)
            case .upsertEpisodes: return try openUpsert(call, payload, waker)
            case .deleteEpisodes: return try openDelete(call, payload, waker)
            case .watchCatalog:
                try decoder.decodeWatchCatalog(payload)
                return .opened(CatalogWatch(self, waker: waker))
            case .watchHealth:
                let name = try decoder.decodeHealthCheck(payload)
                return .opened(
                    HealthStream(self, isKnown: EpisodeMethods.isService(name), waker: waker))
            default: return .failed(RPCError(.unimplemented, "this method does not stream"))
            }
        } catch {
            return .failed(RPCError(error))
        }
    }

    private func openEpisodes(
        _ call: CallContext, _ payload: borrowing RawSpan
    ) throws(EpisodeError) -> StreamOutcome {
        let options = try decoder.decodeStream(payload, into: &query)
        let snapshot = self.snapshot
        if options.list.minRevision > snapshot.revision {
            let wait = RevisionWait(
                milliseconds: service.configuration.revisionWaitMilliseconds)
            switch wait.step(for: options.list.minRevision, call, has: snapshot.revision) {
            case .retry(let milliseconds): return .retry(afterMilliseconds: milliseconds)
            case .giveUp(let error): return .failed(error)
            }
        }
        if options.list.ifRevisionNot != 0, options.list.ifRevisionNot == snapshot.revision {
            return .opened(EpisodeStream(unchanged: snapshot, self))
        }
        let rowCount = options.batchRowCount
        return .opened(
            try EpisodeStream(
                self, snapshot, query, selection: options.list.selection,
                batchRowCount: rowCount == 0 ? EpisodeStream.batchRowCountMaximum : rowCount))
    }
}
