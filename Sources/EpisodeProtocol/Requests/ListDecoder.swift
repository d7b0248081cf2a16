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
        unsafe try sorts.read(fields.sort, into: &query.sort)
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
    ///
    /// One word holds everything small and says which filters there are; only those are hashed,
    /// which are few in most requests.
    private mutating func finishSets(
        of query: inout EpisodeQuery, _ selection: FieldSelection
    ) -> UInt64 {
        var hash = StableHash()
        var small = UInt64(selection.bits)
        for value in query.difficulties { small |= 1 << (32 + UInt64(value.rawValue & 7)) }
        for facet in query.facets { small |= 1 << (40 + UInt64(facet.rawValue & 7)) }
        if query.skipsTotal { small |= 1 << 48 }
        func has(_ isThere: Bool, _ bit: UInt64) -> Bool {
            if isThere { small |= 1 << bit }
            return isThere
        }
        if has(!query.domains.isEmpty, 49) { query.domains.makeSet(fingerprint: &hash) }
        if has(!query.ids.isEmpty, 50) { query.ids.makeSet(fingerprint: &hash) }
        if has(!fields.contentTypes.isEmpty, 51) {
            fields.contentTypes.finish(into: &query.contentTypes, fingerprint: &hash)
        }
        if has(!fields.subscriptionTypes.isEmpty, 52) {
            fields.subscriptionTypes.finish(into: &query.subscriptionTypes, fingerprint: &hash)
        }
        if has(!fields.features.isEmpty, 53) {
            fields.features.finish(into: &query.features, fingerprint: &hash)
        }
        if unsafe has(!fields.query.isEmpty, 54) { unsafe hash.combine(fields.query) }
        if has(!query.predicates.isEmpty, 55) { hash.combine(query.predicates) }
        hash.combine(query.sort)
        hash.combine(small)
        return hash.value
    }

    private static func negative(_ field: String, _ value: Int32) -> EpisodeError {
        .invalid(field, "\(value) is negative", "use 0 or more")
    }
}
