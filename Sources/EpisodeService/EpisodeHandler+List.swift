internal import EpisodeIndex
internal import EpisodeModel
internal import EpisodeProtocol
internal import RPCCore

extension EpisodeHandler {
    /// Room kept in a list reply for the page token and the small fields. A token holds two names
    /// at most, and names are bounded.
    private static let tokenByteCountReserve = 65_536

    func listEpisodes(
        _ call: CallContext, _ payload: borrowing RawSpan, _ reply: any ReplyTarget,
        _ query: inout EpisodeQuery
    ) throws(EpisodeError) -> CallOutcome {
        let options = try decoder.decodeList(payload, into: &query)
        let snapshot = reader.snapshot
        if options.minRevision > snapshot.revision {
            return wait(for: options.minRevision, call, has: snapshot.revision)
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
        if !query.facets.isEmpty {
            for position in scratch.facets.indices { snapshot.name(&scratch.facets[position]) }
        }
        let facets = scratch.facets
        let fitting = encoder.beginList(
            rows: scratch.rows, of: snapshot.rows, selection: options.selection,
            byteCountMaximum: reply.byteCountMaximum - Self.tokenByteCountReserve
                - facetByteCount(facets))
        encoder.finishList(
            nextPageToken: nextPageToken(after: fitting, of: query, snapshot, options),
            totalSize: max(scratch.totalSize, 0), facets: facets,
            revision: snapshot.revision, notModified: false)
        return encoder.send(to: reply)
    }

    /// Empty when the page ends with the last row.
    private func nextPageToken(
        after count: Int, of query: EpisodeQuery, _ snapshot: CatalogSnapshot,
        _ options: ListOptions
    ) -> [UInt8] {
        guard count > 0, count < scratch.rows.count || scratch.hasMore else { return [] }
        snapshot.index.writeCursor(afterRowAt: count - 1, of: query, in: scratch, to: &cursor)
        tokens.write(cursor, fingerprint: options.fingerprint)
        return tokens.text
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

    /// Waits for a revision that this server does not have, for a while.
    func wait(for revision: UInt64, _ call: CallContext, has current: UInt64)
        -> CallOutcome
    {
        let waited = call.now.nanoseconds(since: call.arrival) / 1_000_000
        guard waited < service.configuration.revisionWaitMilliseconds else {
            return .failed(
                RPCError(
                    .unavailable,
                    "min_revision: this server is at revision \(current) and did not reach "
                        + "\(revision) within \(service.configuration.revisionWaitMilliseconds) "
                        + "ms; ask again or ask the server that answered the edit"))
        }
        return .retry(afterMilliseconds: Self.revisionPollMilliseconds)
    }
}
