import EpisodeModel
import TestSupport
import Testing

@testable import EpisodeIndex

/// Purpose: totals that are remembered are those of the same selections in the same index.
/// Method: few features and alternatives on rows enough for bitsets, asked for in turn of two
/// indexes with one scratch, and compared with the naive engine.
struct FilterTotalsTests {
    private static func episodes(seed: UInt64) -> [Episode] {
        var generator = SeededGenerator(seed: seed)
        return (1...UInt64(400)).map { id in
            var episode = Episode(id: id, name: "Row")
            episode.features = generator.some(["a", "b", "c"], atMost: 3)
            episode.domains = generator.some([1, 2], atMost: 2).sorted()
            episode.popularity = Double(generator.number(1...9))
            return episode
        }
    }

    @Test func `A total asked for again is the same, and another index has its own`() throws {
        var generator = SeededGenerator(seed: 5)
        let both = (1...UInt64(2)).map { Self.episodes(seed: $0) }
        let indexes = both.map { rows in
            let builder = IndexBuilder()
            for row in rows { builder.add(row) }
            return builder.finish()
        }
        let naive = both.map { NaiveEngine($0) }
        let scratch = SearchScratch()
        var repeats = 0
        for _ in 0..<600 {
            var query = EpisodeQuery()
            query.features = TextList(generator.some(["a", "b", "c"], atMost: 3))
            query.domains = generator.some([1, 2, 9], atMost: 2).sorted()
            if generator.oneIn(3) { query.features.removeAll() }
            if generator.oneIn(4) { query.facets = [.domain] }
            query.sort = [
                generator.pick([
                    .field(.popularity, descending: true), .field(.id, descending: false),
                    .field(.duration, descending: false),
                ])
            ]
            query.pageSize = generator.pick([0, 1, 20, 500])
            query.skip = generator.pick([0, 0, 30, 399])
            let number = generator.number(0...1)
            try indexes[number].search(query, using: scratch)
            let expected = naive[number].answer(query)
            let ids = scratch.rows.map {
                both[number][Int(indexes[number].insertionNumbers[Int($0)])].id
            }
            #expect(ids == expected.ids && scratch.totalSize == expected.totalSize)
            // A page of no rows only counts.
            #expect(scratch.hasMore == (query.pageSize > 0 && expected.hasMore))
            if query.features.count > 1, scratch.visitedWordCount < 7 { repeats += 1 }
        }
        #expect(repeats > 0, "no total was remembered")
    }

    @Test func `A total that is remembered is not counted again`() throws {
        var query = EpisodeQuery()
        query.features = TextList(["captions", "quiz"])
        query.sort = [.field(.popularity, descending: true)]
        let scratch = SearchScratch()
        try CostCatalogue.index.search(query, using: scratch)
        let (total, words) = (scratch.totalSize, scratch.visitedWordCount)
        try CostCatalogue.index.search(query, using: scratch)
        #expect(scratch.totalSize == total)
        #expect(scratch.visitedWordCount * 4 < words)
    }
}
