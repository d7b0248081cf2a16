public import EpisodeModel

// One function for each reply; field numbers are those of proto/episodes/v1.
extension ReplyEncoder {
    /// Begins a list reply with as many rows from the front as fit into so many bytes; returns how
    /// many. `finishList` must follow.
    ///
    /// - Parameter rows: row numbers below `encoded.count`.
    /// - Complexity: O(rows); with a read mask O(their fields).
    public mutating func beginList(
        rows: [UInt32], of encoded: EncodedRows, selection: FieldSelection, byteCountMaximum: Int
    ) -> Int {
        reset()
        return add(rows, of: encoded, selection, byteCountMaximum: byteCountMaximum)
    }

    /// - Parameter nextPageToken: as `PageTokenWriter` gives it; empty = the last page.
    public mutating func finishList(
        nextPageToken: [UInt8], totalSize: Int64, facets: [FacetCounts], revision: UInt64,
        notModified: Bool
    ) {
        Self.append(
            nextPageToken, totalSize, facets, revision: revision, notModified: notModified,
            to: &tail)
    }

    /// The same for a page that others follow.
    ///
    /// - Parameter nextPage: has just written the token of the next page.
    public mutating func finishList(
        nextPage: borrowing PageTokenWriter, totalSize: Int64, facets: [FacetCounts],
        revision: UInt64
    ) {
        tail.appendHead(2, byteCount: nextPage.text.count)
        unsafe nextPage.text.withUnsafeBufferPointer { unsafe tail.append(contentsOf: $0) }
        Self.append([], totalSize, facets, revision: revision, notModified: false, to: &tail)
    }

    /// Ends one batch of a stream that `beginList` began.
    public mutating func finishStreamBatch(revision: UInt64) { tail.appendNumber(2, revision) }

    private static func append(
        _ nextPageToken: [UInt8], _ totalSize: Int64, _ facets: [FacetCounts], revision: UInt64,
        notModified: Bool, to tail: inout [UInt8]
    ) {
        if !nextPageToken.isEmpty {
            tail.appendHead(2, byteCount: nextPageToken.count)
            tail.append(contentsOf: nextPageToken)
        }
        tail.appendNumber(3, UInt64(bitPattern: totalSize))
        for counts in facets { tail.append(4, counts) }
        tail.appendNumber(5, revision)
        tail.appendNumber(6, notModified ? 1 : 0)
    }

    public mutating func prepareEpisode(
        row: UInt32, of encoded: EncodedRows, selection: FieldSelection
    ) {
        reset()
        _ = add([row], of: encoded, selection)
    }

    public mutating func prepareBatch(
        rows: [UInt32], of encoded: EncodedRows, selection: FieldSelection, missing: [UInt64]
    ) {
        reset()
        _ = add(rows, of: encoded, selection)
        tail.appendPacked(2, missing)
    }

    public mutating func prepareFilterOptions(facets: [FacetCounts], domains: [Domain]) {
        reset()
        for counts in facets { tail.append(1, counts) }
        for domain in domains { tail.append(2, domain) }
    }

    public mutating func prepareVideoStream(url: String) {
        reset()
        tail.appendText(1, url)
    }

    public mutating func prepareCatalog(
        revision: UInt64, episodeCount: Int64, loadedAt: Timestamp?, source: String
    ) {
        reset()
        tail.appendNumber(1, revision)
        tail.appendNumber(2, UInt64(bitPattern: episodeCount))
        tail.append(3, loadedAt)
        tail.appendText(4, source)
    }

    public mutating func prepareUpsert(revision: UInt64, created: Int, updated: Int) {
        reset()
        tail.appendNumber(1, revision)
        tail.appendNumber(2, UInt64(max(created, 0)))
        tail.appendNumber(3, UInt64(max(updated, 0)))
    }

    public mutating func prepareDelete(revision: UInt64, deleted: Int) {
        reset()
        tail.appendNumber(1, revision)
        tail.appendNumber(2, UInt64(max(deleted, 0)))
    }

    public mutating func prepareWatch(revision: UInt64, episodeCount: Int64) {
        reset()
        tail.appendNumber(1, revision)
        tail.appendNumber(2, UInt64(bitPattern: episodeCount))
    }
}
