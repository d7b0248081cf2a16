import CAllocationCounter
import EpisodeModel
import Testing

@testable import EpisodeIndex

/// Purpose: what a search costs does not grow unnoticed.
/// Method: counts that do not depend on the machine: heap allocations, rows and words of row sets
/// looked at, bytes of the index; one query of each kind on a catalogue of 20,000 rows.
struct SearchCostTests {
    @Test(.timeLimit(.minutes(5)))
    func `Each kind of query looks at no more rows and words than it needs`() throws {
        let scratch = SearchScratch()
        for cost in try CostClass.all() {
            try CostCatalogue.index.search(cost.query, using: scratch)
            #expect(scratch.visitedWordCount <= cost.wordCount, "\(cost.name)")
            #expect(scratch.visitedRowCount <= cost.rowCount, "\(cost.name)")
        }
    }

    /// Without optimisation the compiler boxes some values; what counts are builds that ship.
    @Test(
        .timeLimit(.minutes(5)),
        .enabled(if: allocation_counter_count() >= 0, "this build cannot count allocations"))
    func `No kind of query allocates in the steady state`() throws {
        let scratch = SearchScratch()
        var cursor = Cursor(keys: [], id: 0)
        for cost in try CostClass.all() {
            func run(_ count: Int) throws {
                for _ in 0..<count {
                    try CostCatalogue.index.search(cost.query, using: scratch)
                    guard !scratch.rows.isEmpty else { continue }
                    CostCatalogue.index.writeCursor(
                        afterRowAt: 0, of: cost.query, in: scratch, to: &cursor)
                }
            }
            try run(3)
            let before = allocation_counter_count()
            try run(50)
            let count = allocation_counter_count() - before
            #if DEBUG
                #expect(count < 50 * 400, "\(cost.name)")
            #else
                #expect(count == 0, "\(cost.name)")
            #endif
        }
    }

    /// What a row may take at most, by purpose: a tenth more than when it was measured.
    private static let byteCountMaxima = [
        "orders and numbers": 96,
        "texts to sort by": 115,
        "texts to compare": 214,
        "facets": 43,
        "dictionary": 47,
        "forms of words": 16,
        "unit stream": 189,
        "postings of words, name": 31,
        "postings of whole words, name": 4,
        "prepared beginnings, name": 5,
        "postings of words, narrow": 36,
        "postings of whole words, narrow": 4,
        "prepared beginnings, narrow": 7,
        "postings of words, everything": 140,
        "postings of whole words, everything": 4,
        "prepared beginnings, everything": 24,
        "pairs of frequent words": 11,
        "names": 14,
    ]

    @Test(.timeLimit(.minutes(5)), arguments: CostCatalogue.index.memoryUses)
    func `A row takes few bytes for each purpose`(use: MemoryUse) throws {
        let maximum = try #require(Self.byteCountMaxima[use.purpose], "\(use.purpose)")
        #expect(use.byteCount <= maximum * CostCatalogue.rowCount, "\(use.purpose)")
    }
}
