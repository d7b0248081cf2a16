internal import EpisodeIndex
internal import EpisodeModel
internal import EpisodeProtocol
internal import RPCCore

/// Answers ListEpisodes on one event loop.
///
/// All that a call touches is in this one struct: whoever calls `answer` takes it for the whole
/// call, and nothing on the way has to ask again.
struct ListCalls {
    /// Room kept in a list reply for the page token and the small fields. A token holds two names
    /// at most, and names are bounded.
    private static let tokenByteCountReserve = 65_536

    private let wait: RevisionWait
    private let scratch: SearchScratch
    private var decoder = ListDecoder()
    private var encoder = ReplyEncoder()
    private var tokens = PageTokenWriter()
    private var query = EpisodeQuery()
    private var cursor = Cursor(keys: [], id: 0)

    init(wait: RevisionWait, scratch: SearchScratch) {
        self.wait = wait
        self.scratch = scratch
    }

    /// The snapshot is another one from now on.
    mutating func releaseRows() { encoder.releaseRows() }

    /// - Parameter replies: has just been asked for this request and had no reply.
    mutating func answer(
        _ call: CallContext, _ payload: borrowing RawSpan, _ reply: any ReplyTarget,
        from snapshot: CatalogSnapshot, keepingIn replies: ReplyCache?
    ) throws(EpisodeError) -> CallOutcome {
        let options = try decoder.decode(payload, into: &query)
        if options.minRevision > snapshot.revision {
            switch wait.step(for: options.minRevision, call, has: snapshot.revision) {
            case .retry(let milliseconds): return .retry(afterMilliseconds: milliseconds)
            case .giveUp(let error): return .failed(error)
            }
        }
        if options.ifRevisionNot != 0, options.ifRevisionNot == snapshot.revision {
            _ = encoder.beginList(
                rows: [], of: snapshot.rows, selection: options.selection, byteCountMaximum: 0)
            encoder.finishList(
                nextPageToken: [], totalSize: 0, facets: [], revision: snapshot.revision,
                notModified: true)
            return encoder.send(to: reply)
        }
        try snapshot.index.search(query, using: scratch)
        let facets = query.facets.isEmpty ? [] : namedFacets(snapshot)
        let rows = scratch.rows
        let fitting = encoder.beginList(
            rows: rows, of: snapshot.rows, selection: options.selection,
            byteCountMaximum: reply.byteCountMaximum - Self.tokenByteCountReserve
                - facetByteCount(facets))
        let isLast = fitting == 0 || fitting == rows.count && !scratch.hasMore
        let totalSize = max(scratch.totalSize, 0)
        if isLast {
            encoder.finishList(
                nextPageToken: [], totalSize: totalSize, facets: facets,
                revision: snapshot.revision, notModified: false)
        } else {
            snapshot.index.writeCursor(
                afterRowAt: fitting - 1, of: query, in: scratch, to: &cursor)
            tokens.write(cursor, fingerprint: options.fingerprint)
            encoder.finishList(
                nextPage: tokens, totalSize: totalSize, facets: facets,
                revision: snapshot.revision)
        }
        let outcome = encoder.send(to: reply)
        // A page that was cut to fit a smaller reply must not be the answer when there is room again.
        if let replies, case .replied = outcome, fitting == rows.count {
            replies.keep(encoder, for: payload)
        }
        return outcome
    }

    private func namedFacets(_ snapshot: CatalogSnapshot) -> [FacetCounts] {
        for position in scratch.facets.indices { snapshot.name(&scratch.facets[position]) }
        return scratch.facets
    }

    /// An upper bound of what the counts take in a reply.
    private func facetByteCount(_ facets: [FacetCounts]) -> Int {
        var total = 0
        for counts in facets {
            for value in counts.values {
                total += value.value.utf8.count + value.label.utf8.count + 48
            }
        }
        return total
    }
}
