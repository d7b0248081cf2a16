/// One unit of a text query with the terms it stands for.
struct ResolvedUnit: BitwiseCopyable {
    /// One term, or for a beginning all that begin so: from `low`, before `high`.
    var low: UInt32
    var high: UInt32
    var kind: UnitKind
    /// Any form of the text's word will do, not only the word itself.
    var takesForms: Bool
    /// Must follow the unit before it without a space.
    var isTight: Bool

    var terms: Range<UInt32> { low..<high }

    /// Whether a term is among those it stands for.
    func contains(_ term: UInt32) -> Bool { term &- low < high &- low }
}

/// A text query with its units looked up in the dictionary; reused from search to search.
struct ResolvedText {
    struct Condition: BitwiseCopyable {
        /// Its units' positions in `units`: from `start`, before `end`.
        var start: Int
        var end: Int
        /// Light signs may stand between its chunks.
        var hasWord: Bool
        /// The rows of its terms may hold rows that do not match.
        var needsCheck: Bool
    }

    let units = Buffer<ResolvedUnit>()
    let conditions = Buffer<Condition>()
    /// Directly adjacent run characters, which have posting lists of their own.
    private(set) var pairs: [Range<UInt32>] = []
    /// Every unit has a term; without, nothing can match.
    private(set) var isPossible = true
    private var key: [UInt8] = []

    /// Whether any condition needs a check of rows.
    var needsCheck: Bool { (0..<conditions.count).contains { conditions[$0].needsCheck } }

    /// Looks everything up.
    ///
    /// - Parameter wholeWords: ask for the words themselves, not for forms and beginnings.
    mutating func assign(_ query: [TextCondition], wholeWords: Bool, in index: TextIndex) {
        units.removeAll()
        conditions.removeAll()
        pairs.removeAll(keepingCapacity: true)
        isPossible = true
        for condition in query {
            append(condition, wholeWords: wholeWords, in: index)
            guard isPossible else { return }
        }
    }

    private mutating func append(
        _ condition: TextCondition, wholeWords: Bool, in index: TextIndex
    ) {
        let start = units.count
        let last = condition.units.count - 1
        for (place, unit) in condition.units.enumerated() {
            let isWord = unit.kind == .word
            let begins =
                isWord && place == last && !wholeWords
                && (!condition.isQuoted || condition.isOpen)
            key.removeAll(keepingCapacity: true)
            key.append(TermKind(unit.kind).rawValue)
            key.append(contentsOf: unit.text)
            let terms =
                begins ? index.dictionary.range(beginning: key) : index.dictionary.range(of: key)
            units.append(
                ResolvedUnit(
                    low: terms.lowerBound, high: terms.upperBound, kind: unit.kind,
                    takesForms: isWord && place == 0 && !wholeWords && !condition.isQuoted,
                    isTight: place > 0 && condition.isTight[place]))
            if terms.isEmpty { isPossible = false }
            if place > 0, condition.isTight[place], unit.kind == .run,
                condition.units[place - 1].kind == .run
            {
                appendPair(condition.units[place - 1], unit, in: index)
            }
        }
        conditions.append(
            Condition(
                start: start, end: units.count, hasWord: condition.hasWord,
                needsCheck: needsCheck(start..<units.count, in: index)))
    }

    private mutating func appendPair(
        _ first: TextUnit, _ second: TextUnit, in index: TextIndex
    ) {
        key.removeAll(keepingCapacity: true)
        key.append(TermKind.pair.rawValue)
        key.append(contentsOf: first.text)
        key.append(contentsOf: second.text)
        let terms = index.dictionary.range(of: key)
        pairs.append(terms)
        if terms.isEmpty { isPossible = false }
    }

    private func needsCheck(_ range: Range<Int>, in index: TextIndex) -> Bool {
        guard !range.isEmpty else { return false }
        let first = units[range.lowerBound]
        let last = units[range.upperBound - 1]
        if range.count == 1 {
            // A list of forms is exact unless the word itself is asked for and some word has it
            // only as a part.
            return first.kind == .word && !first.takesForms
                && first.terms.contains { index.isPart[$0] }
        }
        let isPair = range.count == 2 && first.kind == .run && last.kind == .run && last.isTight
        return !isPair
    }
}
