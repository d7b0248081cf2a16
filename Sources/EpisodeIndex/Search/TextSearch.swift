/// Finds the rows that match a text query within some fields.
struct TextSearch {
    let index: TextIndex
    let rowCount: Int
    /// Working memory: the union of many posting lists.
    let union: Buffer<UInt64>
    /// Working memory: the posting lists of the query.
    let operands: Buffer<Operand>

    struct Operand: BitwiseCopyable {
        var term: UInt32
        var count: UInt32
    }

    /// Narrows `result` to the rows that match every condition.
    ///
    /// Lists drive, the shortest first; beginnings follow, and the order of units is checked only
    /// in the rows that are left.
    func narrow(_ result: MatchSet, to text: ResolvedText, in scope: TextScope) {
        guard text.isPossible else { return result.removeAll() }
        let lists = index[scope]
        operands.removeAll()
        for place in 0..<text.units.count where text.units[place].terms.count == 1 {
            append(text.units[place].low, lists)
        }
        for pair in text.pairs { append(pair.lowerBound, lists) }
        operands.sort { $0.count < $1.count }
        for place in 0..<operands.count {
            result.intersect(lists.postings[Int(operands[place].term)])
            guard result.count > 0 else { return }
        }
        result.compact()
        for place in 0..<text.units.count where text.units[place].terms.count > 1 {
            intersect(result, text.units[place].terms, lists)
            guard result.count > 0 else { return }
        }
        guard text.needsCheck else { return }
        let check = PhraseCheck(
            stream: index.stream, units: text.units.view, conditions: text.conditions.view,
            scope: scope)
        result.filter { check.matches($0) }
        result.compact()
    }

    private func append(_ term: UInt32, _ lists: TextIndex.ScopeIndex) {
        operands.append(
            Operand(term: term, count: UInt32(lists.postings.count(Int(term)))))
    }

    private func intersect(
        _ result: MatchSet, _ terms: Range<UInt32>, _ lists: TextIndex.ScopeIndex
    ) {
        if let prepared = lists.unions.rows(of: terms) {
            result.intersect(prepared)
        } else {
            union.clearBits(rowCount: rowCount)
            for term in terms { union.unite(with: lists.postings[Int(term)]) }
            result.intersect(passing: union.view)
        }
        result.compact()
    }
}
