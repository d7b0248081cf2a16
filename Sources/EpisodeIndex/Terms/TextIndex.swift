/// Everything that text queries are answered from.
@safe struct TextIndex: BitwiseCopyable, Sendable {
    let dictionary: TermDictionary
    let stream: UnitStream
    let names: NameIndex
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

    init(
        identities: ByteInterner, stream: RowLists, tuning: IndexTuning, memory: IndexMemory
    ) {
        var collector = TermCollector(identities: identities, stream: stream)
        let dictionary = collector.sort(memory: memory)
        func scopeIndex(_ scope: TextScope) -> ScopeIndex {
            ScopeIndex(
                scope, collector, dictionary, stream: stream, tuning: tuning, memory: memory)
        }
        name = scopeIndex(.name)
        narrow = scopeIndex(.narrow)
        everything = scopeIndex(.everything)
        self.stream = UnitStream(stream, collector, memory: memory)
        names = NameIndex(self.stream, rowCount: stream.rowCount, memory: memory)
        self.dictionary = dictionary
    }
}
