import EpisodeModel
import TestSupport
import Testing

@testable import EpisodeIndex

/// Purpose: an index with changes beside it answers like one built anew.
/// Method: random catalogues of which rows are changed, deleted and added, from few to all; random
/// requests cut from the rows before and after, walked by cursor; the judges are the naive engine
/// and a full build.
struct LayeredIndexTests {
    @Test(.timeLimit(.minutes(10)), arguments: [0, 1, 5, 60, 400])
    func `Changes beside an index give the answers of an index built anew`(rowCount: Int) {
        for seed in 0..<UInt64(rowCount > 100 ? 6 : 12) {
            let pair = ChangedCatalogue(seed: seed, rowCount: rowCount)
            var requests = RandomRequest(seed: seed, from: pair.before + pair.after)
            for _ in 0..<40 where pair.failureCount < 3 {
                pair.check(requests.query(), using: &requests)
            }
            pair.checkLookups()
        }
    }

    @Test(.timeLimit(.minutes(30)))
    func `A catalogue of 20,000 rows with 100 changes answers like one built anew`() {
        let pair = ChangedCatalogue(seed: 77, rowCount: 20_000, changeCount: 100)
        var requests = RandomRequest(seed: 5, from: Array(pair.after.suffix(300)))
        for _ in 0..<3 { pair.check(requests.query(), using: &requests) }
    }

    @Test func `Rows of the top that were all removed do not hide those behind them`() throws {
        let before = (1...300).map { id in
            var episode = Episode(id: UInt64(id), name: "Episode")
            episode.popularity = Double(1_000 - id)
            return episode
        }
        let pair = ChangedCatalogue(before: before, removed: Set(1...290), added: [])
        var query = EpisodeQuery()
        query.sort = [.field(.popularity, descending: true)]
        query.pageSize = 5
        #expect(pair.layeredIDs(query) == [291, 292, 293, 294, 295])
        query.skip = 8
        #expect(pair.layeredIDs(query) == [299, 300])
        query.skip = 10
        #expect(pair.layeredIDs(query) == [])
    }
}

/// A catalogue before and after a change, in every engine.
final class ChangedCatalogue {
    let before: [Episode]
    let after: [Episode]
    private(set) var failureCount = 0
    private let seed: UInt64
    private let layered: LayeredIndex
    private let layeredIDs: [UInt64]
    private let rebuilt: CatalogIndex
    private let naive: NaiveEngine
    private let scratch = SearchScratch()
    private let rebuiltScratch = SearchScratch()

    /// Changes a random share of the rows.
    convenience init(seed: UInt64, rowCount: Int, changeCount: Int? = nil) {
        var generator = SeededGenerator(seed: seed &+ 99)
        var catalogue = RandomCatalogue(seed: seed &* 7 &+ UInt64(rowCount))
        let some =
            changeCount ?? generator.number(0...max(2, rowCount / generator.pick([1, 3, 9])))
        let all = catalogue.episodes(count: rowCount + some)
        let before = Array(all.prefix(rowCount))
        var removed: Set<UInt64> = []
        var added: [Episode] = []
        for var episode in all.dropFirst(rowCount) {
            switch generator.number(0...3) {
            case 0: added.append(episode)
            case 1:
                if let old = before.randomElement(using: &generator) { removed.insert(old.id) }
            default:
                guard let old = before.randomElement(using: &generator) else { continue }
                guard removed.insert(old.id).inserted else { continue }
                episode.id = old.id
                // Now and then only one field differs, so that the row keeps its place.
                if generator.oneIn(3) {
                    var changed = old
                    changed.features = episode.features
                    episode = changed
                }
                added.append(episode)
            }
        }
        self.init(before: before, removed: removed, added: added, seed: seed)
    }

    init(before: [Episode], removed: Set<UInt64>, added: [Episode], seed: UInt64 = 0) {
        self.before = before
        self.seed = seed
        after = before.filter { !removed.contains($0.id) } + added
        func build(_ episodes: [Episode]) -> CatalogIndex {
            let builder = IndexBuilder()
            for episode in episodes { builder.add(episode) }
            return builder.finish()
        }
        let base = build(before)
        let addedIndex = build(added)
        let changes = IndexChanges(
            of: base, removed: build(before.filter { removed.contains($0.id) }),
            removedRows: removed.compactMap { base.rowNumber(id: $0) }, added: addedIndex)
        layered = LayeredIndex(base, changes)
        layeredIDs =
            base.insertionNumbers.map { before[Int($0)].id }
            + addedIndex.insertionNumbers.map { added[Int($0)].id }
        rebuilt = build(after)
        naive = NaiveEngine(after)
    }

    func layeredIDs(_ query: EpisodeQuery) -> [UInt64] {
        do { try layered.search(query, using: scratch) } catch { return [] }
        return scratch.rows.map { layeredIDs[Int($0)] }
    }

    /// Compares the answers to a query and to the pages after it.
    func check(_ first: EpisodeQuery, using requests: inout RandomRequest) {
        var query = first
        for _ in 0..<4 {
            if naive.isRefused(query) {
                #expect(throws: EpisodeError.self) {
                    try layered.search(query, using: scratch)
                }
                return
            }
            let expected = naive.answer(query)
            let ids = layeredIDs(query)
            do { try rebuilt.search(query, using: rebuiltScratch) } catch { Issue.record(error) }
            let isSame =
                ids == expected.ids && scratch.totalSize == expected.totalSize
                && scratch.hasMore == expected.hasMore && scratch.facets == expected.facets
                && rebuiltScratch.rows.map { after[Int(rebuilt.insertionNumbers[Int($0)])].id }
                    == ids
                && rebuiltScratch.totalSize == scratch.totalSize
                && rebuiltScratch.facets == scratch.facets
            guard isSame else {
                failureCount += 1
                Issue.record(
                    """
                    seed \(seed), \(before.count) rows before, \(after.count) after
                      \(query.summary)
                      rows \(ids), not \(expected.ids); total \(scratch.totalSize), not \
                    \(expected.totalSize); more \(scratch.hasMore), not \(expected.hasMore)
                      \(scratch.facets)
                      the index built anew has \(rebuiltScratch.facets)
                    """)
                return
            }
            guard let cursor = expected.nextCursor else { return }
            #expect(layered.cursor(afterRowAt: ids.count - 1, of: query, in: scratch) == cursor)
            query.cursor = cursor
            query.pageSize = requests.pageSize()
        }
    }

    func checkLookups() {
        #expect(layered.rowCount == after.count, "seed \(seed)")
        #expect(layered.allFacetValues() == naive.allFacetValues(), "seed \(seed)")
        let held = Set(after.map(\.id))
        for episode in before + after {
            let row = layered.rowNumber(id: episode.id)
            #expect(
                row.map { layeredIDs[Int($0)] } == (held.contains(episode.id) ? episode.id : nil))
            if let row { #expect(layered.id(ofRow: row) == episode.id) }
            guard let video = episode.videoIdentifier else { continue }
            let smallest = after.filter { $0.videoIdentifier == video }.map(\.id).min()
            let found = layered.rowNumber(videoIdentifier: video)
            #expect(found.map { layeredIDs[Int($0)] } == smallest, "seed \(seed)")
        }
        var rows: [UInt64] = []
        layered.forEachRow { rows.append(layeredIDs[Int($0)]) }
        #expect(rows.sorted() == held.sorted())
    }
}
