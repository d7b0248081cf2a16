import EpisodeModel
import TestSupport
import Testing

@testable import EpisodeIndex

/// Purpose: the engine answers like the naive one, whatever form its sets take.
/// Method: seeded random catalogues and requests; a tuning that turns lists into bitsets and
/// prepares unions with few rows, so that every form meets every other.
struct EngineAgainstNaiveTests {
    private static let eager = IndexTuning(
        denseDivisor: 128, denseMinimum: 8, unionMinimum: 10, unionDivisor: 256,
        pairMinimum: 5)

    @Test(.timeLimit(.minutes(10)), arguments: [0, 1, 2, 5, 40, 300, 900])
    func `Random requests get the naive engine's answers`(rowCount: Int) {
        for seed in 0..<3 {
            var catalogue = RandomCatalogue(seed: UInt64(seed * 1_000 + rowCount))
            let episodes = catalogue.episodes(count: rowCount)
            let naive = NaiveEngine(episodes)
            let builder = IndexBuilder(tuning: seed == 0 ? IndexTuning() : Self.eager)
            for episode in episodes { builder.add(episode) }
            let index = builder.finish()
            let scratch = SearchScratch()
            var requests = RandomRequest(seed: UInt64(seed), from: episodes)
            var failures = 0
            for _ in 0..<(rowCount > 100 ? 250 : 120) where failures < 3 {
                var query = requests.query()
                guard !naive.isRefused(query) else {
                    #expect(throws: EpisodeError.self) { try index.search(query, using: scratch) }
                    continue
                }
                for _ in 0..<3 {
                    let expected = Answer(naive.answer(query))
                    let actual = Self.answer(query, index, scratch, episodes)
                    if actual != expected {
                        failures += 1
                        Issue.record("\(Self.describe(query))\n\(actual)\n\(expected)")
                        break
                    }
                    guard let cursor = expected.nextCursor else { break }
                    query.cursor = cursor
                    query.pageSize = requests.pageSize()
                }
            }
        }
    }

    private static func answer(
        _ query: EpisodeQuery, _ index: CatalogIndex, _ scratch: SearchScratch,
        _ episodes: [Episode]
    ) -> Answer? {
        do throws(EpisodeError) {
            try index.search(query, using: scratch)
        } catch {
            Issue.record(error)
            return nil
        }
        let ids = scratch.rows.map { episodes[Int(index.insertionNumbers[Int($0)])].id }
        return Answer(
            ids: ids, totalSize: scratch.totalSize, hasMore: scratch.hasMore,
            facets: scratch.facets,
            nextCursor: ids.isEmpty
                ? nil : index.cursor(afterRowAt: ids.count - 1, of: query, in: scratch))
    }

    private static func describe(_ query: EpisodeQuery) -> String {
        "text: \(String(decoding: query.text, as: UTF8.self)) \(query)"
    }
}

/// What both engines say of one query.
private struct Answer: Equatable {
    var ids: [UInt64]
    var totalSize: Int64
    var hasMore: Bool
    var facets: [FacetCounts]
    var nextCursor: Cursor?
}

extension Answer {
    init(_ naive: NaiveAnswer) {
        self.init(
            ids: naive.ids, totalSize: naive.totalSize, hasMore: naive.hasMore,
            facets: naive.facets, nextCursor: naive.nextCursor)
    }
}
