/// When the changes beside a base are merged into a new one.
///
/// Why changes stand beside a base: measured at 100,000 rows of about 450 bytes of text, one thread
/// of a shared AMD EPYC (Zen 4) machine. An edit is visible after 0.5 ms with one changed row, 12 ms
/// with 100, 93 ms with 1,000 and 735 ms with 10,000; a full build takes 4.1 s. With 100 and 1,000
/// changed rows a search for text with filters takes 4.4 and 4.9 us instead of 2.8, filters alone
/// 2.5 and 2.9 us instead of 1.0, all facet counts beside it 92 and 114 us instead of 90; a page far
/// behind (skip) 5 and 30 us instead of 0.7. Both costs grow with the changes, so that at one row
/// in a hundred it is time to merge.
///
/// At 1,000,000 rows, the machine busy otherwise too: an edit is visible after 5 ms with one changed
/// row, 15 ms with 100, 77 ms with 1,000 and 603 ms with 10,000; the merge takes 50 s beside 42 s
/// for a full build. With 100, 1,000 and 10,000 changed rows filters alone take 9.3, 9.5 and 10.4 us
/// instead of 7.0, text with filters 86, 93 and 139 instead of 98, all facet counts beside filters
/// 2.1, 2.2 and 2.7 ms instead of 2.1, a page far behind 8, 55 and 588 us instead of 2.8.
public struct MergePolicy: Sendable {
    /// Below so many rows changes are always kept beside the base.
    public var changedRowCountMinimum: Int
    /// One in so many rows.
    public var divisor: Int

    public init(changedRowCountMinimum: Int = 512, divisor: Int = 100) {
        self.changedRowCountMinimum = max(changedRowCountMinimum, 0)
        self.divisor = max(divisor, 1)
    }

    /// How many rows of `CatalogSnapshot.changedRowCount` a snapshot may have before it is merged.
    public func changedRowCountMaximum(rowCount: Int) -> Int {
        max(changedRowCountMinimum, rowCount / divisor)
    }

    public func isMergeDue(_ snapshot: CatalogSnapshot) -> Bool {
        snapshot.changedRowCount > changedRowCountMaximum(rowCount: snapshot.rowCount)
    }
}
