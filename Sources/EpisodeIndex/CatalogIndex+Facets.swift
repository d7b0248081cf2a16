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
        scratch.prepareFacets(query)
        var areCellsCounted = false
        for place in query.facets.indices {
            let facet = query.facets[place]
            if source.isEverything {
                scratch.facets[place].replaceValues(
                    by: commonestFacetValues[Int(facet.rawValue) - 1])
                continue
            }
            let areEntriesKnown = countValues(
                of: facet, source, areCellsCounted: &areCellsCounted, mayTakeEntries: true, scratch)
            listValues(
                of: facet, query, areEntriesKnown: areEntriesKnown,
                into: &scratch.facets[place].values, scratch)
        }
    }

    /// Puts the count of every value of a facet into the scratch.
    ///
    /// - Parameters:
    ///   - areCellsCounted: false for the first facet of a search.
    ///   - mayTakeEntries: whether `facetOrder` will do, where that is faster.
    /// - Returns: whether the counts of all values that occur are in `facetOrder` instead.
    func countValues(
        of facet: Facet, _ source: PageSource, areCellsCounted: inout Bool, mayTakeEntries: Bool,
        _ scratch: SearchScratch
    ) -> Bool {
        scratch.work.facetOrder.removeAll()
        guard let cellFacet = CellFacet(facet) else {
            return countRows(facet, source, mayTakeEntries: mayTakeEntries, scratch)
        }
        countAlternatives(cellFacet, areCellsCounted: &areCellsCounted, scratch)
        return false
    }

    /// Lists the counts that are in the scratch as an answer does.
    func listValues(
        of facet: Facet, _ query: borrowing EpisodeQuery, areEntriesKnown: Bool,
        into values: inout [FacetValue], _ scratch: SearchScratch
    ) {
        let lister = FacetLister(
            values: facets[facet].values, counts: scratch.work.valueCounts,
            order: scratch.work.facetOrder)
        lister.list(
            query, facet, selection: scratch.work.selections[facet],
            limit: Facet.valueCountMaximum, areEntriesKnown: areEntriesKnown, into: &values)
    }

    /// Counts the rows of every cell that pass everything but the selections of alternatives.
    private func countCells(_ scratch: SearchScratch) {
        let cells = facets.cells
        let counts = scratch.work.cellCounts
        let base = scratch.work.base.rows
        guard !base.isAll else { return counts.assign(cells.rowCounts) }
        counts.fill(0, count: cells.wordCount * 64)
        scratch.work.counters.addRows(base.count)
        Self.count(base, by: cells.rowCells, into: counts)
    }

    /// For every row of a set adds 1 to the number of its value.
    private static func count(
        _ rows: RowSet, by values: View<UInt32>, into counts: Buffer<UInt32>
    ) {
        switch rows.form {
        case .all: break  // known beforehand
        case .list:
            unsafe cplatform_count_values(
                counts.pointer, rows.list.pointer, rows.count, values.pointer)
        case .bits:
            unsafe cplatform_count_values_of_bits(
                counts.pointer, rows.words.pointer, rows.words.count, values.pointer)
        }
    }

    /// For each value of a facet, counts the rows that pass the other facets' selections.
    private func countAlternatives(
        _ facet: CellFacet, areCellsCounted: inout Bool, _ scratch: SearchScratch
    ) {
        let totals = scratch.work.valueCounts
        let rows = facets.rows(facet.facet)
        let valueCount = rows.keys.count
        totals.fill(0, count: valueCount)
        let base = scratch.work.base.rows
        let hasAlternatives = scratch.work.selections.hasAlternatives
        if base.form == .bits, !hasAlternatives, valueCount * wordCount < base.count * 4 {
            scratch.work.counters.addWords(valueCount * wordCount)
            for value in 0..<valueCount {
                totals[value] = UInt32(Self.count(rows.postings[value], in: base.words))
            }
            return
        }
        if !areCellsCounted { countCells(scratch) }
        areCellsCounted = true
        let cells = facets.cells
        let counts = scratch.work.cellCounts
        let passing =
            hasAlternatives ? scratch.work.cells.passing(except: facet, in: cells) : nil
        for value in 0..<valueCount {
            let having = cells.cells(withValue: UInt32(value), facet)
            if having.form == .bits {
                var words = having.words
                if let passing {
                    _ = scratch.work.lifted.assignIntersection(words, passing)
                    words = scratch.work.lifted.view
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
    ///
    /// - Returns: whether the counts of all values that occur are in `facetOrder` already.
    private func countRows(
        _ facet: Facet, _ source: PageSource, mayTakeEntries: Bool, _ scratch: SearchScratch
    ) -> Bool {
        let rows = facets.rows(facet)
        let counts = scratch.work.valueCounts
        counts.fill(0, count: rows.keys.count)
        let matches = countedRows(source, scratch)
        // A bitset is counted 64 rows at a time, but once for each value.
        let wordCost = rows.keys.count * wordCount
        if matches.form == .bits, wordCost < matches.count * 4 {
            scratch.work.counters.addWords(wordCost)
            for value in 0..<rows.keys.count {
                counts[value] = UInt32(Self.count(rows.postings[value], in: matches.words))
            }
            return false
        }
        scratch.work.counters.addRows(matches.count)
        if facet == .parent {
            Self.count(matches, by: facets.parents, into: counts)
            guard mayTakeEntries, matches.form == .list, matches.count < rows.keys.count else {
                return false
            }
            takeParents(of: matches.list, scratch)
            return true
        }
        matches.forEach { row in
            let values = rows.rowValues[row]
            for place in 0..<values.count { counts[Int(values[place])] += 1 }
            return true
        }
        return false
    }

    /// Of very many parents only those of a few rows can have a count.
    private func takeParents(of rows: View<UInt32>, _ scratch: SearchScratch) {
        let counts = scratch.work.valueCounts
        let entries = scratch.work.facetOrder
        for place in 0..<rows.count {
            let value = facets.parents[rows[place]]
            guard value != .max, counts[Int(value)] > 0 else { continue }
            entries.append(FacetLister.Entry(count: counts[Int(value)], value: value))
            counts[Int(value)] = 0
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

extension FacetCounts {
    /// Keeps the memory of the list that is written over.
    mutating func replaceValues(by other: FacetCounts) {
        values.removeAll(keepingCapacity: true)
        values.append(contentsOf: other.values)
    }
}
