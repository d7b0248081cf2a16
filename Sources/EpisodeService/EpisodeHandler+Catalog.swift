internal import EpisodeIndex
internal import EpisodeModel
internal import EpisodeProtocol

extension EpisodeHandler {
    func prepareFilterOptions(_ payload: borrowing RawSpan) throws(EpisodeError) {
        try decoder.decodeGetFilterOptions(payload)
        encoder.prepareFilterOptions(
            facets: snapshot.filterOptions, domains: snapshot.domains)
    }

    func prepareCatalog(_ payload: borrowing RawSpan) throws(EpisodeError) {
        try decoder.decodeGetCatalog(payload)
        let snapshot = self.snapshot
        encoder.prepareCatalog(
            revision: snapshot.revision, episodeCount: Int64(snapshot.rowCount),
            loadedAt: snapshot.loadedAt, source: snapshot.source)
    }

    /// The standard health check: a known name is serving or draining, an unknown one is an error.
    /// Source: grpc/grpc doc/health-checking.md.
    func prepareHealth(_ payload: borrowing RawSpan) throws(EpisodeError) {
        let name = try decoder.decodeHealthCheck(payload)
        guard EpisodeMethods.isService(name) else {
            throw EpisodeError(
                code: .notFound, field: "service", problem: "no service '\(name.prefix(100))'",
                remedy: "leave it empty to ask about the whole server")
        }
        encoder.prepareHealth(service.isServing ? .serving : .notServing)
    }
}
