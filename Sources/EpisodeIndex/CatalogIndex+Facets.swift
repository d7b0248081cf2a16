import EpisodeModel

extension CatalogIndex {
    /// Counts the facets a query asks for.
    ///
    /// A facet of alternatives is counted with its own selection lifted. For features, where all
    /// must be present, a value's count is the total with that feature added, which is its count
    /// among the matches; parents are counted among the matches.
    func countFacets(
        _ query: EpisodeQuery, _ source: PageSource, _ scratch: SearchScratch
    ) {
        if !scratch.facets.isEmpty { scratch.facets.removeAll(keepingCapacity: true) }
        guard !query.facets.isEmpty else { return }
        if source.isEverything {
            for facet in query.facets {
                scratch.facets.append(commonestFacetValues[Int(facet.rawValue) - 1])
            }
            return
        }
        if query.facets.contains(where: { CellFacet($0) != nil }) {
            scratch.masks.assign(scratch.selections, in: facets)
            scratch.cellCounts.assign(scratch.base.rows, of: rowCount, in: facets.cells)
        }
        for facet in query.facets {
            let index = facets[facet]
            let counts = scratch.valueCounts
            counts.fill(0, count: index.values.count)
            if let cellFacet = CellFacet(facet) {
                scratch.cellCounts.count(
                    cellFacet, passing: scratch.masks.masks, in: facets.cells, into: counts)
            } else {
                source.forEach(of: rowCount, scratch.relevance) { row in
                    let values = index.rowValues[row]
                    for place in 0..<values.count { counts[Int(values[place])] += 1 }
                }
            }
            let lister = FacetLister(
                values: index.values, counts: counts, order: scratch.facetOrder)
            scratch.facets.append(
                lister.list(
                    facet, selection: scratch.selections[facet],
                    limit: Facet.valueCountMaximum))
        }
    }
}
