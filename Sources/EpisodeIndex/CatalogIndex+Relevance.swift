import EpisodeModel

extension CatalogIndex {
    /// The rows of a relevance class of 1 to 4 and, some of them, of better ones; found when first
    /// asked for.
    func classRows(_ number: Int, _ scratch: SearchScratch) -> RowSet {
        let relevance = scratch.work.relevance
        let set = relevance.set(number)
        guard !relevance.isKnown(number) else { return set.rows }
        relevance.setKnown(number)
        switch number {
        case 4: findNamed(set, scratch)
        case 3:
            // Of several words few names hold all, and these are among them.
            let wider =
                relevance.isKnown(2) || scratch.work.query.conditions.count > 1
                ? classRows(2, scratch) : relevance.matches
            let text = scratch.work.wholeWordText
            if wider.count > 0, text.assign(scratch.work.query, wholeWords: true, in: self.text) {
                findText(text, in: .name, within: wider, into: set, scratch)
            } else {
                set.removeAll()
            }
        case 2:
            findText(
                scratch.work.text, in: .name, within: relevance.matches, into: set, scratch)
        default:
            findText(
                scratch.work.text, in: .narrow, within: relevance.matches, into: set, scratch)
        }
        return set.rows
    }

    /// The class of a row that matches the query.
    func relevanceClass(of row: UInt32, _ scratch: SearchScratch) -> Int {
        guard scratch.work.relevance.isActive else { return 0 }
        var number = RelevanceClasses.best
        while number > 0, !classRows(number, scratch).contains(row) { number -= 1 }
        return number
    }

    /// Whether a row that is in the set of a class belongs to no better one.
    func isBest(_ number: Int, of row: UInt32, _ scratch: SearchScratch) -> Bool {
        var better = RelevanceClasses.best
        while better > number {
            if classRows(better, scratch).contains(row) { return false }
            better -= 1
        }
        return true
    }

    /// The rows whose name is the query, light signs left out on both sides.
    private func findNamed(_ set: MatchSet, _ scratch: SearchScratch) {
        let query = scratch.work.query
        let terms = scratch.work.nameTerms
        set.removeAll()
        terms.removeAll()
        for place in 0..<query.conditions.count {
            let condition = query.conditions[place]
            for unit in Int(condition.start)..<Int(condition.end)
            where !query.units[unit].isLight {
                guard let term = text.dictionary.term(query.key(query.units[unit])) else { return }
                terms.append(term)
            }
        }
        guard terms.count > 0 else { return }
        set.list.removeAll()
        text.names.rows(named: terms, in: text.stream, into: set.list)
        scratch.work.counters.addRows(set.list.count)
        set.useList()
    }

    /// Asks ever wider places until the page is full: class 4 first, then 3, and so on.
    func pickByClass(
        _ needed: Int, _ plan: SortPlan, _ source: PageSource, _ start: CursorBound?,
        _ scratch: SearchScratch
    ) {
        let picked = scratch.work.picked
        let classes = scratch.work.classes
        let rest = plan.rest
        var first = RelevanceClasses.best
        var restOfStart: CursorBound?
        if let start {
            first -= Int(start[0] / 2)
            restOfStart = CursorBound(
                places: start.places, first: start.first + 1, idPlace: start.idPlace)
        }
        for number in stride(from: first, through: 0, by: -1) where picked.count < needed {
            let rows = classSource(number, source, scratch)
            if rest.form == .rowNumbers, rows.form == .rows {
                pickInRowOrder(needed, rest, rows, restOfStart, scratch)
            } else {
                let order = RowOrder(plan: rest, index: self, scratch: scratch, start: restOfStart)
                PagePicker(order: order, source: rows).pick(needed - picked.count, into: picked)
            }
            restOfStart = nil
            while classes.count < picked.count { classes.append(UInt8(number)) }
        }
    }

    /// The most popular rows of a class: rows are numbered so.
    private func pickInRowOrder(
        _ needed: Int, _ plan: SortPlan, _ source: PageSource, _ start: CursorBound?,
        _ scratch: SearchScratch
    ) {
        let picked = scratch.work.picked
        let order = start.map { RowOrder(plan: plan, index: self, scratch: scratch, start: $0) }
        var visited = 0
        source.rows.forEach { row in
            visited += 1
            if isAllowed(row, source, scratch), order?.isAfterStart(row) ?? true {
                picked.append(row)
            }
            return picked.count < needed
        }
        scratch.work.counters.addRows(visited)
    }

    private func classSource(
        _ number: Int, _ source: PageSource, _ scratch: SearchScratch
    ) -> PageSource {
        var result = source
        result.relevanceClass = number
        guard number > 0 else { return result }
        let rows = classRows(number, scratch)
        if source.form == .rows { result.restriction = source.rows }
        return PageSource(
            form: .rows, rows: rows, count: rows.count, restriction: result.restriction,
            relevanceClass: number)
    }
}
