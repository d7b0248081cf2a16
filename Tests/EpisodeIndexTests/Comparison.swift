import EpisodeModel
import TestSupport
import Testing

@testable import EpisodeIndex

/// One catalogue in both engines. Differences become issues that say how to repeat them, with the
/// fewest rows that still show them.
final class Comparison {
    let episodes: [Episode]
    private let seed: UInt64
    private let index: CatalogIndex
    private let naive: NaiveEngine
    private let scratch = SearchScratch()
    private(set) var failureCount = 0

    /// Small catalogues get every form of set that usually only large ones have.
    private static let tunings = [
        IndexTuning(),
        IndexTuning(
            denseDivisor: 32, denseMinimum: 4, unionMinimum: 6, unionDivisor: 64, pairMinimum: 3),
        // Bitsets alone, and every beginning united.
        IndexTuning(
            denseDivisor: 1_000_000, denseMinimum: 0, unionMinimum: 0, unionDivisor: 1_000,
            pairMinimum: 0, pairDivisor: 1_000_000),
        // Lists alone, and no beginning.
        IndexTuning(denseDivisor: 1, denseMinimum: 1 << 30, unionMinimum: 1 << 30, unionDivisor: 1),
    ]

    init(_ episodes: [Episode], seed: UInt64) {
        self.episodes = episodes
        self.seed = seed
        let builder = IndexBuilder(tuning: Self.tunings[Int(seed % 4)])
        for episode in episodes { builder.add(episode) }
        index = builder.finish()
        naive = NaiveEngine(episodes)
    }

    /// Compares the answers to one query.
    func check(_ query: EpisodeQuery) {
        guard let difference = difference(query) else { return }
        report(difference, query)
    }

    /// What differs, in words; nil when nothing does.
    func difference(_ query: EpisodeQuery) -> String? {
        do {
            try index.search(query, using: scratch)
        } catch {
            return naive.isRefused(query) ? nil : "was refused: \(error)"
        }
        if naive.isRefused(query) { return "was not refused" }
        let expected = naive.answer(query)
        let ids = scratch.rows.map { episodes[Int(index.insertionNumbers[Int($0)])].id }
        if ids != expected.ids { return "rows \(ids), not \(expected.ids)" }
        let isExempt = query.skipsTotal && scratch.totalSize == -1
        if !isExempt && scratch.totalSize != expected.totalSize {
            return "total \(scratch.totalSize), not \(expected.totalSize)"
        }
        if scratch.hasMore != expected.hasMore {
            return "hasMore \(scratch.hasMore), not \(expected.hasMore)"
        }
        if scratch.facets != expected.facets {
            return "facets \(brief(scratch.facets)), not \(brief(expected.facets))"
        }
        if let wanted = expected.nextCursor {
            let cursor = index.cursor(afterRowAt: ids.count - 1, of: query, in: scratch)
            if cursor != wanted { return "cursor \(cursor), not \(wanted)" }
        }
        return nil
    }

    /// Follows the engine's cursors to the end.
    func checkWalk(_ start: EpisodeQuery, using requests: inout RandomRequest) {
        var query = start
        query.pageSize = 1_000
        query.skip = 0
        guard !naive.isRefused(query) else { return }
        var expected: [UInt64] = []
        repeat {
            let answer = naive.answer(query)
            expected += answer.ids
            query.cursor = answer.hasMore ? answer.nextCursor : nil
        } while query.cursor != nil
        var found: [UInt64] = []
        repeat {
            query.pageSize = requests.pageSize()
            guard (try? index.search(query, using: scratch)) != nil else {
                return report("the walk was refused", query)
            }
            found += scratch.rows.map { episodes[Int(index.insertionNumbers[Int($0)])].id }
            guard scratch.hasMore, found.count <= expected.count else { break }
            query.cursor = index.cursor(
                afterRowAt: scratch.rows.count - 1, of: query, in: scratch)
        } while true
        if found != expected { report("the walk gave \(found), not \(expected)", query) }
    }

    /// Row numbers follow popularity, highest first and absent last, then id.
    func checkRowNumbers() {
        var query = EpisodeQuery()
        query.sort = [.field(.popularity, descending: true)]
        query.pageSize = max(1, episodes.count)
        let ids = index.insertionNumbers.map { episodes[Int($0)].id }
        #expect(index.rowCount == episodes.count)
        #expect(ids == naive.answer(query).ids, "seed \(seed)")
    }

    func checkLookups() {
        func position(_ row: UInt32?) -> Int? { row.map { Int(index.insertionNumbers[Int($0)]) } }
        for (number, episode) in episodes.enumerated() {
            #expect(position(index.rowNumber(id: episode.id)) == number, "seed \(seed)")
            guard let video = episode.videoIdentifier else { continue }
            let smallest = episodes.filter { $0.videoIdentifier == video }.map(\.id).min()
            let row = position(index.rowNumber(videoIdentifier: video))
            #expect(row.map { episodes[$0].id } == smallest, "seed \(seed)")
        }
        let ids = Set(episodes.map(\.id))
        for id in ids.flatMap({ [$0 &+ 1, $0 &- 1] }) + [0, .max] where !ids.contains(id) {
            #expect(index.rowNumber(id: id) == nil, "seed \(seed)")
        }
        #expect(index.rowNumber(videoIdentifier: 0) == nil)
        #expect(index.allFacetValues() == naive.allFacetValues(), "seed \(seed)")
    }

    private func report(_ difference: String, _ query: EpisodeQuery) {
        failureCount += 1
        guard failureCount <= 3 else { return }
        let rows = fewestRows(showing: query)
        let shown = rows.count <= 5 ? rows.map { "\n    \($0)" }.joined() : ""
        let again = Comparison(rows, seed: seed).difference(query) ?? difference
        Issue.record(
            """
            \(difference)
              seed \(seed), \(episodes.count) rows
              \(query.summary)
              with \(rows.count) rows: \(again)\(shown)
            """)
    }

    /// Leaves out rows as long as both engines still differ.
    private func fewestRows(showing query: EpisodeQuery) -> [Episode] {
        var rows = episodes
        var length = rows.count / 2
        while length > 0 {
            var start = 0
            while start < rows.count {
                var fewer = rows
                fewer.removeSubrange(start..<min(start + length, rows.count))
                if Comparison(fewer, seed: seed).difference(query) != nil {
                    rows = fewer
                } else {
                    start += length
                }
            }
            length /= 2
        }
        return rows
    }

    private func brief(_ facets: [FacetCounts]) -> String {
        facets.map { counts in
            let values = counts.values.prefix(12).map {
                "\($0.value.debugDescription)\($0.isSelected ? "*" : "") \($0.count)"
            }
            return "\(counts.facet.name)(\(counts.values.count)): " + values.joined(separator: ", ")
        }.joined(separator: "; ")
    }
}

extension EpisodeQuery {
    /// Whether the text is a filter at all.
    var hasText: Bool { NaiveText.parse(String(decoding: text, as: UTF8.self)) != nil }

    /// Every part that is set, in one line.
    var summary: String {
        var parts = ["text \(String(decoding: text, as: UTF8.self).debugDescription)"]
        parts.append("sort \(sort.map(\.text).joined(separator: ","))")
        parts.append("page \(pageSize) skip \(skip)\(skipsTotal ? " no total" : "")")
        if !domains.isEmpty { parts.append("domains \(domains)") }
        if !difficulties.isEmpty { parts.append("difficulties \(difficulties)") }
        if !contentTypes.isEmpty { parts.append("types \(contentTypes.strings)") }
        if !subscriptionTypes.isEmpty { parts.append("subscriptions \(subscriptionTypes.strings)") }
        if !features.isEmpty { parts.append("features \(features.strings)") }
        for predicate in predicates {
            parts.append(
                "\(predicate.field.name) \(predicate.comparison.name) \(predicate.value)"
                    + (predicate.isExact ? " exact" : ""))
        }
        if !ids.isEmpty { parts.append("ids \(ids)") }
        if !facets.isEmpty { parts.append("facets \(facets.map(\.name))") }
        if let cursor { parts.append("cursor \(cursor)") }
        return parts.joined(separator: "; ")
    }
}
