/// Everything that text queries are answered from.
@safe struct TextIndex: Sendable {
    let dictionary: TermDictionary
    let stream: UnitStream
    let names: NameIndex
    /// Terms that are some word's form without being the word itself: a posting list of such a
    /// term holds rows where the word does not stand as a whole.
    let isPart: View<Bool>
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

    /// The rows of each term within some of the fields.
    @safe struct ScopeIndex: Sendable {
        let postings: PostingLists
        let unions: PrefixUnions
    }

    init(
        identities: ByteInterner, stream: RowLists, tuning: IndexTuning, memory: IndexMemory
    ) {
        var collector = TermCollector(identities: identities, stream: stream)
        let dictionary = collector.sort(memory: memory)
        func scopeIndex(_ scope: TextScope) -> ScopeIndex {
            let postings = PostingLists(
                inverting: collector.termLists(of: stream, scope: scope),
                valueCount: dictionary.count, tuning: tuning, memory: memory)
            let unions = PrefixUnions(
                dictionary, postings, rowCount: stream.rowCount, tuning: tuning, memory: memory)
            return ScopeIndex(postings: postings, unions: unions)
        }
        name = scopeIndex(.name)
        narrow = scopeIndex(.narrow)
        everything = scopeIndex(.everything)
        let forms = collector.formTerms
        let wholeTerms = (0..<forms.rowCount).map { identity in
            identity == 0 ? UInt32.max : forms.values[forms.range(identity).lowerBound]
        }
        self.stream = UnitStream(
            rows: KeptRowLists(stream, memory: memory), wholeTerms: memory.keep(wholeTerms),
            formTerms: KeptRowLists(forms, memory: memory),
            isLight: memory.keep(collector.isLight))
        names = NameIndex(self.stream, rowCount: stream.rowCount, memory: memory)
        isPart = memory.keep(collector.isPart)
        self.dictionary = dictionary
    }
}
