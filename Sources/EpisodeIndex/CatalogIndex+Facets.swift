import CPlatform
import EpisodeModel

extension CatalogIndex {
    /// Counts the facets a query asks for.
    ///
    /// A facet of alternatives is counted with its own selection lifted. For features, where all
    /// must be present, a value's count is the total with that feature added, which is its count
    /// among the matches; parents are counted among the matches.
    func countFacets(
        _ query: borrowing EpisodeQuery, _ source: PageSource, _ scratch: SearchScratch
    ) {
        guard !query.facets.isEmpty else {
            if !scratch.facets.isEmpty { scratch.facets.removeAll(keepingCapacity: true) }
            return
        }
        let count = query.facets.count
        if scratch.facets.count > count { scratch.facets.removeLast(scratch.facets.count - count) }
        while scratch.facets.count < count {
            scratch.facets.append(FacetCounts(facet: .domain, values: []))
        }
        var areCellsCounted = false
        for place in query.facets.indices {
            let facet = query.facets[place]
            scratch.facets[place].facet = facet
            if source.form == .rows, source.rows.isAll {
                scratch.facets[place].values = commonestFacetValues[Int(facet.rawValue) - 1].values
                continue
            }
            if let cellFacet = CellFacet(facet) {
                if !areCellsCounted { countCells(scratch) }
                areCellsCounted = true
                countAlternatives(cellFacet, scratch)
            } else {
                countRows(facet, source, scratch)
            }
            let lister = FacetLister(
                values: facets[facet].values, counts: scratch.work.valueCounts,
                order: scratch.work.facetOrder)
            lister.list(
                query, facet, selection: scratch.work.selections[facet],
                limit: Facet.valueCountMaximum, into: &scratch.facets[place].values)
        }
    }

    /// Counts the rows of every cell that pass everything but the selections of alternatives.
    private func countCells(_ scratch: SearchScratch) {
        let cells = facets.cells
        let counts = scratch.work.cellCounts
        let base = scratch.work.base.rows
        guard !base.isAll else { return counts.assign(cells.rowCounts) }
        counts.fill(0, count: cells.wordCount * 64)
        scratch.work.counters.addRows(base.count)
        Self.count(base, by: cells.rowCells, into: counts, scratch)
    }

    /// For every row of a set adds 1 to the number of its value.
    private static func count(
        _ rows: RowSet, by values: View<UInt32>, into counts: Buffer<UInt32>,
        _ scratch: SearchScratch
    ) {
        if rows.form == .list {
            return unsafe cplatform_count_values(
                counts.pointer, rows.list.pointer, rows.count, values.pointer)
        }
        rows.forEach { row in
            let value = values[row]
            if value != .max { counts[Int(value)] += 1 }
            return true
        }
    }

    /// Adds up, for each value of a facet, the rows in cells that pass the other facets'
    /// selections.
    private func countAlternatives(_ facet: CellFacet, _ scratch: SearchScratch) {
        let work = scratch.work
        let cells = facets.cells
        let counts = work.cellCounts
        let passing =
            work.selections.hasAlternatives
            ? work.cells.passing(except: facet, in: cells) : nil
        let totals = work.valueCounts
        let valueCount = facets.rows(facet.facet).keys.count
        totals.fill(0, count: valueCount)
        for value in 0..<valueCount {
            let having = cells.cells(withValue: UInt32(value), facet)
            if having.form == .bits {
                var words = having.words
                if let passing {
                    _ = work.lifted.assignIntersection(words, passing)
                    words = work.lifted.view
                }
                totals[value] = UInt32(words.sum(of: counts.view))
            } else {
                var total: UInt32 = 0
                let list = having.list
                for place in 0..<list.count {
                    let cell = list[place]
                    if passing?.hasBit(cell) ?? true { total += counts[Int(cell)] }
                }
                totals[value] = total
            }
        }
    }

    /// Counts the values of a facet among the matches.
    private func countRows(_ facet: Facet, _ source: PageSource, _ scratch: SearchScratch) {
        let rows = facets.rows(facet)
        let counts = scratch.work.valueCounts
        counts.fill(0, count: rows.keys.count)
        if facet == .parent, source.form == .rows {
            scratch.work.counters.addRows(source.count)
            return Self.count(source.rows, by: facets.parents, into: counts, scratch)
        }
        let matches = countedRows(source, scratch)
        // A bitset is counted 64 rows at a time, but once for each value.
        let wordCost = rows.keys.count * wordCount
        if matches.form == .bits, wordCost < matches.count * 4 {
            scratch.work.counters.addWords(wordCost)
            for value in 0..<rows.keys.count {
                counts[value] = UInt32(Self.count(rows.postings[value], in: matches.words))
            }
            return
        }
        scratch.work.counters.addRows(matches.count)
        matches.forEach { row in
            let values = rows.rowValues[row]
            for place in 0..<values.count { counts[Int(values[place])] += 1 }
            return true
        }
    }

    private static func count(_ rows: RowSet, in words: View<UInt64>) -> Int {
        if rows.form == .bits { return words.bitCount(with: rows.words) }
        var count = 0
        let list = rows.list
        for place in 0..<list.count where words.hasBit(list[place]) { count += 1 }
        return count
    }

    /// The matches as a set of rows, also where cells alone say which they are.
    private func countedRows(_ source: PageSource, _ scratch: SearchScratch) -> RowSet {
        guard source.form == .cells else { return source.rows }
        if source.count < denseCount {
            listCells(scratch)
            return .list(scratch.work.listed.view)
        }
        applyAlternatives(to: .all(rowCount: rowCount), into: scratch.work.matches, scratch)
        return scratch.work.matches.rows
    }
}
