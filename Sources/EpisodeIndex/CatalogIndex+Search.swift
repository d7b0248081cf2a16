public import EpisodeModel

extension CatalogIndex {
    /// Answers a query: the page's rows, the exact total and the facet counts go into `scratch`.
    ///
    /// Total and counts depend on the filters alone, never on cursor, skip or page size.
    ///
    /// - Throws: `EpisodeError` when the query's text is too long, a predicate's text is empty or
    ///   the cursor does not fit the sort order.
    public func search(
        _ query: borrowing EpisodeQuery, using scratch: SearchScratch
    ) throws(EpisodeError) {
        let source = try findPage(
            query, skip: query.skip, size: query.pageSize, using: scratch)
        if !query.facets.isEmpty || scratch.work.counters.hasFacets {
            countFacets(query, source, scratch)
        }
    }

    /// All of a search but the counts of facets, with another skip and page size than the query's.
    ///
    /// - Returns: what the facets can be counted from, until the scratch is used again.
    @inline(__always)
    func findPage(
        _ query: borrowing EpisodeQuery, skip: Int, size: Int, using scratch: SearchScratch
    ) throws(EpisodeError) -> PageSource {
        scratch.work.counters.reset()
        var outcome = QueryText.Outcome.noFilter
        if !query.text.isEmpty {
            guard query.text.count <= EpisodeQuery.textByteCountMaximum else {
                throw .invalid(
                    "query", "is \(query.text.count) bytes long",
                    "keep it to \(EpisodeQuery.textByteCountMaximum) bytes")
            }
            outcome = readText(query.text.span, scratch)
            if outcome == .conditions,
                !scratch.work.text.assign(scratch.work.query, wholeWords: false, in: text)
            {
                outcome = .matchesNothing
            }
            // Nothing more to check, to count or to find.
            if outcome == .matchesNothing, query.cursor == nil, query.predicates.isEmpty,
                query.facets.isEmpty, !scratch.work.counters.hasFacets
            {
                return answerNothing(scratch)
            }
        }
        let hasClasses = outcome == .conditions
        let plan = plan(query, hasClasses: hasClasses, scratch)
        var start: CursorBound?
        if query.cursor != nil { start = try bound(of: query, hasClasses: hasClasses, scratch) }
        try prepareTests(query, scratch)
        scratch.work.selections.assign(query, in: facets)

        scratch.work.relevance.begin(isActive: hasClasses && plan.containsRelevance)
        let window = PageWindow(
            start: start, skip: max(0, min(skip, rowCount)), size: max(0, min(size, rowCount)))
        var source = findSource(query, outcome, plan, window, scratch)
        takePage(plan, &source, window, scratch)
        scratch.work.counters.totalSize = Int64(source.count)
        deliver(scratch)
        return source
    }

    private func answerNothing(_ scratch: SearchScratch) -> PageSource {
        scratch.work.counters.totalSize = 0
        scratch.work.counters.hasMore = false
        scratch.work.classes.removeAll()
        if unsafe !scratch.page.isEmpty { unsafe scratch.page.removeAll(keepingCapacity: true) }
        return nothing()
    }

    /// Hands the page over.
    private func deliver(_ scratch: SearchScratch) {
        let picked = scratch.work.picked
        unsafe Self.replace(&scratch.page, by: picked.view)
        let classes = scratch.work.classes
        guard scratch.work.relevance.isActive else { return }
        for place in classes.count..<picked.count {
            classes.append(UInt8(relevanceClass(of: picked[place], scratch)))
        }
    }

    private static func replace(_ rows: inout [UInt32], by page: View<UInt32>) {
        // Pages are mostly of one size: then the old numbers are written over.
        if rows.count != page.count {
            rows.removeAll(keepingCapacity: true)
            page.append(to: &rows)
            return
        }
        unsafe rows.withUnsafeMutableBufferPointer { old in
            unsafe old.baseAddress?.update(from: page.pointer, count: page.count)
        }
    }

    private func nothing() -> PageSource {
        PageSource(form: .rows, rows: .none, count: 0, restriction: everything)
    }

    private var everything: RowSet { .all(rowCount: rowCount) }

    /// Finds the rows that match, or how they can be walked.
    private func findSource(
        _ query: borrowing EpisodeQuery, _ outcome: QueryText.Outcome, _ plan: SortPlan,
        _ window: PageWindow, _ scratch: SearchScratch
    ) -> PageSource {
        let hasAlternatives = scratch.work.selections.hasAlternatives
        let hasFacets = !query.facets.isEmpty
        if hasAlternatives, hasFacets { findCells(scratch) }
        scratch.work.operands.removeAll()
        scratch.work.base.borrow(everything)
        var isDecided = true
        switch outcome {
        case .noFilter: break
        case .matchesNothing: return nothing(scratch)
        case .conditions:
            appendOperands(of: scratch.work.text, in: .everything, to: scratch.work.operands)
            isDecided = isDecidedByOperands(scratch.work.text, in: .everything)
        }
        guard appendFilters(query, scratch) else { return nothing(scratch) }
        let hasTests = scratch.work.tests.tests.count > 0
        if isDecided, !hasTests {
            if scratch.work.operands.count == 0 {
                return unfilteredSource(hasAlternatives, plan, scratch)
            }
            if !hasFacets, window.start == nil, plan.form != .several,
                prepareGroups(outcome, hasAlternatives, plan, scratch)
            {
                var source = PageSource(
                    form: .groups, rows: everything, count: -1, restriction: everything)
                if outcome == .noFilter, query.ids.isEmpty {
                    let known = scratch.work.totals.find(
                        scratch.work.selections, serialNumber: serialNumber)
                    source.count = known.total ?? -1
                    source.totalPlace = known.place
                }
                return source
            }
        }
        if hasAlternatives { findCells(scratch) }
        meet(scratch.work.operands, into: scratch.work.base, scratch)
        if !isDecided { narrow(scratch.work.base, by: scratch.work.text, in: .everything, scratch) }
        if hasTests, scratch.work.base.count > 0 { applyTests(to: scratch.work.base, scratch) }
        guard hasAlternatives else { return rowSource(scratch.work.base) }
        applyAlternatives(to: scratch.work.base.rows, into: scratch.work.matches, scratch)
        return rowSource(scratch.work.matches)
    }

    private func nothing(_ scratch: SearchScratch) -> PageSource {
        scratch.work.base.removeAll()
        return nothing()
    }

    private func rowSource(_ rows: MatchSet) -> PageSource {
        PageSource(form: .rows, rows: rows.rows, count: rows.count, restriction: everything)
    }

    /// No text, feature, id or predicate: all is said by cells.
    private func unfilteredSource(
        _ hasAlternatives: Bool, _ plan: SortPlan, _ scratch: SearchScratch
    ) -> PageSource {
        guard hasAlternatives else {
            return PageSource(
                form: .rows, rows: everything, count: rowCount, restriction: everything)
        }
        let known = scratch.work.totals.find(scratch.work.selections, serialNumber: serialNumber)
        // A walk along bitsets of the facets needs no cells.
        if known.total == nil || plan.form == .several { findCells(scratch) }
        let total = known.total ?? scratch.work.cells.passing.sum(of: facets.cells.rowCounts)
        if known.total == nil, let place = known.place {
            scratch.work.totals.keep(total, at: place, serialNumber: serialNumber)
        }
        return PageSource(
            form: .cells, rows: everything, count: total, restriction: everything)
    }

    /// Finds which cells pass the selections, once in a search.
    func findCells(_ scratch: SearchScratch) {
        guard !scratch.work.counters.hasCells else { return }
        scratch.work.counters.hasCells = true
        scratch.work.cells.assign(scratch.work.selections, in: facets.cells)
    }

    /// Puts bitsets into the scratch's groups when these alone say which rows match, so that one
    /// walk takes the page and counts; false when they do not.
    private func prepareGroups(
        _ outcome: QueryText.Outcome, _ hasAlternatives: Bool, _ plan: SortPlan,
        _ scratch: SearchScratch
    ) -> Bool {
        let operands = scratch.work.operands
        for place in 0..<operands.count where operands[place].form != .bits { return false }
        // A single bitset has its count.
        if operands.count == 1, !hasAlternatives { return false }
        let hasText = outcome == .conditions
        if hasText ? plan.form != .rowNumbers : plan.form == .single { return false }
        let groups = scratch.work.groups
        groups.removeAll()
        if hasText || plan.form == .rowNumbers {
            for place in 0..<operands.count {
                groups.append(operands[place].words)
                groups.endGroup()
            }
            return appendAlternatives(to: groups, ordered: nil, except: nil, scratch)
        }
        guard let order = orderedFacets(plan.form) else { return false }
        let features = scratch.work.selections[.feature].numbers
        let postings = order[.feature]
        for place in 0..<features.count {
            groups.append(postings[Int(features[place])].words)
            groups.endGroup()
        }
        return appendAlternatives(to: groups, ordered: order, except: nil, scratch)
    }
}
