import CPlatform

/// One unit of a text query with the terms it stands for.
struct ResolvedUnit: BitwiseCopyable {
    /// One term, or for a beginning all that begin so: from `low`, before `high`.
    var low: UInt32
    var high: UInt32
    /// Any form of the text's word will do, not only the word itself.
    var takesForms: Bool
    /// One of many terms, whose lists must be united.
    var isRange: Bool { high &- low > 1 }
}

/// A text query with its units looked up in the dictionary; reused from search to search.
@safe struct ResolvedText: BitwiseCopyable {
    struct Condition: BitwiseCopyable {
        /// Its units' positions in `phrase`: from `start`, before `end`; none when the rows of its
        /// terms are exact.
        var start: Int
        var end: Int
        /// Light signs may stand between its chunks.
        var hasWord: Bool
    }

    let units: Buffer<ResolvedUnit>
    let conditions: Buffer<Condition>
    /// Directly adjacent run characters, which have posting lists of their own.
    let pairs: Buffer<UInt32>
    private let key: Buffer<UInt8>

    init(memory: ScratchMemory) {
        units = memory.buffer()
        conditions = memory.buffer()
        pairs = memory.buffer()
        phrase = memory.buffer()
        key = memory.buffer()
    }

    /// The units again, as the stream has them, where conditions need a check of rows.
    let phrase: Buffer<cplatform_phrase_unit>
    /// Whether any condition needs a check of rows.
    var needsCheck: Bool { phrase.count > 0 }

    /// Looks everything up; false when some unit has no term, so that nothing can match.
    ///
    /// - Parameter wholeWords: ask for the words themselves, not for forms and beginnings.
    func assign(
        _ query: QueryText, wholeWords: Bool, in index: borrowing TextIndex
    ) -> Bool {
        units.removeAll()
        phrase.removeAll()
        conditions.removeAll()
        pairs.removeAll()
        for place in 0..<query.conditions.count {
            guard append(query.conditions[place], query, wholeWords, index) else {
                return false
            }
        }
        return true
    }

    private func append(
        _ condition: QueryCondition, _ query: QueryText, _ wholeWords: Bool,
        _ index: borrowing TextIndex
    ) -> Bool {
        let start = units.count
        let (first, end) = (Int(condition.start), Int(condition.end))
        for place in first..<end {
            let unit = query.units[place]
            let isWord = unit.kind == .word
            let begins =
                isWord && place == end - 1 && !wholeWords
                && (!condition.isQuoted || condition.isOpen)
            let key = query.key(unit)
            var terms: Range<UInt32>
            if begins {
                terms = index.dictionary.range(beginning: key)
                if terms.isEmpty { return false }
            } else {
                guard let term = index.dictionary.term(key) else { return false }
                terms = term..<(term + 1)
            }
            units.append(
                ResolvedUnit(
                    low: terms.lowerBound, high: terms.upperBound,
                    takesForms: isWord && place == first && !wholeWords && !condition.isQuoted))
            if place > first, unit.isTight, unit.kind == .run,
                query.units[place - 1].kind == .run
            {
                guard appendPair(query.units[place - 1], unit, query, index.dictionary) else {
                    return false
                }
            }
        }
        let isPair =
            end - first == 2 && query.units[first].kind == .run && query.units[end - 1].isTight
            && query.units[end - 1].kind == .run
        if end - first > 1, !isPair {
            appendPhrase(condition, query, from: start, index.stream)
        }
        return true
    }

    private func appendPhrase(
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
        conditions.append(
            Condition(start: first, end: phrase.count, hasWord: condition.hasWord))
    }

    private func appendPair(
        _ first: QueryUnit, _ second: QueryUnit, _ query: QueryText, _ dictionary: TermDictionary
    ) -> Bool {
        key.removeAll()
        key.append(TermKind.pair.rawValue)
        appendText(of: query.key(first))
        appendText(of: query.key(second))
        guard let term = dictionary.term(key.view) else { return false }
        pairs.append(term)
        return true
    }

    private func appendText(of unit: View<UInt8>) {
        for index in 1..<unit.count { key.append(unit[index]) }
    }
}
