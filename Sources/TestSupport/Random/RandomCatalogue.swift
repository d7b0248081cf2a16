public import EpisodeModel

/// Makes catalogues that are unpleasant on purpose: many ties, absent values, extreme numbers and
/// few words, so that queries hit often. The same seed gives the same rows.
public struct RandomCatalogue {
    private var generator: SeededGenerator
    private let words: [String]
    private let names: [String]
    private let parents: [String]
    private let contentTypes: [String]
    private let subscriptionTypes: [String]
    private let features: [String]
    private let domains: [UInt32]
    private let days: [Int64]

    public init(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let words = generator.some(RandomWords.vocabulary, atMost: 60) + ["Swift", "Map"]
        self.words = words
        func texts(_ count: Int, words wordCount: ClosedRange<Int>) -> [String] {
            (0..<count).map { _ in
                RandomWords.text(
                    of: words, count: generator.number(wordCount), using: &generator)
            }.filter { !$0.isEmpty && $0.utf8.count <= 256 } + ["Introduction"]
        }
        names = texts(generator.number(1...60), words: 1...5)
        parents = texts(generator.number(1...(generator.oneIn(8) ? 150 : 12)), words: 1...3)
        contentTypes =
            ["episode", "screencast", "Episode", "\u{5165}\u{95E8}"]
            + (generator.oneIn(8) ? (0..<130).map { "type \($0)" } : [])
        subscriptionTypes = ["free", "beginner", "professional"]
        features = texts(generator.number(1...(generator.oneIn(8) ? 140 : 14)), words: 1...2)
        domains =
            [1, 2, 3, 5, 8, 9, 10, .max]
            + (generator.oneIn(8) ? Array(1_000..<1_120) : [])
        days = (0..<generator.number(1...40)).map { _ in Int64(generator.number(-40_000...40_000)) }
        self.generator = generator
    }

    /// Rows with ids that differ, in no order.
    public mutating func episodes(count: Int) -> [Episode] {
        var ids: Set<UInt64> = []
        var episodes: [Episode] = []
        let areSmall = generator.oneIn(2)
        while episodes.count < count {
            let id = areSmall ? UInt64(generator.number(1...(count * 2))) : hugeID()
            if ids.insert(id).inserted { episodes.append(episode(id: id)) }
        }
        return episodes
    }

    private mutating func hugeID() -> UInt64 {
        switch generator.number(0...3) {
        case 0: .max - UInt64(generator.number(0...100_000))
        case 1: UInt64(generator.number(1...100_000))
        default: max(1, generator.next())
        }
    }

    private mutating func episode(id: UInt64) -> Episode {
        var episode = Episode(id: id, name: text(among: names, words: 1...6))
        if episode.name.isEmpty { episode.name = "-" }
        if generator.oneIn(2) { episode.description = text(words: 0...25) }
        if generator.oneIn(3) { episode.descriptionHTML = "<p>\(text(words: 0...3))</p>" }
        if generator.oneIn(2) { episode.parentName = text(among: parents, words: 1...3) }
        episode.domains = generator.some(domains, atMost: 3).sorted()
        episode.difficulty = generator.pick(Difficulty.allCases)
        if !generator.oneIn(6) { episode.contentType = generator.pick(contentTypes) }
        if !generator.oneIn(6) { episode.subscriptionType = generator.pick(subscriptionTypes) }
        if !generator.oneIn(5) { episode.releasedAt = moment() }
        if !generator.oneIn(5) { episode.popularity = popularity() }
        if !generator.oneIn(5) { episode.durationSeconds = number32() }
        if generator.oneIn(2) {
            episode.videoIdentifier = hugeID() % (generator.oneIn(2) ? 9 : .max)
        }
        if episode.videoIdentifier == 0 { episode.videoIdentifier = nil }
        episode.features = distinct(generator.some(features, atMost: 5))
        if generator.oneIn(3) { episode.uri = "https://example.org/\(text(words: 0...2))" }
        if generator.oneIn(3) { episode.artworkURL = "https://example.org/\(id % 5).png" }
        if generator.oneIn(3) { episode.technology = text(words: 0...3) }
        if generator.oneIn(3) { episode.contributors = text(words: 0...4) }
        if generator.oneIn(2) { episode.ordinal = number32() }
        return episode
    }

    private mutating func text(words count: ClosedRange<Int>) -> String {
        RandomWords.text(of: words, count: generator.number(count), using: &generator)
    }

    /// One of the common texts, so that rows tie, or now and then its own.
    private mutating func text(among texts: [String], words count: ClosedRange<Int>) -> String {
        generator.oneIn(4) ? text(words: count) : generator.pick(texts)
    }

    private mutating func moment() -> Timestamp? {
        switch generator.number(0...9) {
        case 0: return Timestamp.minimum
        case 1: return Timestamp.maximum
        case 2: return Timestamp(microsecondsSinceEpoch: Int64(generator.number(-9...9)))
        default:
            let seconds = generator.pick(days) * 86_400
            return Timestamp(seconds: seconds, nanoseconds: generator.oneIn(3) ? 500_000_000 : 0)
        }
    }

    private mutating func popularity() -> Double {
        let extremes = [
            1e300, -1e300, .greatestFiniteMagnitude, .leastNonzeroMagnitude,
            -.leastNonzeroMagnitude, 0.1 + 0.2,
        ]
        switch generator.number(0...9) {
        case 0: return generator.pick(extremes)
        case 1: return -Double(generator.number(1...5))
        case 2: return Double(generator.number(1...1_000)) / 7
        default: return Double(generator.number(1...6))
        }
    }

    private mutating func number32() -> UInt32 {
        generator.oneIn(20) ? .max : UInt32(generator.number(1...12) * 60)
    }

    private func distinct(_ texts: [String]) -> [String] {
        var known: Set<[UInt8]> = []
        return texts.filter { known.insert(Array($0.utf8)).inserted }
    }
}
