import EpisodeModel
import TestSupport
import Testing

@testable import EpisodeIndex

/// Purpose: phrases are found wherever they stand and nowhere else, whether pairs of words, the
/// linear search or the plain one says so.
/// Method: texts and queries of very few words and signs, so that phrases repeat themselves, overlap
/// and break off late; compared with the naive engine.
struct PhraseAgainstNaiveTests {
    private static let words = [
        "a", "a", "a", "b", "b", "ab", "aB", "-", "-", "+", ",", "c++", "\u{54C8}", "\u{54C8}",
    ]
    private static let separators = [" ", " ", " ", " - ", ", ", "", "-", "-"]

    private static func text(_ count: Int, _ generator: inout SeededGenerator) -> String {
        // A stretch that comes back makes beginnings of phrases that end where the next one is on.
        let stretch = generator.number(1...4)
        var parts: [String] = []
        for place in 0..<count {
            let isCopy = place >= stretch && !generator.oneIn(5)
            parts.append(
                isCopy
                    ? parts[place - stretch]
                    : generator.pick(words) + generator.pick(separators))
        }
        return parts.joined()
    }

    private static func query(_ generator: inout SeededGenerator) -> EpisodeQuery {
        var query = EpisodeQuery()
        let text = text(generator.number(1...9), &generator)
        switch generator.number(0...4) {
        case 0: query.text = Array(text.utf8)
        case 1: query.text = Array("\"\(text)".utf8)
        case 2: query.text = Array("\"\(text)\" \(text)".utf8)
        default: query.text = Array("\"\(text)\"".utf8)
        }
        query.pageSize = 1_000
        query.sort = generator.oneIn(3) ? [.relevance] : [.field(.id, descending: false)]
        return query
    }

    @Test(.timeLimit(.minutes(10)))
    func `Phrases of few words get the naive engine's answers`() {
        for seed in UInt64(0)..<60 {
            var generator = SeededGenerator(seed: seed)
            let episodes = (1...UInt64(generator.number(1...40))).map { id in
                var episode = Episode(id: id, name: Self.text(generator.number(1...6), &generator))
                episode.description = Self.text(generator.number(0...60), &generator)
                episode.technology = Self.text(generator.number(0...3), &generator)
                return episode
            }
            let comparison = Comparison(episodes, seed: seed)
            for _ in 0..<60 { comparison.check(Self.query(&generator)) }
            if comparison.failureCount > 0 { return }
        }
    }
}
