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
            let unit = resolved.units[place]
            if unit.isRange,
                text[scope].union(unit.low..<unit.high, takesForms: unit.takesForms) == nil
            {
                return false
            }
        }
        return true
    }

    /// Narrows a set by the beginnings that are not prepared and by the order of units.
    func narrow(
        _ result: MatchSet, by resolved: ResolvedText, in scope: TextScope,
        _ scratch: SearchScratch
    ) {
        let lists = text[scope]
        let counters = scratch.work.counters
        for place in 0..<resolved.units.count where result.count > 0 {
            let unit = resolved.units[place]
            let terms = unit.low..<unit.high
            guard unit.isRange, !unit.isRepeated,
                lists.union(terms, takesForms: unit.takesForms) == nil
            else { continue }
            let rows = scratch.work.union.unite(
                terms, takesForms: unit.takesForms, in: lists, rowCount: rowCount,
                denseCount: denseCount, counters)
            if result.rows.isAll {
                keep(rows, in: result)
            } else {
                result.intersect(rows)
            }
        }
        guard resolved.needsCheck(in: scope), result.count > 0 else { return }
        if result.rows.form == .bits {
            result.list.assignRows(of: result.rows.words, count: result.count)
            result.useList()
        }
        for place in 0..<resolved.conditions.count where result.count > 0 {
            let condition = resolved.conditions[place]
            guard resolved.needsCheck(condition, in: scope) else { continue }
            counters.addRows(result.count)
            text.stream.keep(
                result.rows.list,
                with: resolved.phrase.view.part(
                    from: condition.start, count: condition.end - condition.start),
                skipsLight: condition.hasWord, in: scope, into: result.list)
            result.useList()
        }
    }

    /// Copies rows that the next union overwrites.
    private func keep(_ rows: RowSet, in result: MatchSet) {
        if rows.form == .list {
            result.list.assign(rows.list)
            result.useList()
        } else {
            result.bits.assign(rows.words)
            result.useBits(count: rows.count)
        }
    }

    /// The rows that match within some fields.
    func findText(
        _ resolved: ResolvedText, in scope: TextScope, into result: MatchSet,
        _ scratch: SearchScratch
    ) {
        let operands = scratch.work.operands
        operands.removeAll()
        appendOperands(of: resolved, in: scope, to: operands)
        meet(operands, into: result, scratch)
        narrow(result, by: resolved, in: scope, scratch)
    }
}
