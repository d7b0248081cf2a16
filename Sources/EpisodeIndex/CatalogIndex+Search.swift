public import EpisodeModel

extension CatalogIndex {
    /// Answers a query: the page's rows, the exact total and the facet counts go into `scratch`.
    ///
    /// Total and counts depend on the filters alone, never on cursor, skip or page size.
    ///
    /// - Throws: `EpisodeError` when the query's text is too long, a predicate's text is empty or
    ///   the cursor does not fit the sort order.
    public func search(
        _ query: EpisodeQuery, using scratch: SearchScratch
    ) throws(EpisodeError) {
        guard query.text.count <= EpisodeQuery.textByteCountMaximum else {
            throw .invalid(
                "query", "is \(query.text.count) bytes long",
                "keep it to \(EpisodeQuery.textByteCountMaximum) bytes")
        }
        let textQuery = TextQuery.parse(query.text)
        var hasClasses = false
        if case .conditions = textQuery { hasClasses = true }
        let keys = SortKey.completeOrder(of: query.sort.isEmpty ? SortKey.defaultOrder : query.sort)
        scratch.plan.assign(keys, columns: columns, hasClasses: hasClasses)
        let plan = scratch.plan
        var start: CursorBound?
        if let cursor = query.cursor {
            start = try bound(cursor, for: keys, hasClasses: hasClasses)
        }
        try prepareTests(query, scratch)
        prepareText(textQuery, plan, scratch)
        scratch.selections.assign(query, in: facets)

        let hasOpenAlternatives = findBase(query, textQuery, scratch)
        let source = findMatches(hasOpenAlternatives, query, scratch)
        scratch.totalSize = Int64(source.count)
        countFacets(query, source, scratch)
        let order = RowOrder(
            plan: plan, ids: columns.ids.order, relevance: scratch.relevance, start: start)
        takePage(query, order, source, scratch)
        // What is left would point into this index, which the scratch may outlive.
        scratch.relevance.begin(rowCount: 0, find: nil)
    }

    private func prepareTests(
        _ query: EpisodeQuery, _ scratch: SearchScratch
    ) throws(EpisodeError) {
        if !scratch.tests.isEmpty { scratch.tests.removeAll(keepingCapacity: true) }
        if query.predicates.isEmpty { return }
        for (place, predicate) in query.predicates.enumerated() {
            scratch.tests.append(try test(for: predicate, path: "predicates[\(place)].value"))
        }
    }

    private func prepareText(
        _ query: TextQuery, _ plan: SortPlan, _ scratch: SearchScratch
    ) {
        guard case .conditions(let conditions) = query else {
            scratch.relevance.begin(rowCount: rowCount, find: nil)
            return
        }
        scratch.text.assign(conditions, wholeWords: false, in: text)
        guard plan.containsRelevance else {
            scratch.relevance.begin(rowCount: rowCount, find: nil)
            return
        }
        scratch.wholeWordText.assign(conditions, wholeWords: true, in: text)
        scratch.relevance.begin(rowCount: rowCount) { [unowned self, unowned scratch] number, set in
            findClass(number, set, conditions, scratch)
        }
    }

    /// Fills the set of one relevance class.
    private func findClass(
        _ number: Int, _ set: MatchSet, _ conditions: [TextCondition], _ scratch: SearchScratch
    ) {
        let search = textSearch(scratch)
        switch number {
        case 4: findNamed(conditions, set, scratch)
        case 3: search.narrow(set, to: scratch.wholeWordText, in: .name)
        case 2: search.narrow(set, to: scratch.text, in: .name)
        default: search.narrow(set, to: scratch.text, in: .narrow)
        }
    }

    /// The rows whose name is the query, light signs left out on both sides.
    private func findNamed(
        _ conditions: [TextCondition], _ set: MatchSet, _ scratch: SearchScratch
    ) {
        scratch.nameTerms.removeAll()
        scratch.listed.removeAll()
        var isPossible = true
        for unit in conditions.lazy.flatMap(\.units) where !unit.isLight {
            let terms = text.dictionary.range(of: [TermKind(unit.kind).rawValue] + unit.text)
            if terms.isEmpty { isPossible = false }
            scratch.nameTerms.append(terms.lowerBound)
        }
        if isPossible, scratch.nameTerms.count > 0 {
            text.names.rows(named: scratch.nameTerms, in: text.stream, into: scratch.listed)
        }
        set.assign(scratch.listed.view)
    }

    func textSearch(_ scratch: SearchScratch) -> TextSearch {
        TextSearch(
            index: text, rowCount: rowCount, union: scratch.union, operands: scratch.operands)
    }
}
