public import EpisodeModel

extension LayeredIndex {
    /// Answers a query: the page's rows, the exact total and the facet counts go into `scratch`.
    ///
    /// Total and counts depend on the filters alone, never on cursor, skip or page size.
    ///
    /// - Throws: `EpisodeError` when the query's text is too long, a predicate's text is empty or
    ///   the cursor does not fit the sort order.
    @inline(__always)
    public func search(
        _ query: borrowing EpisodeQuery, using scratch: SearchScratch
    ) throws(EpisodeError) {
        guard let changes else { return try base.search(query, using: scratch) }
        try search(query, changes, scratch)
    }

    /// What the three indexes found; each can still be counted.
    struct Sources {
        var base: PageSource
        let removed: PageSource
        let added: PageSource

        var areEverything: Bool {
            base.isEverything && removed.isEverything && added.isEverything
        }
    }

    private func search(
        _ query: borrowing EpisodeQuery, _ changes: IndexChanges, _ scratch: SearchScratch
    ) throws(EpisodeError) {
        let layers = scratch.layers
        let skip = max(0, min(query.skip, rowCount))
        let size = max(0, min(query.pageSize, rowCount))
        // The start of a page far behind is found by counting the changed rows before it.
        let removed = try changes.removed.findPage(
            query, skip: 0, size: skip > 0 ? .max : 0, using: layers.removed)
        let added = try changes.added.findPage(
            query, skip: 0, size: skip > 0 ? .max : size + 1, using: layers.added)
        layers.rows.removeAll(keepingCapacity: true)
        layers.classes.removeAll(keepingCapacity: true)
        let found: PageSource
        if skip > 0 {
            found = try mergeBehind(skip, size, query, changes, scratch)
        } else {
            found = try mergeFirst(size, removed.count, query, changes, scratch)
        }
        unsafe swap(&scratch.page, &layers.rows)
        scratch.work.classes.removeAll()
        for number in layers.classes { scratch.work.classes.append(number) }
        scratch.work.counters.totalSize = Int64(found.count - removed.count + added.count)
        if !query.facets.isEmpty || scratch.work.counters.hasFacets {
            let sources = Sources(base: found, removed: removed, added: added)
            countFacets(query, sources, changes, scratch)
        }
        scratch.work.counters.addRows(
            layers.removed.visitedRowCount + layers.added.visitedRowCount)
        scratch.work.counters.addWords(
            layers.removed.visitedWordCount + layers.added.visitedWordCount)
    }

    /// Takes a page that begins right after the cursor.
    ///
    /// Few of the base's rows are removed, so a few more than the page are asked for, and four
    /// times as many again where the removed ones crowd.
    private func mergeFirst(
        _ size: Int, _ removedCount: Int, _ query: borrowing EpisodeQuery, _ changes: IndexChanges,
        _ scratch: SearchScratch
    ) throws(EpisodeError) -> PageSource {
        var spare = 4 + size / 8
        while true {
            let source = try base.findPage(
                query, skip: 0, size: size == 0 ? 0 : size + 1 + min(spare, removedCount),
                using: scratch)
            var merge = LayerMerge(self, changes, scratch)
            guard size == 0 || !scratch.hasMore || merge.heldCount > size else {
                spare *= 4
                continue
            }
            merge.take(size, skip: 0, query)
            scratch.hasMore = size > 0 && merge.hasRest
            return source
        }
    }

    /// Takes a page after some rows that are passed over.
    ///
    /// As many rows as were added may stand among those, so the base is entered so many rows
    /// before; the changed rows before that place give its number in the whole.
    private func mergeBehind(
        _ skip: Int, _ size: Int, _ query: borrowing EpisodeQuery, _ changes: IndexChanges,
        _ scratch: SearchScratch
    ) throws(EpisodeError) -> PageSource {
        let layers = scratch.layers
        let entry = max(0, skip - layers.added.rows.count)
        let source = try base.findPage(
            query, skip: entry, size: skip - entry + layers.removed.rows.count + size + 1,
            using: scratch)
        scratch.hasMore = false
        guard size > 0, entry == 0 || scratch.rows.count > 0 else { return source }
        var merge = LayerMerge(self, changes, scratch)
        var passed = 0
        if entry > 0 {
            let removedBefore = merge.countRemovedBeforeFirst(query)
            let addedBefore = merge.passAddedBeforeFirst(query)
            passed = entry - removedBefore + addedBefore
        }
        merge.take(size, skip: skip - passed, query)
        scratch.hasMore = merge.hasRest
        return source
    }
}
