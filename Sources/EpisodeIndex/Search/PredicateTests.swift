import EpisodeModel

/// A predicate made ready: its value folded or looked up once, then asked of many rows.
struct PredicateTest: BitwiseCopyable {
    enum Kind {
        /// The rank in the column's order lies in `range`.
        case rank(RankColumn)
        /// The row has one of the values of a facet that are listed at `range` of `values`.
        case values(FacetRows)
        /// The text of a column passes; `range` of `bytes` is what is looked for.
        case text(PlainTextColumn, TextTest)
        /// The folded text of a column passes.
        case folded(SortableTextColumn, TextTest)
        /// The row has a text.
        case present(ByteTable)
    }

    let kind: Kind
    private let low: UInt32
    private let high: UInt32
    /// Rows pass that do not have this.
    let isNegated: Bool

    init(kind: Kind, range: Range<UInt32>, isNegated: Bool) {
        self.kind = kind
        low = range.lowerBound
        high = range.upperBound
        self.isNegated = isNegated
    }

    var range: Range<UInt32> { low..<high }

    /// Whether asking costs a scan of texts; such tests come last.
    var isSlow: Bool {
        switch kind {
        case .rank, .values: false
        case .text, .folded, .present: true
        }
    }
}

/// The predicates of a query made ready. Their memory is kept between queries.
struct PredicateTests: BitwiseCopyable {
    let tests: Buffer<PredicateTest>
    let values: Buffer<UInt32>
    let bytes: Buffer<UInt8>
    /// Working memory: a value folded.
    let folded: Buffer<UInt8>

    init(memory: ScratchMemory) {
        tests = memory.buffer()
        values = memory.buffer()
        bytes = memory.buffer()
        folded = memory.buffer()
    }

    func removeAll() {
        tests.removeAll()
        values.removeAll()
        bytes.removeAll()
    }

    /// What a test of texts looks for.
    func wanted(_ test: PredicateTest) -> View<UInt8> {
        bytes.view.part(from: Int(test.range.lowerBound), count: test.range.count)
    }
}
