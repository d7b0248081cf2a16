/// One unit of a text query with the terms it stands for.
struct ResolvedUnit: BitwiseCopyable {
    /// One term, or for a beginning all that begin so: from `low`, before `high`.
    var low: UInt32
    var high: UInt32
    /// Any form of the text's word will do, not only the word itself.
    var takesForms: Bool
    /// Must follow the unit before it without a space.
    var isTight: Bool
    /// One of many terms, whose lists must be united.
    var isRange: Bool { high &- low > 1 }

    /// Whether a term is among those it stands for.
    @inline(__always)
    func contains(_ term: UInt32) -> Bool { term &- low < high &- low }
}

/// A text query with its units looked up in the dictionary; reused from search to search.
@safe struct ResolvedText: BitwiseCopyable {
    struct Condition: BitwiseCopyable {
        /// Its units' positions in `units`: from `start`, before `end`.
        var start: Int
        var end: Int
        /// Light signs may stand between its chunks.
        var hasWord: Bool
        /// The rows of its terms may hold rows that do not match.
        var needsCheck: Bool
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
        key = memory.buffer()
    }

    /// Whether any condition needs a check of rows.
    var needsCheck: Bool { (0..<conditions.count).contains { conditions[$0].needsCheck } }

    /// Looks everything up; false when some unit has no term, so that nothing can match.
    ///
    /// - Parameter wholeWords: ask for the words themselves, not for forms and beginnings.
    func assign(
        _ query: QueryText, wholeWords: Bool, in dictionary: TermDictionary
    ) -> Bool {
        units.removeAll()
        conditions.removeAll()
        pairs.removeAll()
        for place in 0..<query.conditions.count {
            guard append(query.conditions[place], query, wholeWords, dictionary) else {
                return false
            }
        }
        return true
    }

    private func append(
        _ condition: QueryCondition, _ query: QueryText, _ wholeWords: Bool,
        _ dictionary: TermDictionary
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
                terms = dictionary.range(beginning: key)
                if terms.isEmpty { return false }
            } else {
                guard let term = dictionary.term(key) else { return false }
                terms = term..<(term + 1)
            }
            units.append(
                ResolvedUnit(
                    low: terms.lowerBound, high: terms.upperBound,
                    takesForms: isWord && place == first && !wholeWords && !condition.isQuoted,
                    isTight: unit.isTight))
            if place > first, unit.isTight, unit.kind == .run,
                query.units[place - 1].kind == .run
            {
                guard appendPair(query.units[place - 1], unit, query, dictionary) else {
                    return false
                }
            }
        }
        let isPair =
            end - first == 2 && query.units[first].kind == .run && units[start + 1].isTight
            && query.units[first + 1].kind == .run
        conditions.append(
            Condition(
                start: start, end: units.count, hasWord: condition.hasWord,
                needsCheck: end - first > 1 && !isPair))
        return true
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
