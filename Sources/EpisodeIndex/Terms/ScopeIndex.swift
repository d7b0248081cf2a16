/// The rows of each term within some of the fields.
@safe struct ScopeIndex: BitwiseCopyable, Sendable {
    /// For each term the rows where some word has it as a form.
    private let forms: PostingLists
    private let formUnions: PrefixUnions
    /// For terms that some row has only as a part of a word: their number in `wholes`; `.max` for
    /// the others, whose `forms` are exact.
    private let wholeNumbers: View<UInt32>
    /// The rows where such a term is a word itself.
    private let wholes: PostingLists
    private let wholeUnions: PrefixUnions

    /// The rows of one term.
    /// - Parameter takesForms: parts of words count as well as words themselves.
    @inline(__always)
    func rows(_ term: UInt32, takesForms: Bool) -> RowSet {
        if takesForms { return forms[Int(term)] }
        let number = wholeNumbers[term]
        return number == .max ? forms[Int(term)] : wholes[Int(number)]
    }

    /// The rows of any of several terms, if prepared.
    func union(_ terms: Range<UInt32>, takesForms: Bool) -> RowSet? {
        if !takesForms, let rows = wholeUnions.rows(of: terms) { return rows }
        guard let rows = formUnions.rows(of: terms) else { return nil }
        // The prepared union of forms is that of whole words only where no term differs.
        return takesForms || !Self.differs(terms, wholeNumbers) ? rows : nil
    }

    private static func differs(_ terms: Range<UInt32>, _ wholeNumbers: View<UInt32>) -> Bool {
        terms.contains { wholeNumbers[$0] != .max }
    }

    init(
        _ terms: ScopeTerms, isPart: [Bool], _ dictionary: TermDictionary, tuning: IndexTuning,
        memory: IndexMemory
    ) {
        memory.purpose = "postings of words, \(terms.scope)"
        let forms = PostingLists(
            inverting: terms, valueCount: dictionary.count, tuning: tuning, memory: memory)
        memory.purpose = "postings of whole words, \(terms.scope)"
        let numbers = memory.take(dictionary.count, of: UInt32.self)
        var count = 0
        for term in 0..<dictionary.count {
            let isPart = isPart[term] && forms.count(term) > 0
            numbers[term] = isPart ? UInt32(count) : .max
            count += isPart ? 1 : 0
        }
        let wholes = PostingLists(
            inverting: WholeWords(
                stream: terms.stream, scope: terms.scope, numbers: numbers.view),
            valueCount: count, tuning: tuning, memory: memory)
        for term in 0..<dictionary.count where numbers[term] != .max {
            // Found as a part, but nowhere without being there as a word too.
            if wholes.count(Int(numbers[term])) == forms.count(term) { numbers[term] = .max }
        }
        let wholeNumbers = numbers.view
        memory.purpose = "prepared beginnings, \(terms.scope)"
        let rowCount = terms.rowCount
        formUnions = PrefixUnions(
            dictionary, rowCount: rowCount, tuning: tuning, memory: memory, rows: { forms[$0] })
        wholeUnions = PrefixUnions(
            dictionary, rowCount: rowCount, tuning: tuning, memory: memory,
            rows: { term in
                let number = wholeNumbers[term]
                return number == .max ? forms[term] : wholes[Int(number)]
            }, isWanted: { Self.differs($0, wholeNumbers) })
        self.forms = forms
        self.wholes = wholes
        self.wholeNumbers = wholeNumbers
    }
}
