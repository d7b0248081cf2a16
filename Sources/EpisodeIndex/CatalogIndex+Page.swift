import CPlatform
import EpisodeModel

extension CatalogIndex {
    /// Puts the page's rows into the scratch, and counts the source when that is left to do.
    func takePage(
        _ plan: SortPlan, _ source: inout PageSource, _ window: PageWindow,
        _ scratch: SearchScratch
    ) {
        let picked = scratch.work.picked
        picked.removeAll()
        scratch.work.classes.removeAll()
        scratch.work.relevance.setMatches(source.rows)
        scratch.hasMore = false
        if source.count >= 0 {
            guard window.size > 0, source.count > 0 else { return }
            if window.start == nil, window.skip >= source.count { return }
        }
        if plan.form == .several {
            takeSeveral(plan, source, window, scratch)
        } else {
            takeSingle(plan, &source, window, scratch)
        }
    }

    /// Orders of several keys: all rows up to the end of the page are found.
    private func takeSeveral(
        _ plan: SortPlan, _ source: PageSource, _ window: PageWindow, _ scratch: SearchScratch
    ) {
        let picked = scratch.work.picked
        let needed = min(window.needed, source.count)
        if plan.startsWithRelevance {
            pickByClass(needed, plan, source, window.start, scratch)
        } else {
            let order = RowOrder(plan: plan, index: self, scratch: scratch, start: window.start)
            PagePicker(order: order, source: source).pick(needed, into: picked)
        }
        scratch.hasMore = picked.count > window.skip + window.size
        cut(picked, window)
        if scratch.work.classes.count > 0 { cut(scratch.work.classes, window) }
    }

    private func cut<Element>(_ rows: Buffer<Element>, _ window: PageWindow) {
        let first = min(window.skip, rows.count)
        let count = min(window.size, rows.count - first)
        if first > 0 { rows.assign(rows.view.part(from: first, count: count)) }
        rows.assumeCount(count)
    }

    // MARK: Orders of one key

    private func takeSingle(
        _ plan: SortPlan, _ source: inout PageSource, _ window: PageWindow,
        _ scratch: SearchScratch
    ) {
        let order = plan.form == .rowNumbers ? nil : plan[0].rows
        switch source.form {
        case .rows:
            switch source.rows.form {
            case .all: takeAll(order, plan, window, scratch)
            case .list: takeList(source.rows.list, plan, window, scratch)
            case .bits: takeBits(source.rows, plan, window, scratch)
            }
        case .cells: takeCells(source.count, plan, window, scratch)
        case .groups:
            // The bitsets are in the groups already.
            let isKnown = source.count >= 0
            source.count = walk(
                plan, window, count: isKnown ? source.count : nil, scratch)
            if !isKnown, let place = source.totalPlace {
                scratch.work.totals.keep(source.count, at: place, serialNumber: serialNumber)
            }
        }
    }

    /// The first place of an order whose row comes after the start.
    private func startPlace(
        _ plan: SortPlan, _ window: PageWindow, _ scratch: SearchScratch
    ) -> Int {
        guard let start = window.start else { return 0 }
        let first = start.firstKey
        let component = plan[0]
        let idPlaces = columns.ids.order.ranks
        return component.rows.partitioningIndex { place in
            let row = component.rows[place]
            let rank = component.column.directedRank(row, descending: component.isDescending)
            return UInt64(rank) << 32 | UInt64(idPlaces[row]) >= first
        }
    }

    private func takeAll(
        _ order: View<UInt32>?, _ plan: SortPlan, _ window: PageWindow, _ scratch: SearchScratch
    ) {
        let first = min(startPlace(plan, window, scratch) + window.skip, rowCount)
        let count = min(window.size, rowCount - first)
        let picked = scratch.work.picked
        if let order {
            picked.assign(order.part(from: first, count: count))
        } else {
            picked.reserve(count)
            picked.assumeCount(count)
            for place in 0..<count { picked[place] = UInt32(first + place) }
        }
        scratch.hasMore = first + count < rowCount
        scratch.work.counters.addRows(count)
    }

    private func takeList(
        _ rows: View<UInt32>, _ plan: SortPlan, _ window: PageWindow, _ scratch: SearchScratch
    ) {
        let picked = scratch.work.picked
        if plan.form == .rowNumbers {
            var first = 0
            if window.start != nil {
                first = rows.lowerBound(of: UInt32(startPlace(plan, window, scratch)))
            }
            first = min(first + window.skip, rows.count)
            let count = min(window.size, rows.count - first)
            picked.assign(rows.part(from: first, count: count))
            scratch.hasMore = first + count < rows.count
            scratch.work.counters.addRows(count)
            return
        }
        let component = plan[0]
        let keys = scratch.work.keys
        let wanted = min(window.needed, rows.count)
        keys.reserve(wanted * 4 + 64)
        keys.assumeCount(
            unsafe cplatform_select(
                keys.pointer, wanted, rows.pointer, rows.count, component.column.ranks.pointer,
                component.column.distinctCount, component.isDescending ? 1 : 0,
                columns.ids.order.ranks.pointer, window.start?.firstKey ?? 0))
        scratch.work.counters.addRows(rows.count)
        let byID = columns.ids.order.ascending
        let end = min(keys.count, window.skip + window.size)
        scratch.hasMore = keys.count > end
        var place = window.skip
        while place < end {
            picked.append(byID[UInt32(truncatingIfNeeded: keys[place])])
            place += 1
        }
    }

    private func takeBits(
        _ rows: RowSet, _ plan: SortPlan, _ window: PageWindow, _ scratch: SearchScratch
    ) {
        if plan.form == .rowNumbers {
            let groups = scratch.work.groups
            groups.removeAll()
            groups.append(rows.words)
            groups.endGroup()
            _ = walk(plan, window, count: rows.count, scratch)
            return
        }
        let walkCost = Double(window.needed) * Double(rowCount) / Double(rows.count)
        if walkCost < Double(rows.count) * 2 {
            walkOrder(plan, window, rows.words, rowCells: nil, rows.count, scratch)
        } else {
            let listed = scratch.work.listed
            listed.assignRows(of: rows.words, count: rows.count)
            scratch.work.counters.addWords(wordCount)
            takeList(listed.view, plan, window, scratch)
        }
    }

    private func takeCells(
        _ count: Int, _ plan: SortPlan, _ window: PageWindow, _ scratch: SearchScratch
    ) {
        let walkCost = Double(window.needed) * Double(rowCount) / Double(count)
        let hasGroups = plan.form != .single
        // A word of bits says as much as many rows.
        if min(walkCost, Double(rowCount)) > Double(count) * (hasGroups ? 64 : 4) {
            findCells(scratch)
            listCells(scratch)
            return takeList(scratch.work.listed.view, plan, window, scratch)
        }
        guard hasGroups else {
            findCells(scratch)
            return walkOrder(
                plan, window, scratch.work.cells.passing, rowCells: facets.cells.rowCells, count,
                scratch)
        }
        scratch.work.groups.removeAll()
        _ = appendAlternatives(
            to: scratch.work.groups, ordered: orderedFacets(plan.form), except: nil, scratch)
        _ = walk(plan, window, count: count, scratch)
    }

    /// Lists the rows of all cells that pass.
    func listCells(_ scratch: SearchScratch) {
        let listed = scratch.work.listed
        listed.removeAll()
        scratch.work.cells.passing.forEachBit { cell in
            let rows = facets.cells.rows[cell]
            for place in 0..<rows.count { listed.append(rows[place]) }
            return true
        }
        listed.sort()
        scratch.work.counters.addRows(listed.count)
    }

    /// The facets by their places in an order; nil in that of row numbers.
    func orderedFacets(_ form: SortPlan.Form) -> OrderedFacets? {
        switch form {
        case .byID: facets.byID
        case .byRelease: facets.byRelease
        default: nil
        }
    }

    /// Takes the page along the scratch's groups.
    ///
    /// - Parameter count: how many rows they let in; nil when they are to be counted.
    /// - Returns: that count.
    private func walk(
        _ plan: SortPlan, _ window: PageWindow, count: Int?, _ scratch: SearchScratch
    ) -> Int {
        let picked = scratch.work.picked
        let groups = scratch.work.groups
        let hasStart = window.start != nil
        let walk = groups.walk(
            into: picked, wordCount: wordCount, from: startPlace(plan, window, scratch),
            skip: window.skip, limit: window.size + (hasStart ? 1 : 0), countsAll: count == nil)
        scratch.work.counters.addWords(walk.visitedWordCount * groups.setCount)
        let total = count ?? walk.seenCount
        if hasStart {
            scratch.hasMore = picked.count > window.size
            picked.assumeCount(min(picked.count, window.size))
        } else {
            scratch.hasMore = window.size > 0 && total > window.skip + picked.count
        }
        if plan.form != .rowNumbers {
            let order = plan[0].rows
            for place in 0..<picked.count { picked[place] = order[picked[place]] }
        }
        return total
    }

    /// Takes the page along an order, row by row.
    private func walkOrder(
        _ plan: SortPlan, _ window: PageWindow, _ bits: View<UInt64>, rowCells: View<UInt32>?,
        _ count: Int, _ scratch: SearchScratch
    ) {
        let picked = scratch.work.picked
        let order = plan[0].rows
        let start = startPlace(plan, window, scratch)
        let limit = window.size + (start > 0 ? 1 : 0)
        picked.reserve(limit + 1)
        var taken = 0
        let end = unsafe cplatform_walk_order(
            picked.pointer, order.pointer, order.count, start, bits.pointer,
            rowCells?.pointer, window.skip, limit, &taken)
        scratch.work.counters.addRows(end - start)
        picked.assumeCount(min(taken, window.size))
        scratch.hasMore = start > 0 ? taken > window.size : count > window.skip + taken
    }
}
