import EpisodeModel

extension CatalogIndex {
    /// Finds the rows that pass ids, features, text and predicates.
    ///
    /// The selections of alternatives are left open, because totals and counts come from cells;
    /// only when predicates must scan rows and no count needs a selection lifted are they applied
    /// here already. Returns whether they are still open.
    func findBase(
        _ query: EpisodeQuery, _ textQuery: TextQuery, _ scratch: SearchScratch
    ) -> Bool {
        let base = scratch.base
        base.reset(rowCount: rowCount)
        var isOpen = scratch.selections.hasAlternatives
        if !query.ids.isEmpty { intersect(base, ids: query.ids, scratch) }
        let features = scratch.selections[.feature]
        if features.isActive { intersect(base, features) }
        switch textQuery {
        case .noFilter: break
        case .matchesNothing: base.removeAll()
        case .conditions:
            textSearch(scratch).narrow(base, to: scratch.text, in: .everything)
        }
        base.compact()
        guard !scratch.tests.isEmpty else { return isOpen }
        if isOpen, !query.facets.contains(where: { isLifted($0, scratch) }) {
            applyAlternatives(to: base, scratch)
            isOpen = false
        }
        for test in scratch.tests where !test.isSlow { apply(test, to: base, scratch) }
        base.compact()
        for test in scratch.tests where test.isSlow { apply(test, to: base, scratch) }
        return isOpen
    }

    /// Whether counting a facet lifts a selection of its own.
    private func isLifted(_ facet: Facet, _ scratch: SearchScratch) -> Bool {
        CellFacet(facet) != nil && scratch.selections[facet].isActive
    }

    private func intersect(_ base: MatchSet, _ features: FacetSelection) {
        if !features.unknown.isEmpty { base.removeAll() }
        let numbers = features.numbers.view
        for place in 0..<numbers.count {
            base.intersect(facets[.feature].postings[Int(numbers[place])])
        }
    }

    private func intersect(_ base: MatchSet, ids: [UInt64], _ scratch: SearchScratch) {
        scratch.listed.removeAll()
        for id in ids {
            if let row = rowNumber(id: id) { scratch.listed.append(row) }
        }
        scratch.listed.sort { $0 < $1 }
        scratch.listed.removeRepeats()
        base.assign(scratch.listed.view)
    }

    private func applyAlternatives(to rows: MatchSet, _ scratch: SearchScratch) {
        let isDense = rows.count > rowCount / 16
        guard isDense, !rows.isAll else {
            scratch.masks.assign(scratch.selections, in: facets)
            let masks = scratch.masks.masks.view
            let cells = facets.cells
            return rows.filter { masks[cells.rowCells[$0]] == 0 }
        }
        for facet in CellFacet.allCases where scratch.selections[facet.facet].isActive {
            let numbers = scratch.selections[facet.facet].numbers.view
            scratch.union.clearBits(rowCount: rowCount)
            for place in 0..<numbers.count {
                scratch.union.unite(with: facets[facet.facet].postings[Int(numbers[place])])
            }
            rows.intersect(passing: scratch.union.view)
        }
    }

    private func apply(_ test: PredicateTest, to rows: MatchSet, _ scratch: SearchScratch) {
        guard rows.count > 0 else { return }
        switch test {
        case .rank(let column, let range, let isNegated):
            rows.filter { range.contains(column.ranks[$0]) != isNegated }
        case .values(let facet, let numbers, let isNegated):
            scratch.union.clearBits(rowCount: rowCount)
            for number in numbers { scratch.union.unite(with: facet.postings[number]) }
            if isNegated {
                rows.subtract(scratch.union.view)
            } else {
                rows.intersect(passing: scratch.union.view)
            }
        case .text(let table, let test):
            rows.filter { test.matches(table[$0]) }
        }
    }

    /// Finds the rows that pass everything.
    func findMatches(
        _ hasOpenAlternatives: Bool, _ query: EpisodeQuery, _ scratch: SearchScratch
    ) -> PageSource {
        let base = scratch.base
        guard hasOpenAlternatives else {
            return PageSource(membership: .rows(base.rows), count: base.count)
        }
        if base.isAll {
            scratch.masks.assign(scratch.selections, in: facets)
            let masks = scratch.masks.masks.view
            return PageSource(
                membership: .cells(masks, facets.cells),
                count: facets.cells.rowCount(passing: masks))
        }
        let matches = scratch.matches
        matches.reset(rowCount: rowCount)
        matches.intersect(base.rows)
        applyAlternatives(to: matches, scratch)
        matches.compact()
        return PageSource(membership: .rows(matches.rows), count: matches.count)
    }
}
