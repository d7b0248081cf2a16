public import EpisodeModel

extension CatalogIndex {
    /// Puts the page's rows into the scratch.
    func takePage(
        _ query: EpisodeQuery, _ order: RowOrder, _ source: PageSource, _ scratch: SearchScratch
    ) {
        scratch.rows.removeAll(keepingCapacity: true)
        if !scratch.classes.isEmpty { scratch.classes.removeAll(keepingCapacity: true) }
        scratch.hasMore = false
        let size = max(0, min(query.pageSize, rowCount))
        let skip = max(0, min(query.skip, rowCount))
        guard size > 0, source.count > 0 else { return }
        if order.start == nil, skip >= source.count { return }
        let needed = min(skip + size + 1, source.count)
        let picked = scratch.picked
        picked.removeAll()
        if order.plan.startsWithRelevance {
            pickByClass(needed, order, source, scratch)
        } else {
            PagePicker(order: order, rowCount: rowCount, candidates: scratch.candidates)
                .pick(needed, from: source, into: picked)
        }
        scratch.hasMore = picked.count > skip + size
        let first = min(skip, picked.count)
        let page = picked.view.part(from: first, count: min(size, picked.count - first))
        page.append(to: &scratch.rows)
        guard order.plan.containsRelevance else { return }
        for place in 0..<page.count {
            scratch.classes.append(UInt8(order.relevance.classOf(page[place])))
        }
    }

    /// Asks ever wider places until the page is full: class 4 first, then 3, and so on.
    private func pickByClass(
        _ needed: Int, _ order: RowOrder, _ source: PageSource, _ scratch: SearchScratch
    ) {
        let rest = SortPlan(Array(order.plan.components.dropFirst()))
        var restOfStart: CursorBound?
        var first = RelevanceClasses.best
        if let start = order.start, let place = start.places.first {
            first = RelevanceClasses.best - Int(place / 2)
            restOfStart = CursorBound(
                places: Array(start.places.dropFirst()), idPlace: start.idPlace)
        }
        for number in stride(from: first, through: 0, by: -1) {
            let missing = needed - scratch.picked.count
            guard missing > 0 else { return }
            let classOrder = RowOrder(
                plan: rest, ids: order.ids, relevance: order.relevance,
                start: number == first ? restOfStart : nil)
            PagePicker(order: classOrder, rowCount: rowCount, candidates: scratch.candidates)
                .pick(
                    missing, from: classSource(number, source, scratch), into: scratch.picked)
        }
    }

    private func classSource(
        _ number: Int, _ source: PageSource, _ scratch: SearchScratch
    ) -> PageSource {
        guard number > 0 else {
            return PageSource(
                membership: source.membership, relevanceClass: 0, count: source.count)
        }
        let rows = scratch.relevance.rows(number)
        var restriction = RowSet.all
        if case .rows(let matches) = source.membership { restriction = matches }
        return PageSource(
            membership: .rows(rows), relevanceClass: number, restriction: restriction,
            count: rows.count(of: rowCount))
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

    /// The same, written over a cursor that is reused.
    public func writeCursor(
        afterRowAt position: Int, of query: EpisodeQuery, in scratch: SearchScratch,
        to cursor: inout Cursor
    ) {
        let row = scratch.rows[position]
        let sort = query.sort.isEmpty ? SortKey.defaultOrder : query.sort
        cursor.keys.removeAll(keepingCapacity: true)
        for key in SortKey.completeOrder(of: sort) {
            switch key {
            case .relevance:
                let number = position < scratch.classes.count ? scratch.classes[position] : 0
                cursor.keys.append(.number(UInt64(number)))
            case .field(let field, _):
                cursor.keys.append(cursorKey(row, field))
            }
        }
        cursor.id = columns.ids.value(row) ?? 0
    }

    private func cursorKey(_ row: UInt32, _ field: EpisodeField) -> Cursor.Key {
        if let column = columns.sortableText(field) {
            return column.texts.isEmpty(row) ? .absent : .text(column.texts[row].array)
        }
        return columns.numeric(field)?.value(row).map { .number($0) } ?? .absent
    }
}
