import CPlatform

/// One unit of a text query with the terms it stands for.
struct ResolvedUnit: BitwiseCopyable {
    /// One term, or for a beginning all that begin so: from `low`, before `high`.
    var low: UInt32
    var high: UInt32
    /// Any form of the text's word will do, not only the word itself.
    var takesForms: Bool
    /// Asked for already by a unit before.
    var isRepeated = false
    /// Over all fields, the rows of a pair of words say more.
    var isInPair = false
    /// One of many terms, whose lists must be united.
    var isRange: Bool { high &- low > 1 }

    fileprivate func asksLike(_ other: ResolvedUnit) -> Bool {
        low == other.low && high == other.high && takesForms == other.takesForms
    }
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
        /// Over all fields, exactly the rows of a pair of words.
        var isPair: Bool
    }

    let units: Buffer<ResolvedUnit>
    let conditions: Buffer<Condition>
    /// Directly adjacent run characters, which have posting lists of their own.
    let pairs: Buffer<UInt32>
    /// Over all fields, rows where two frequent words stand together.
    let wordPairs: Buffer<RowSet>
    /// Working memory for keys of terms.
    let key: Buffer<UInt8>

    init(memory: ScratchMemory) {
        units = memory.buffer()
        conditions = memory.buffer()
        pairs = memory.buffer()
        wordPairs = memory.buffer()
        phrase = memory.buffer()
        key = memory.buffer()
    }

    /// The units again, as the stream has them, where conditions need a check of rows.
    let phrase: Buffer<cplatform_phrase_unit>
    /// Whether any condition needs a check of rows.
    func needsCheck(in scope: TextScope) -> Bool {
        for place in 0..<conditions.count where needsCheck(conditions[place], in: scope) {
            return true
        }
        return false
    }

    func needsCheck(_ condition: Condition, in scope: TextScope) -> Bool {
        !condition.isPair || scope != .everything
    }

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
        wordPairs.removeAll()
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
            var resolved = ResolvedUnit(
                low: terms.lowerBound, high: terms.upperBound,
                takesForms: isWord && place == first && !wholeWords && !condition.isQuoted)
            resolved.isRepeated = (0..<units.count).contains { units[$0].asksLike(resolved) }
            units.append(resolved)
            guard place > first else { continue }
            guard appendPair(place, begins: begins, query, index) else { return false }
        }
        let isRunPair = end - first == 2 && query.isRunPair(end - 1)
        if end - first > 1, !isRunPair {
            appendPhrase(condition, query, from: start, index.stream)
        }
        return true
    }
}
