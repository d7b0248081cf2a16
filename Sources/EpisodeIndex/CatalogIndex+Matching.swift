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
        if !features.unknown.isEmpty { base.removeAll() }
        for number in features.numbers { base.intersect(facets[.feature].postings[number]) }
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
            unite(facets[facet.facet], scratch.selections[facet.facet].numbers, scratch)
            rows.intersect(passing: scratch.union.view)
        }
    }

    private func apply(_ test: PredicateTest, to rows: MatchSet, _ scratch: SearchScratch) {
        guard rows.count > 0 else { return }
        switch test {
        case .rank(let column, let range, let isNegated):
            rows.filter { range.contains(column.ranks[$0]) != isNegated }
        case .values(let facet, let numbers, let isNegated):
            unite(facet, numbers, scratch)
            if isNegated {
                rows.subtract(scratch.union.view)
            } else {
                rows.intersect(passing: scratch.union.view)
            }
        case .text(let table, let test):
            rows.filter { test.matches(table[$0]) }
        }
    }

    /// The rows that have any of some values, into the scratch's union.
    private func unite(_ facet: FacetIndex, _ numbers: [Int], _ scratch: SearchScratch) {
        scratch.union.clearBits(rowCount: rowCount)
        for number in numbers {
            switch facet.postings[number] {
            case .all: break
            case .list(let rows): scratch.union.setBits(of: rows)
            case .bits(let words, _): scratch.union.unite(with: words)
            }
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
            scratch.cellCounts.assign(.all, of: rowCount, in: facets.cells)
            let count = scratch.cellCounts.total(passing: scratch.masks.masks)
            return PageSource(
                membership: .cells(scratch.masks.masks.view, facets.cells), count: count)
        }
        let matches = scratch.matches
        matches.reset(rowCount: rowCount)
        matches.intersect(base.rows)
        applyAlternatives(to: matches, scratch)
        matches.compact()
        return PageSource(membership: .rows(matches.rows), count: matches.count)
    }
}
