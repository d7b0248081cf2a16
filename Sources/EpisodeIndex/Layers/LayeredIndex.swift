public import EpisodeModel

/// A catalogue that answers searches: an index, and what was changed since it was built.
///
/// Without changes every question goes straight to the index. With changes the answers are those
/// of an index built anew. Rows of the base keep their numbers; those of the changes follow after
/// them. `MergePolicy` in EpisodeService says what changes cost and when they are merged.
public final class LayeredIndex: Sendable {
    public let base: CatalogIndex
    let changes: IndexChanges?
    public let rowCount: Int
    /// Each facet's values as an answer without filters lists them; empty without changes.
    let commonestFacetValues: [FacetCounts]

    public init(_ base: CatalogIndex) {
        self.base = base
        changes = nil
        rowCount = base.rowCount
        commonestFacetValues = []
    }

    /// - Complexity: O(facet values of the base).
    public init(_ base: CatalogIndex, _ changes: IndexChanges) {
        self.base = base
        self.changes = changes
        rowCount = base.rowCount - changes.removed.rowCount + changes.added.rowCount
        commonestFacetValues = Facet.allCases.map { facet in
            Self.values(
                of: facet, base, changes, limit: Facet.valueCountMaximum)
        }
    }

    /// The row of an episode; nil when there is none of this id.
    ///
    /// Complexity: O(log rows).
    public func rowNumber(id: UInt64) -> UInt32? {
        guard let changes else { return base.rowNumber(id: id) }
        if let row = changes.added.rowNumber(id: id) { return numberOfAdded(row) }
        guard let row = base.rowNumber(id: id), !changes.isRemoved(row) else { return nil }
        return row
    }

    /// The id of a row that holds.
    public func id(ofRow row: UInt32) -> UInt64 {
        if let changes, row >= base.rowCount {
            return changes.added.columns.ids.value(row - UInt32(base.rowCount)) ?? 0
        }
        return base.columns.ids.value(row) ?? 0
    }

    /// Calls `body` with the number of every row that holds, ascending.
    public func forEachRow<Failure: Error>(
        _ body: (UInt32) throws(Failure) -> Void
    ) throws(Failure) {
        for row in 0..<UInt32(base.rowCount) where !(changes?.isRemoved(row) ?? false) {
            try body(row)
        }
        guard let changes else { return }
        for row in 0..<UInt32(changes.added.rowCount) { try body(numberOfAdded(row)) }
    }

    /// The row of the episode with a video; of several the one with the smallest id.
    ///
    /// Complexity: O(log rows + rows removed).
    public func rowNumber(videoIdentifier: UInt64) -> UInt32? {
        guard let changes else { return base.rowNumber(videoIdentifier: videoIdentifier) }
        let kept = base.rowNumber(videoIdentifier: videoIdentifier) { !changes.isRemoved($0) }
        guard let added = changes.added.rowNumber(videoIdentifier: videoIdentifier) else {
            return kept
        }
        guard let kept, let id = base.columns.ids.value(kept),
            let addedID = changes.added.columns.ids.value(added), id < addedID
        else { return numberOfAdded(added) }
        return kept
    }

    /// Every value of every facet with its count over the whole catalogue, without a limit.
    ///
    /// Complexity: O(1), with changes O(values log values).
    public func allFacetValues() -> [FacetCounts] {
        guard let changes else { return base.allFacetValues() }
        return Facet.allCases.map { Self.values(of: $0, base, changes, limit: .max) }
    }

    /// The place in the query's order right after a row of the page that was just found.
    ///
    /// - Parameter position: the row's place in `scratch.rows`.
    public func cursor(
        afterRowAt position: Int, of query: EpisodeQuery, in scratch: SearchScratch
    ) -> Cursor {
        var cursor = Cursor(keys: [], id: 0)
        writeCursor(afterRowAt: position, of: query, in: scratch, to: &cursor)
        return cursor
    }

    /// The same, written over a cursor whose memory is used again.
    public func writeCursor(
        afterRowAt position: Int, of query: EpisodeQuery, in scratch: SearchScratch,
        to cursor: inout Cursor
    ) {
        let found = scratch.found(position)
        if let changes, found.row >= base.rowCount {
            changes.added.writeCursor(
                after: found.row - UInt32(base.rowCount), relevanceClass: found.relevanceClass,
                of: query, to: &cursor)
        } else {
            base.writeCursor(
                after: found.row, relevanceClass: found.relevanceClass, of: query, to: &cursor)
        }
    }

    func numberOfAdded(_ row: UInt32) -> UInt32 { UInt32(base.rowCount) + row }
}
