import EpisodeModel

extension CatalogIndex {
    /// Reads the query's text into the scratch.
    func readText(_ text: borrowing Span<UInt8>, _ scratch: SearchScratch) -> QueryText.Outcome {
        scratch.work.query.readPlain(text) ?? scratch.reader.read(text)
    }

    /// Appends the row sets of a text query that lie ready: those of single terms and of prepared
    /// beginnings. What is left is done by `narrow`.
    func appendOperands(
        of resolved: ResolvedText, in scope: TextScope, to operands: Buffer<RowSet>
    ) {
        let lists = text[scope]
        for place in 0..<resolved.units.count {
            let unit = resolved.units[place]
            if unit.isRepeated || (unit.isInPair && scope == .everything) { continue }
            if !unit.isRange {
                operands.append(lists.rows(unit.low, takesForms: unit.takesForms))
            } else if let rows = lists.union(
                unit.low..<unit.high, takesForms: unit.takesForms)
            {
                operands.append(rows)
            }
        }
        for place in 0..<resolved.wordPairs.count { operands.append(resolved.wordPairs[place]) }
        for place in 0..<resolved.pairs.count {
            operands.append(lists.rows(resolved.pairs[place], takesForms: true))
        }
    }

    /// Whether operands alone say which rows match.
    func isDecidedByOperands(_ resolved: ResolvedText, in scope: TextScope) -> Bool {
        if resolved.needsCheck(in: scope) { return false }
        for place in 0..<resolved.units.count {
            if isToUnite(resolved.units[place], in: text[scope]) { return false }
        }
        return true
    }

    /// Narrows a set by the beginnings that are not prepared and by the order of units.
    func narrow(
        _ result: MatchSet, by resolved: ResolvedText, in scope: TextScope,
        _ scratch: SearchScratch
    ) {
        uniteBeginnings(of: resolved, in: scope, into: result, scratch)
        guard resolved.needsCheck(in: scope), result.count > 0 else { return }
        if result.rows.form == .bits {
            result.list.assignRows(of: result.rows.words, count: result.count)
            result.useList()
        }
        for place in 0..<resolved.conditions.count where result.count > 0 {
            let condition = resolved.conditions[place]
            guard resolved.needsCheck(condition, in: scope) else { continue }
            scratch.work.counters.addRows(result.count)
            text.stream.keep(
                result.rows.list,
                with: resolved.phrase.view.part(
                    from: condition.start, count: condition.end - condition.start),
                skipsLight: condition.hasWord, in: scope, into: result.list)
            result.useList()
        }
    }

    /// Narrows a set by the beginnings that are not prepared.
    private func uniteBeginnings(
        of resolved: ResolvedText, in scope: TextScope, into result: MatchSet,
        _ scratch: SearchScratch
    ) {
        let lists = text[scope]
        let union = scratch.work.unions[scope.rawValue]
        var borrowsUnion = false
        for place in 0..<resolved.units.count where result.count > 0 {
            let unit = resolved.units[place]
            guard isToUnite(unit, in: lists) else { continue }
            // The next union overwrites the rows of this one.
            if borrowsUnion { result.own() }
            let rows = union.unite(
                unit.low..<unit.high, takesForms: unit.takesForms, in: lists, rowCount: rowCount,
                denseCount: denseCount, scratch.work.counters)
            borrowsUnion = result.rows.isAll
            result.intersect(rows)
        }
    }

    private func isToUnite(_ unit: ResolvedUnit, in lists: borrowing ScopeIndex) -> Bool {
        guard unit.isRange, !unit.isRepeated else { return false }
        return lists.union(unit.low..<unit.high, takesForms: unit.takesForms) == nil
    }

    /// The rows that match within some fields.
    ///
    /// - Parameter wider: rows of which alone is asked; where they are few, no others are looked at.
    func findText(
        _ resolved: ResolvedText, in scope: TextScope, within wider: RowSet,
        into result: MatchSet, _ scratch: SearchScratch
    ) {
        let operands = scratch.work.operands
        operands.removeAll()
        appendOperands(of: resolved, in: scope, to: operands)
        let areFew =
            operands.count > 0 && wider.form == .list
            && (0..<operands.count).allSatisfy { wider.count < operands[$0].count }
        if areFew { operands.append(wider) }
        meet(operands, into: result, scratch)
        narrow(result, by: resolved, in: scope, scratch)
    }
}
