import Glibc

/// Draws queries over a catalogue: the common classes, which every engine can answer, and the
/// engine's own.
///
/// The counts of the common classes are argued from what an app with facet chips, two sort orders
/// and search as you type sends; they are not observed traffic.
public struct QueryMix {
    public static let commonClasses: [(name: String, count: Int)] = [
        ("facets", 160), ("facets_pop", 440), ("facets_rel", 360), ("text1", 200), ("text2", 140),
        ("prefix", 240), ("text_facets", 200), ("rare", 80), ("nomatch", 80), ("nofilter", 60),
        ("deep", 40),
    ]

    let generator: CatalogGenerator
    let statistics: WordStatistics
    var random: SeededRandom
    private let rareWords: [Int]

    public init(_ generator: CatalogGenerator, _ statistics: WordStatistics) {
        self.generator = generator
        self.statistics = statistics
        random = SeededRandom(seed: generator.seed, stream: 3)
        rareWords = statistics.rareWords()
    }

    /// The 2,000 common queries, shuffled.
    public mutating func commonQueries() -> [SyntheticQuery] {
        var queries: [SyntheticQuery] = []
        for (name, count) in Self.commonClasses {
            for _ in 0..<count { queries.append(commonQuery(name)) }
        }
        queries.shuffle(using: &random)
        for place in queries.indices { queries[place].number = place }
        return queries
    }

    mutating func query(_ name: String) -> SyntheticQuery {
        var query = SyntheticQuery()
        query.queryClass = name
        query.pageSize = random.choose([10, 20, 20, 30])
        query.order = random.chance(0.5) ? .popularity : .released
        return query
    }

    private mutating func commonQuery(_ name: String) -> SyntheticQuery {
        var query = query(name)
        switch name {
        case "facets", "facets_pop", "facets_rel":
            addFacets(to: &query)
            query.order = name == "facets" ? .id : name == "facets_pop" ? .popularity : .released
        case "text1": query.words = [word(30, 20_000)]
        case "text2": query.words = twoWords()
        case "text_facets":
            addFacets(to: &query)
            query.words =
                random.chance(0.7) ? [word(30, 8_000)] : [word(30, 1_000), word(30, 1_000)]
        case "prefix": addBeginning(to: &query)
        case "rare": query.words = [spell(random.choose(rareWords))]
        case "nomatch":
            query.words = random.chance(0.6) ? [unknownWord()] : [word(30, 20_000), unknownWord()]
        case "deep": makeDeep(&query)
        default: break
        }
        return query
    }

    func spell(_ rank: Int) -> String { generator.vocabulary.lowered[rank] }

    /// A word that occurs, with an even chance for every power of its frequency rank.
    mutating func word(_ lowest: Double, _ highest: Double) -> String {
        while true {
            let rank = Int(exp(random.between(log(lowest), log(highest))))
            if statistics.isUsed(rank) { return spell(rank) }
        }
    }

    private mutating func twoWords() -> [String] {
        guard random.chance(0.7) else { return [word(30, 3_000), word(30, 3_000)] }
        let row = generator.row(random.below(generator.rowCount))
        var ranks = Set(row.name + row.description)
            .filter { $0 >= Vocabulary.functionWordCount }.sorted()
        guard ranks.count > 1 else { return [word(30, 3_000), word(30, 3_000)] }
        ranks.shuffle(using: &random)
        return ranks.prefix(2).map { spell(Int($0)) }
    }

    /// The last word cut to 2 to 6 letters; three in ten follow a whole word.
    private mutating func addBeginning(to query: inout SyntheticQuery) {
        if random.chance(0.3) { query.words = [word(30, 1_000)] }
        query.words.append(beginning())
        query.endsInBeginning = true
    }

    mutating func beginning() -> String {
        let length = 2 + random.pick([0.15, 0.30, 0.28, 0.17, 0.10])
        while true {
            let word = word(30, 8_000)
            if word.count > length { return String(word.prefix(length)) }
        }
    }

    private mutating func unknownWord() -> String {
        "zx" + String((0..<5).map { _ in random.choose(Array("qwkjvx")) })
    }

    /// Chips as an app sets them: 85 % episodes, 65 % free, a quarter with features.
    mutating func addFacets(to query: inout SyntheticQuery) {
        if random.chance(0.85) {
            query.contentTypes = 0b0001
        } else if random.chance(0.5) {
            query.contentTypes = 0b0110
        }
        if random.chance(0.65) {
            query.subscriptionTypes = 0b001
        } else if random.chance(0.3) {
            query.subscriptionTypes = 0b011
        }
        for _ in 0..<random.pick([0.25, 0.40, 0.25, 0.10]) {
            query.domains |= 1 << random.pick(FacetValues.domainShares)
        }
        let difficulties = random.pick([0.4, 0.4, 0.2])
        while query.difficulties.nonzeroBitCount < difficulties {
            query.difficulties |= 1 << random.below(3)
        }
        if random.chance(0.25) {
            let total = FacetValues.featureWeights.reduce(0, +)
            let shares = FacetValues.featureWeights.map { $0 / total }
            for _ in 0..<random.choose([1, 1, 2]) { query.features |= 1 << random.pick(shares) }
        }
        if !query.hasFacetFilter { query.domains = 1 }
    }

    /// A page somewhere from 2 to 90 % of the result.
    private mutating func makeDeep(_ query: inout SyntheticQuery) {
        var share = 1.0
        switch random.pick([0.3, 0.3, 0.4]) {
        case 0: break
        case 1:
            query.contentTypes = 0b0001
            share = 0.75
        default:
            query.contentTypes = 0b0001
            query.domains = 0b11
            share = 0.5
        }
        let place = Int(random.between(0.02, 0.9) * Double(generator.rowCount) * share)
        query.skip = place / query.pageSize * query.pageSize
    }
}
