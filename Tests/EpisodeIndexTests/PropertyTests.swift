import EpisodeIndex
import EpisodeModel
import Foundation
import TestSupport
import Testing

/// Purpose: the engine answers every query as the rules say.
/// Method: random catalogues and queries, repeatable by their seed; rows, order, totals, counts and
/// whole cursor walks are compared with the naive engine. EPISODES_PROPERTY_ROUNDS sets the number
/// of catalogues, EPISODES_PROPERTY_SEED the first seed.
struct PropertyTests {
    private static let environment = ProcessInfo.processInfo.environment
    private static let roundCount =
        environment["EPISODES_PROPERTY_ROUNDS"].flatMap { Int($0) } ?? 40
    private static let firstSeed =
        environment["EPISODES_PROPERTY_SEED"].flatMap { UInt64($0) } ?? 1

    /// Mostly small catalogues: they reach more corners in the same time.
    private static func catalogue(seed: UInt64) -> [Episode] {
        var generator = SeededGenerator(seed: seed &* 31)
        let count =
            switch generator.number(0...29) {
            case 0: generator.number(0...1)
            // So large that lists, bitsets and unions have the sizes they have in earnest.
            case 1: generator.number(500...(generator.oneIn(8) ? 20_000 : 2_000))
            case 2...6: generator.number(64...300)
            default: generator.number(2...64)
            }
        var catalogue = RandomCatalogue(seed: seed)
        return catalogue.episodes(count: count)
    }

    @Test(.timeLimit(.minutes(60)))
    func `Random queries on random catalogues give the naive engine's answers`() throws {
        for seed in Self.firstSeed..<(Self.firstSeed + UInt64(Self.roundCount)) {
            let comparison = Comparison(Self.catalogue(seed: seed), seed: seed)
            var requests = RandomRequest(seed: seed &+ 1_000_000, from: comparison.episodes)
            for _ in 0..<30 {
                var query = requests.query()
                for _ in 0..<3 {
                    comparison.check(query)
                    query = requests.variation(of: query.text)
                }
            }
            if comparison.failureCount > 0 { return }
        }
    }

    @Test(.timeLimit(.minutes(60)))
    func `Walking by cursor visits every row once, in order, whatever the page sizes`() throws {
        for seed in Self.firstSeed..<(Self.firstSeed + UInt64(Self.roundCount)) {
            let comparison = Comparison(Self.catalogue(seed: seed), seed: seed)
            var requests = RandomRequest(seed: seed &+ 2_000_000, from: comparison.episodes)
            for _ in 0..<4 { comparison.checkWalk(requests.query(), using: &requests) }
            if comparison.failureCount > 0 { return }
        }
    }

    @Test(.timeLimit(.minutes(60)))
    func `A cursor made from a row that the catalogue does not hold finds its place`() throws {
        for seed in Self.firstSeed..<(Self.firstSeed + UInt64(Self.roundCount)) {
            var catalogue = RandomCatalogue(seed: seed)
            let episodes = catalogue.episodes(count: 60)
            let comparison = Comparison(Array(episodes.prefix(40)), seed: seed)
            var requests = RandomRequest(seed: seed &+ 3_000_000, from: comparison.episodes)
            for (number, gone) in episodes.dropFirst(40).enumerated() {
                var query = requests.query()
                query.cursor = NaiveEngine.cursor(
                    after: gone, textClass: query.hasText ? number % 5 : 0, of: query)
                comparison.check(query)
            }
            if comparison.failureCount > 0 { return }
        }
    }

    @Test func `Row numbers, lookups and facet values agree with the rows`() throws {
        for seed in Self.firstSeed..<(Self.firstSeed + 40) {
            let comparison = Comparison(Self.catalogue(seed: seed), seed: seed)
            comparison.checkRowNumbers()
            comparison.checkLookups()
        }
    }
}
