public import EpisodeModel

/// Reads ListEpisodesRequests. One belongs to one event loop: it keeps memory between requests so
/// that decoding allocates nothing in the steady state.
///
/// The bytes may be anything: all bounds are checked before memory is taken, every text is UTF-8
/// without NUL, and what is wrong is named. A struct, so that its owner decides once for a whole
/// call who may touch it.
public struct ListDecoder {
    private var fields = ListRequestFields()
    private var sorts = SortCache()

    public init() {}

    /// Reads a request, its page token included, into a query that is reused.
    ///
    /// - Throws: `EpisodeError`; `query` is then not to be run.
    /// - Complexity: O(n log n) in the bytes; linear without long lists.
    public mutating func decode(
        _ payload: borrowing RawSpan, into query: inout EpisodeQuery
    ) throws(EpisodeError) -> ListOptions {
        unsafe try payload.withUnsafeBytes { (bytes) throws(EpisodeError) in
            unsafe try decode(bytes, into: &query)
        }
    }

    mutating func decode(
        _ bytes: UnsafeRawBufferPointer, into query: inout EpisodeQuery
    ) throws(EpisodeError) -> ListOptions {
        query.resetAllButSort()
        // The pointers into the request must not outlive it.
        defer { fields.reset() }
        unsafe try fields.read(bytes, into: &query)
        guard unsafe fields.query.count <= EpisodeQuery.textByteCountMaximum else {
            throw .invalid(
                "query", unsafe "is \(fields.query.count) bytes long",
                "keep it to \(EpisodeQuery.textByteCountMaximum) bytes")
        }
        if unsafe !fields.query.isEmpty { unsafe query.text.append(contentsOf: fields.query) }
        query.sort = unsafe try sorts.keys(of: fields.sort)
        guard fields.pageSize >= 0 else { throw Self.negative("page_size", fields.pageSize) }
        guard fields.skip >= 0 else { throw Self.negative("skip", fields.skip) }
        if fields.pageSize > 0 {
            query.pageSize = min(Int(fields.pageSize), EpisodeQuery.pageSizeMaximum)
        }
        query.skip = Int(fields.skip)
        query.skipsTotal = fields.skipsTotal
        let selection = fields.selection.finish()
        let fingerprint = finishSets(of: &query, selection)
        if unsafe !fields.pageToken.isEmpty {
            let cursor = unsafe try PageToken.decode(fields.pageToken, fingerprint: fingerprint)
            guard cursor.fits(query.sort) else { throw PageToken.damaged }
            query.cursor = cursor
        }
        return ListOptions(
            selection: selection, hasPageSize: fields.pageSize > 0,
            ifRevisionNot: fields.ifRevisionNot, minRevision: fields.minRevision,
            fingerprint: fingerprint)
    }

    /// Drops repeated values and computes the fingerprint on the way.
    private mutating func finishSets(
        of query: inout EpisodeQuery, _ selection: FieldSelection
    ) -> UInt64 {
        var hash = StableHash()
        query.domains.makeSet(fingerprint: &hash)
        query.ids.makeSet(fingerprint: &hash)
        fields.contentTypes.finish(into: &query.contentTypes, fingerprint: &hash)
        fields.subscriptionTypes.finish(into: &query.subscriptionTypes, fingerprint: &hash)
        fields.features.finish(into: &query.features, fingerprint: &hash)
        hash.combine(smallSet: query.difficulties.lazy.map(\.rawValue))
        hash.combine(smallSet: query.facets.lazy.map(\.rawValue))
        unsafe hash.combine(fields.query)
        hash.combine(query.sort)
        hash.combine(query.predicates)
        hash.combine(UInt64(selection.bits))
        hash.combine(query.skipsTotal ? 1 : 0 as UInt64)
        return hash.value
    }

    private static func negative(_ field: String, _ value: Int32) -> EpisodeError {
        .invalid(field, "\(value) is negative", "use 0 or more")
    }
}
