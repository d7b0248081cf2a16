/// Everything that text queries are answered from.
@safe struct TextIndex: BitwiseCopyable, Sendable {
    let dictionary: TermDictionary
    let stream: UnitStream
    let names: NameIndex
    let wordPairs: WordPairs
    private let name: ScopeIndex
    private let narrow: ScopeIndex
    private let everything: ScopeIndex

    subscript(scope: TextScope) -> ScopeIndex {
        switch scope {
        case .name: name
        case .narrow: narrow
        case .everything: everything
        }
    }

    /// - Parameters:
    ///   - units: the texts of all rows; empty afterwards.
    ///   - order: for each row number as how many-th its row was added.
    init(
        _ units: inout UnitStreamBuilder, order: [UInt32], tuning: IndexTuning,
        memory: IndexMemory
    ) {
        memory.purpose = "dictionary"
        var collector = TermCollector(identities: units.identities, pairs: units.pairs)
        let dictionary = collector.sort(memory: memory)
        let numbering = IdentityNumbering(collector, units.pairs)
        let stream = UnitStream(units.rows, order: order, numbering, memory: memory)
        units = UnitStreamBuilder()
        func scopeIndex(_ scope: TextScope) -> ScopeIndex {
            memory.purpose = "postings of words, \(scope)"
            let terms = ScopeTerms(
                stream: stream, scope: scope, numbering: numbering,
                pairTerms: collector.pairTerms)
            return ScopeIndex(
                terms, isPart: collector.isPart, dictionary, tuning: tuning, memory: memory)
        }
        name = scopeIndex(.name)
        narrow = scopeIndex(.narrow)
        everything = scopeIndex(.everything)
        wordPairs = WordPairs(stream, dictionary, everything, tuning: tuning, memory: memory)
        memory.purpose = "names"
        names = NameIndex(stream, rowCount: order.count, memory: memory)
        self.stream = stream
        self.dictionary = dictionary
    }
}
