/// 50,000 pseudo-words by frequency rank, made of syllables and endings so that beginnings are
/// shared about as in English: many words begin with `st`, few with `qu`.
public struct Vocabulary: Sendable {
    public static let wordCount = 50_000
    /// The first ranks are short, like "the" and "of", and no query asks for them alone.
    public static let functionWordCount = 30

    /// As texts spell them.
    public let words: [String]
    /// As queries spell them: lower case.
    public let lowered: [String]
    /// How many words have camel parts or accents; 0 unless asked for.
    public let mixedWordCount: Int

    private static let onsets = split(
        """
        b bl br c ch cl cr d dr f fl fr g gl gr h j k l m n p ph pl pr qu r s sc sh sk sl sm sn \
        sp st str t th tr v w y z
        """)
    private static let nuclei = split("a e i o u a e i o ai ea ee ie io oa oo ou ia")
    private static let codas = split("b ck d f g l ll m n nd ng nt p r rd rm rn s sh ss st t th x")
    private static let endings = [
        "", "s", "ed", "ing", "er", "ers", "ly", "able", "ment", "ion", "ity", "ful", "ness",
    ]

    private static func split(_ text: String) -> [String] {
        text.split(separator: " ").map { "\($0)" }
    }

    init(seed: UInt64, isMixed: Bool) {
        var random = SeededRandom(seed: seed, stream: 1)
        var words: [String] = []
        var seen: Set<String> = []
        func add(_ word: String) {
            if words.count < Self.wordCount, word.count <= 18, seen.insert(word).inserted {
                words.append(word)
            }
        }
        while words.count < Self.functionWordCount {
            add(random.choose(["a", "e", "i", "o", "th", "w", "f"]) + random.choose(Self.nuclei))
        }
        while words.count < Self.wordCount {
            let stem = Self.stem(&random)
            for _ in 0..<random.between(1...4) { add(stem + random.choose(Self.endings)) }
        }
        var mixedCount = 0
        for rank in Self.functionWordCount..<words.count {
            let word = words[rank]
            if isMixed, let mixed = Self.mix(word, rank: rank, &random) {
                words[rank] = mixed
                mixedCount += 1
            } else if rank % 3 == 0 {
                words[rank] = Self.capitalized(word)
            }
        }
        self.words = words
        lowered = words.map { $0.lowercased() }
        mixedWordCount = mixedCount
    }

    private static func stem(_ random: inout SeededRandom) -> String {
        let syllables = random.choose([1, 2, 2, 2, 3])
        var stem = ""
        for place in 1...syllables {
            stem += random.choose(onsets) + random.choose(nuclei)
            if random.chance(place == syllables ? 0.9 : 0.3) { stem += random.choose(codas) }
        }
        return stem
    }

    /// Every tenth word becomes `FirstSecond`, every fifteenth gets an accent.
    private static func mix(_ word: String, rank: Int, _ random: inout SeededRandom) -> String? {
        if rank % 10 == 0 { return capitalized(word) + capitalized(stem(&random)) }
        guard rank % 15 == 7, let place = word.firstIndex(where: { "aeiou".contains($0) }) else {
            return nil
        }
        let accents: [Character: String] = ["a": "å", "e": "é", "i": "ï", "o": "ö", "u": "ü"]
        return word.replacing(
            word[place...place], with: accents[word[place]] ?? "", maxReplacements: 1)
    }

    private static func capitalized(_ word: String) -> String {
        word.prefix(1).uppercased() + word.dropFirst()
    }
}
