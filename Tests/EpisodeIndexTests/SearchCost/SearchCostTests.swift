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
                #expect(count < 50 * 100, "\(cost.name)")
            #else
                #expect(count == 0, "\(cost.name)")
            #endif
        }
    }

    @Test(.timeLimit(.minutes(5)))
    func `A row takes few bytes`() {
        let byteCount = CostCatalogue.index.memoryByteCount / CostCatalogue.rowCount
        #expect(byteCount < 3_000)
    }
}
