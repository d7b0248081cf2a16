import EpisodeModel

extension CatalogIndex {
    /// From how many rows on a set is dense.
    var denseCount: Int { max(8, rowCount / 128) }

    /// Makes a set of all rows that every operand has.
    ///
    /// Lists drive, the shortest first; bitsets alone are met word by word.
    func meet(_ operands: Buffer<RowSet>, into result: MatchSet, _ scratch: SearchScratch) {
        let counters = scratch.work.counters
        result.borrow(.all(rowCount: rowCount))
        guard operands.count > 0 else { return }
        if operands.count == 1 { return result.borrow(operands[0]) }
        Self.sort(operands)
        let first = operands[0]
        guard first.form == .list else {
            let groups = scratch.work.groups
            groups.removeAll()
            for place in 0..<operands.count {
                groups.append(operands[place].words)
                groups.endGroup()
            }
            result.useBits(count: groups.assign(to: result.bits, wordCount: wordCount))
            counters.addWords(wordCount * operands.count)
            return
        }
        result.borrow(first)
        // Probing a bit is cheaper than finding a row in another list.
        for place in 1..<operands.count where operands[place].form == .bits {
            guard result.count > 0 else { return }
            counters.addRows(result.intersect(operands[place]))
        }
        for place in 1..<operands.count where operands[place].form == .list {
            guard result.count > 0 else { return }
            counters.addRows(result.intersect(operands[place]))
        }
    }

    /// Lists before bitsets, small ones first.
    private static func sort(_ operands: Buffer<RowSet>) {
        func precedes(_ left: RowSet, _ right: RowSet) -> Bool {
            if left.form != right.form { return left.form.rawValue < right.form.rawValue }
            return left.count < right.count
        }
        guard operands.count < 32 else { return operands.sort(by: precedes) }
        for place in 1..<operands.count {
            let operand = operands[place]
            var free = place
            while free > 0, precedes(operand, operands[free - 1]) {
                operands[free] = operands[free - 1]
                free -= 1
            }
            operands[free] = operand
        }
    }

    /// Appends the rows that the asked ids and features let in; false when nothing can match.
    func appendFilters(_ query: borrowing EpisodeQuery, _ scratch: SearchScratch) -> Bool {
        let operands = scratch.work.operands
        if !query.ids.isEmpty {
            let listed = scratch.work.listed
            listed.removeAll()
            for place in query.ids.indices {
                if let row = rowNumber(id: query.ids[place]) { listed.append(row) }
            }
            listed.sort()
            listed.removeRepeats()
            operands.append(.list(listed.view))
        }
        let features = scratch.work.selections[.feature]
        guard features.isActive else { return true }
        if features.hasUnknown { return false }
        let postings = facets.rows(.feature).postings
        for place in 0..<features.numbers.count {
            operands.append(postings[Int(features.numbers[place])])
        }
        return true
    }

    /// Keeps the rows of a set that the selections of alternatives let in.
    func applyAlternatives(to rows: RowSet, into result: MatchSet, _ scratch: SearchScratch) {
        guard rows.form != .list else {
            scratch.work.counters.addRows(rows.count)
            result.list.assign(
                rows.list, inCells: scratch.work.cells.passing, of: facets.cells.rowCells)
            return result.useList()
        }
        let groups = scratch.work.groups
        groups.removeAll()
        if rows.form == .bits {
            groups.append(rows.words)
            groups.endGroup()
        }
        guard appendAlternatives(to: groups, ordered: nil, except: nil, scratch) else {
            return result.removeAll()
        }
        guard groups.count > 0 else { return result.borrow(rows) }
        scratch.work.counters.addWords(wordCount * groups.setCount)
        result.useBits(count: groups.assign(to: result.bits, wordCount: wordCount))
    }

    /// Adds a group for every facet of alternatives that has a selection; false when one lets no
    /// row in.
    ///
    /// - Parameter order: rows are known by their places in it; nil for row numbers.
    func appendAlternatives(
        to groups: RowGroups, ordered order: OrderedFacets?, except lifted: CellFacet?,
        _ scratch: SearchScratch
    ) -> Bool {
        for facet in CellFacet.allCases where facet != lifted {
            let selection = scratch.work.selections[facet.facet]
            guard selection.isActive else { continue }
            guard selection.numbers.count > 0 else { return false }
            let postings = order.map { $0[facet.facet] } ?? facets.rows(facet.facet).postings
            appendGroup(
                selection.numbers, postings, to: groups,
                scratch.work.groupUnions[facet.rawValue])
        }
        return true
    }

    private func appendGroup(
        _ numbers: Buffer<UInt32>, _ postings: PostingLists, to groups: RowGroups,
        _ union: Buffer<UInt64>
    ) {
        var hasLists = false
        for place in 0..<numbers.count {
            let rows = postings[Int(numbers[place])]
            if rows.form == .bits {
                groups.append(rows.words)
            } else {
                if !hasLists { union.clearBits(rowCount: rowCount) }
                hasLists = true
                union.setBits(of: rows.list)
            }
        }
        if hasLists { groups.append(union.view) }
        groups.endGroup()
    }
}
