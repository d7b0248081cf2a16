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
        let work = scratch.work
        work.counters.reset()
        var outcome = QueryText.Outcome.noFilter
        if !query.text.isEmpty {
            guard query.text.count <= EpisodeQuery.textByteCountMaximum else {
                throw .invalid(
                    "query", "is \(query.text.count) bytes long",
                    "keep it to \(EpisodeQuery.textByteCountMaximum) bytes")
            }
            outcome = readText(query.text.span, scratch)
        }
        let hasClasses = outcome == .conditions
        let plan = plan(query, hasClasses: hasClasses, scratch)
        var start: CursorBound?
        if query.cursor != nil { start = try bound(of: query, hasClasses: hasClasses, scratch) }
        try prepareTests(query, scratch)
        work.selections.assign(query, in: facets)

        work.relevance.begin(isActive: hasClasses && plan.containsRelevance)
        let window = PageWindow(
            start: start, skip: max(0, min(query.skip, rowCount)),
            size: max(0, min(query.pageSize, rowCount)))
        var source = findSource(query, outcome, plan, window, scratch)
        takePage(plan, &source, window, scratch)
        scratch.totalSize = Int64(source.count)
        deliver(plan, scratch)
        countFacets(query, source, scratch)
    }

    /// Hands the page over.
    private func deliver(_ plan: SortPlan, _ scratch: SearchScratch) {
        let picked = scratch.work.picked
        scratch.rows.removeAll(keepingCapacity: true)
        picked.view.append(to: &scratch.rows)
        if !scratch.classes.isEmpty { scratch.classes.removeAll(keepingCapacity: true) }
        guard scratch.work.relevance.isActive else { return }
        for place in 0..<picked.count {
            scratch.classes.append(UInt8(relevanceClass(of: picked[place], scratch)))
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
        let work = scratch.work
        let hasAlternatives = work.selections.hasAlternatives
        let hasFacets = !query.facets.isEmpty
        if hasAlternatives { work.cells.assign(work.selections, in: facets.cells) }
        work.operands.removeAll()
        work.base.borrow(everything)
        var isDecided = true
        switch outcome {
        case .noFilter: break
        case .matchesNothing: return nothing(scratch)
        case .conditions:
            guard work.text.assign(work.query, wholeWords: false, in: text.dictionary) else {
                return nothing(scratch)
            }
            appendOperands(of: work.text, in: .everything, to: work.operands)
            isDecided = isDecidedByOperands(work.text, in: .everything)
        }
        guard appendFilters(query, scratch) else { return nothing(scratch) }
        let hasTests = work.tests.tests.count > 0
        if isDecided, !hasTests {
            if work.operands.count == 0 { return unfilteredSource(hasAlternatives, scratch) }
            if !hasFacets, window.start == nil, plan.form != .several,
                prepareGroups(outcome, hasAlternatives, plan, scratch)
            {
                return PageSource(
                    form: .groups, rows: everything, count: -1, restriction: everything)
            }
        }
        meet(work.operands, into: work.base, scratch)
        if !isDecided { narrow(work.base, by: work.text, in: .everything, scratch) }
        if hasTests, work.base.count > 0 { applyTests(to: work.base, scratch) }
        guard hasAlternatives else { return rowSource(work.base) }
        applyAlternatives(to: work.base.rows, into: work.matches, scratch)
        return rowSource(work.matches)
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
        _ hasAlternatives: Bool, _ scratch: SearchScratch
    ) -> PageSource {
        guard hasAlternatives else {
            return PageSource(
                form: .rows, rows: everything, count: rowCount, restriction: everything)
        }
        return PageSource(
            form: .cells, rows: everything,
            count: scratch.work.cells.passing.sum(of: facets.cells.rowCounts),
            restriction: everything)
    }

    /// Puts bitsets into the scratch's groups when these alone say which rows match, so that one
    /// walk takes the page and counts; false when they do not.
    private func prepareGroups(
        _ outcome: QueryText.Outcome, _ hasAlternatives: Bool, _ plan: SortPlan,
        _ scratch: SearchScratch
    ) -> Bool {
        let work = scratch.work
        let operands = work.operands
        for place in 0..<operands.count where operands[place].form != .bits { return false }
        // A single bitset has its count.
        if operands.count == 1, !hasAlternatives { return false }
        let hasText = outcome == .conditions
        if hasText ? plan.form != .rowNumbers : plan.form == .single { return false }
        let groups = work.groups
        groups.removeAll()
        if hasText || plan.form == .rowNumbers {
            for place in 0..<operands.count {
                groups.append(operands[place].words)
                groups.endGroup()
            }
            return appendAlternatives(to: groups, ordered: nil, except: nil, scratch)
        }
        guard let order = orderedFacets(plan.form) else { return false }
        let features = work.selections[.feature].numbers
        let postings = order[.feature]
        for place in 0..<features.count {
            groups.append(postings[Int(features[place])].words)
            groups.endGroup()
        }
        return appendAlternatives(to: groups, ordered: order, except: nil, scratch)
    }
}
