import EpisodeModel
import TestSupport

@testable import EpisodeIndex

/// A catalogue shaped like real ones, large enough that lists are short and bitsets long: few words
/// are in most rows and most words in few, many popularities are equal, dates follow ids.
enum CostCatalogue {
    static let rowCount = 20_000
    static let index = makeIndex()

    /// The n-th commonest word; neighbours begin differently.
    static func word(_ rank: Int) -> String {
        let letters = Array("abcdefghijklmnopqrstuvwxyz")
        var number = rank &* 7_919 % 456_976
        var word = ""
        for _ in 0..<4 {
            word.append(letters[number % 26])
            number /= 26
        }
        return word + (rank % 3 == 0 ? "" : String(letters[rank % 26]))
    }

    private static func makeIndex() -> CatalogIndex {
        var generator = SeededGenerator(seed: 7)
        // Ranks after Zipf's law: as many words of ranks 1 to 10 as of 10 to 100 and so on.
        func words(_ count: Int) -> String {
            (0..<count).map { _ in
                let bits = generator.number(0...13)
                return word(generator.number((1 << bits)...(2 << bits)))
            }.joined(separator: " ")
        }
        let builder = IndexBuilder()
        for id in 1...UInt64(rowCount) {
            var episode = Episode(id: id, name: words(generator.number(2...6)))
            episode.description = words(generator.number(20...40))
            episode.parentName = "Course \(id / 14)"
            episode.domains = generator.some([1, 2, 3, 5, 8, 9], atMost: 2).sorted()
            episode.difficulty = generator.pick(Difficulty.allCases)
            episode.contentType = generator.oneIn(5) ? "collection" : "episode"
            episode.subscriptionType = generator.pick(["free", "professional", "professional"])
            episode.features = generator.some(["captions", "quiz", "offline", "live"], atMost: 3)
            episode.popularity = Double(generator.number(1...3_000))
            episode.releasedAt = Timestamp(
                seconds: Int64(id) * 3_600 + Int64(generator.number(0...90_000)), nanoseconds: 0)
            episode.durationSeconds = UInt32(generator.number(60...3_600))
            builder.add(episode)
        }
        return builder.finish()
    }
}

/// One kind of query with what answering it may cost at most.
struct CostClass: Sendable {
    let name: String
    /// Words of row sets, of the 313 that a bitset of all rows has.
    let wordCount: Int
    /// Rows of lists and orders.
    let rowCount: Int
    let query: EpisodeQuery

    private init(
        _ name: String, words: Int, rows: Int, _ change: (inout EpisodeQuery) throws -> Void
    ) rethrows {
        self.name = name
        wordCount = words
        rowCount = rows
        var query = EpisodeQuery()
        query.sort = popular
        try change(&query)
        self.query = query
    }
}

private let popular = [SortKey.field(.popularity, descending: true)]

extension CostClass {
    private static func quoted(_ ranks: Int...) -> [UInt8] {
        Array(ranks.map { "\"\(CostCatalogue.word($0))\"" }.joined(separator: " ").utf8)
    }

    private static func phrase(_ ranks: Int...) -> [UInt8] {
        Array("\"\(ranks.map { CostCatalogue.word($0) }.joined(separator: " "))\"".utf8)
    }

    private static func predicate(
        _ field: String, _ comparison: Predicate.Operator, _ value: String = ""
    ) throws -> Predicate {
        try .parse(
            fieldName: field, comparison: comparison, value: value, isExact: false, path: "")
    }

    private static func addChips(_ query: inout EpisodeQuery) {
        query.domains = [1, 2]
        query.contentTypes = TextList(["episode"])
        query.subscriptionTypes = TextList(["free"])
    }

    static func all() throws -> [CostClass] {
        try filters() + texts() + predicates()
    }

    private static func filters() -> [CostClass] {
        [
            CostClass("no filter", words: 0, rows: 20) { _ in },
            CostClass("no filter, by name", words: 0, rows: 20) {
                $0.sort = [.field(.name, descending: false)]
            },
            CostClass("chips", words: 100, rows: 0) { addChips(&$0) },
            CostClass("chips, newest first", words: 100, rows: 0) {
                addChips(&$0)
                $0.sort = SortKey.defaultOrder
            },
            CostClass("chips, by name", words: 0, rows: 1_000) {
                addChips(&$0)
                $0.sort = [.field(.name, descending: false)]
            },
            CostClass("chips and features", words: 5 * 313, rows: 0) {
                addChips(&$0)
                $0.features = TextList(["captions"])
            },
            CostClass("deep page", words: 5 * 313, rows: 0) {
                addChips(&$0)
                $0.skip = 1_500
            },
            CostClass("facets", words: 13 * 313, rows: 20_000) {
                addChips(&$0)
                $0.facets = Facet.allCases
            },
        ]
    }

    private static func texts() -> [CostClass] {
        [
            CostClass("one word", words: 0, rows: 20) { $0.text = quoted(900) },
            CostClass("one word, newest first", words: 0, rows: 200) {
                $0.text = quoted(900)
                $0.sort = SortKey.defaultOrder
            },
            CostClass("two words", words: 0, rows: 160) { $0.text = quoted(2, 900) },
            CostClass("two common words", words: 2 * 313, rows: 0) { $0.text = quoted(1, 2) },
            // Lists of fewer rows than this together are not united beforehand.
            CostClass("beginning", words: 400, rows: 400) {
                $0.text = Array(CostCatalogue.word(900).prefix(2).utf8)
            },
            CostClass("long beginning", words: 0, rows: 40) {
                $0.text = Array(CostCatalogue.word(900).prefix(4).utf8)
            },
            CostClass("text and chips", words: 0, rows: 320) {
                $0.text = quoted(900)
                addChips(&$0)
            },
            CostClass("no match", words: 0, rows: 0) { $0.text = Array("zxqvjkw".utf8) },
            CostClass("phrase of frequent words", words: 16, rows: 20) {
                $0.text = phrase(1, 2)
            },
            CostClass("phrase of three", words: 640, rows: 300) { $0.text = phrase(1, 2, 1) },
            CostClass("phrase with a rare word", words: 0, rows: 180) { $0.text = phrase(1, 900) },
            CostClass("the same asked again and again", words: 16, rows: 20) {
                $0.text = Array([[UInt8]](repeating: phrase(1, 2), count: 50).joined())
            },
            CostClass("relevance", words: 0, rows: 30) {
                $0.text = Array(CostCatalogue.word(40).utf8)
                $0.sort = [.relevance]
            },
            CostClass("signs and Han", words: 0, rows: 0) {
                $0.text = Array("c++ (map) \u{5165}\u{95E8} caf\u{E9}".utf8)
            },
        ]
    }

    private static func predicates() throws -> [CostClass] {
        [
            try CostClass("range", words: 320, rows: 20_000) {
                $0.predicates = [try predicate("released_at", .atLeast, "1971-01-01")]
            },
            try CostClass("one value of a range", words: 0, rows: 200) {
                $0.predicates = [try predicate("duration_seconds", .equals, "300")]
            },
            try CostClass("beginning of a name", words: 320, rows: 20_020) {
                $0.predicates = [try predicate("name", .beginsWith, "a")]
            },
            try CostClass("part of a description", words: 320, rows: 20_000) {
                $0.predicates = [try predicate("description", .contains, "AB")]
            },
        ]
    }
}
