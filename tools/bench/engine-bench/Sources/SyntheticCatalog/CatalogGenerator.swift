import Glibc

/// A catalogue of any size whose rows can be made in any order: each follows from the seed and its
/// number alone.
///
/// Shape: 44.5 words a row in name and description, Zipf with exponent 1.05 over 50,000 words;
/// 52 % of the rows in the first domain, 12 % in two; 80 % episodes; 22 % free; popularity by a
/// Pareto law with many ties; release dates follow the ids with noise and 5 % strays.
public struct CatalogGenerator: Sendable {
    public let rowCount: Int
    public let seed: UInt64
    /// Whether there are camel-case and accented words, and runs of Han.
    public let isMixed: Bool
    public let vocabulary: Vocabulary
    /// Names of courses, as words.
    public let parents: [[Int32]]
    public let parentNames: [String]
    private let sampler: ZipfSampler

    private static let firstSecond: Int64 = 1_451_606_400  // 2016-01-01
    private static let spanSeconds = 8.0 * 365 * 86_400
    private static let hanCount = 1_500

    public init(rowCount: Int, seed: UInt64, isMixed: Bool = false) {
        self.rowCount = rowCount
        self.seed = seed
        self.isMixed = isMixed
        vocabulary = Vocabulary(seed: seed, isMixed: isMixed)
        let sampler = ZipfSampler(count: Vocabulary.wordCount, exponent: 1.05, shift: 2.7)
        self.sampler = sampler
        var random = SeededRandom(seed: seed, stream: 2)
        var parents: [[Int32]] = []
        for _ in 0..<max(10, rowCount / 14) {
            let count = random.between(3...6)
            parents.append((0..<count).map { _ in sampler.draw(from: 8, &random) })
        }
        self.parents = parents
        parentNames = parents.map { [vocabulary] words in
            words.map { vocabulary.words[Int($0)] }.joined(separator: " ")
        }
    }

    /// Makes row `number` over the memory of another.
    public func make(_ number: Int, into row: inout SyntheticRow) {
        var random = SeededRandom(seed: seed, stream: 1_000 + UInt64(number))
        row.number = number
        row.domains = 1 << random.pick(FacetValues.domainShares)
        if random.chance(0.12) { row.domains |= 1 << random.pick(FacetValues.domainShares) }
        row.difficulty = random.pick(FacetValues.difficultyShares)
        row.contentType = random.pick(FacetValues.contentTypeShares)
        row.subscriptionType = random.pick(FacetValues.subscriptionTypeShares)
        row.features = features(&random)
        row.releasedSeconds = releaseDate(number, &random)
        row.popularity = Int64(min(40 * (pow(1 - random.unit(), -1 / 1.15) - 1), 5e8))
        row.durationSeconds = UInt32(min(exp(6.2 + 0.6 * random.normal()), 1e6)) + 15
        row.parent = random.below(parents.count)
        draw(random.between(2...7), from: 6, into: &row.name, &random)
        draw(random.between(20...60), from: 0, into: &row.description, &random)
        row.run.removeAll(keepingCapacity: true)
        if isMixed, random.chance(0.2) { drawRun(into: &row.run, &random) }
    }

    public func row(_ number: Int) -> SyntheticRow {
        var row = SyntheticRow()
        make(number, into: &row)
        return row
    }

    /// Draws without replacement: the smallest of exponential waiting times.
    private func features(_ random: inout SeededRandom) -> UInt32 {
        let count = random.pick(FacetValues.featureCountShares)
        var set: UInt32 = 0
        for _ in 0..<count {
            var left = 0.0
            for (place, weight) in FacetValues.featureWeights.enumerated()
            where set >> place & 1 == 0 {
                left += weight
            }
            left *= random.unit()
            for (place, weight) in FacetValues.featureWeights.enumerated()
            where set >> place & 1 == 0 {
                left -= weight
                if left < 0 {
                    set |= 1 << place
                    break
                }
            }
        }
        return set
    }

    private func releaseDate(_ number: Int, _ random: inout SeededRandom) -> Int64 {
        var seconds = Double(number) / Double(rowCount) * Self.spanSeconds
        seconds += random.normal() * 20 * 86_400
        if random.chance(0.05) { seconds = random.unit() * Self.spanSeconds }
        let whole = Int64(max(0, min(seconds, Self.spanSeconds - 1)))
        return Self.firstSecond + whole / 60 * 60
    }

    private func draw(
        _ count: Int, from lowest: Int, into words: inout [Int32], _ random: inout SeededRandom
    ) {
        words.removeAll(keepingCapacity: true)
        for _ in 0..<count { words.append(sampler.draw(from: lowest, &random)) }
    }

    /// The product of two even draws favours the low numbers, as real characters are uneven too.
    private func drawRun(into run: inout [Unicode.Scalar], _ random: inout SeededRandom) {
        for _ in 0..<random.between(8...30) {
            let place = Int(random.unit() * random.unit() * Double(Self.hanCount))
            if let scalar = Unicode.Scalar(UInt32(0x4E00 + place)) { run.append(scalar) }
        }
    }
}
