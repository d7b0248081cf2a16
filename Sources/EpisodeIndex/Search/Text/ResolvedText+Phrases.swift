import CPlatform

extension ResolvedText {
    /// Appends the condition whose units begin at `start` as a phrase to check rows for, unless it
    /// was asked for before.
    func appendPhrase(
        _ condition: QueryCondition, _ query: QueryText, from start: Int, _ stream: UnitStream
    ) {
        let first = phrase.count
        for place in start..<units.count {
            let unit = units[place]
            let identities = stream.identities(of: unit.low..<unit.high)
            phrase.append(
                cplatform_phrase_unit(
                    low: identities.lowerBound, width: UInt32(identities.count),
                    term_low: unit.low, term_width: unit.high - unit.low,
                    is_tight: query.units[Int(condition.start) + place - start].isTight ? 1 : 0,
                    takes_forms: unit.takesForms ? 1 : 0))
        }
        let added = Condition(
            start: first, end: phrase.count, hasWord: condition.hasWord,
            isPair: units.count - start == 2 && units[start].isInPair)
        if isRepeated(added) {
            phrase.assumeCount(first)
        } else {
            conditions.append(added)
        }
    }

    private func isRepeated(_ condition: Condition) -> Bool {
        let asked = bytes(condition)
        return (0..<conditions.count).contains {
            conditions[$0].hasWord == condition.hasWord && bytes(conditions[$0]).equals(asked)
        }
    }

    private func bytes(_ condition: Condition) -> View<UInt8> {
        phrase.view.part(from: condition.start, count: condition.end - condition.start).bytes
    }

    /// Appends the rows where a unit stands directly behind the one before it, if there is a list
    /// of them; false when no row has both so.
    func appendPair(
        _ place: Int, begins: Bool, _ query: QueryText, _ index: borrowing TextIndex
    ) -> Bool {
        if query.isRunPair(place) {
            return appendRunPair(
                query.units[place - 1], query.units[place], query, index.dictionary)
        }
        let (first, second) = (units.count - 2, units.count - 1)
        // Signs may stand between words that are not tight; forms have no pairs.
        guard query.units[place].kind == .word, query.units[place - 1].kind == .word,
            !query.units[place].isTight, !begins, !units[first].takesForms,
            let rows = index.wordPairs.rows(units[first].low, units[second].low)
        else { return true }
        units[first].isInPair = true
        units[second].isInPair = true
        let isRepeated = units[first].isRepeated && units[second].isRepeated
        if !isRepeated || !wordPairs.contains(rows) { wordPairs.append(rows) }
        return rows.count > 0
    }

    private func appendRunPair(
        _ first: QueryUnit, _ second: QueryUnit, _ query: QueryText, _ dictionary: TermDictionary
    ) -> Bool {
        key.removeAll()
        key.append(TermKind.pair.rawValue)
        appendText(of: query.key(first))
        appendText(of: query.key(second))
        guard let term = dictionary.term(key.view) else { return false }
        if !(0..<pairs.count).contains(where: { pairs[$0] == term }) { pairs.append(term) }
        return true
    }

    private func appendText(of unit: View<UInt8>) {
        for index in 1..<unit.count { key.append(unit[index]) }
    }
}

extension Buffer<RowSet> {
    fileprivate func contains(_ rows: RowSet) -> Bool {
        (0..<count).contains { self[$0].isSame(as: rows) }
    }
}

extension QueryText {
    /// Whether a unit and the one before it are run characters directly together.
    func isRunPair(_ place: Int) -> Bool {
        units[place].isTight && units[place].kind == .run && units[place - 1].kind == .run
    }
}
