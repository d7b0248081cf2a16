internal import EpisodeModel

/// Classes that the peers have no equal of, or not in the same configuration.
extension QueryMix {
    /// With what each measures.
    public static let ownClasses: [(name: String, meaning: String)] = [
        ("begin1", "one unquoted word: a beginning of a word or of a part of it"),
        ("begin1_cut", "the same, cut to 2 to 6 letters as while typing"),
        ("begin2", "two unquoted words"),
        ("phrase2", "two words in quotes, from a text"),
        ("phrase3", "three words in quotes, from a text"),
        ("phrase_often", "two of the 200 most frequent words in quotes"),
        ("plain", "one or two unquoted words, most popular first"),
        ("relevance", "the queries of 'plain', best match first"),
        ("counts", "chips as in 'facets', with the counts of all six facets"),
        ("counts_text", "one whole word and chips, with all six counts"),
        ("counts_all", "no filter, with all six counts"),
        ("range", "a range of durations or dates, with chips"),
        ("text_test", "name begins with, or description contains, a text"),
        ("ids", "50 ids"),
        ("cursor", "chips, page after a cursor"),
        ("longest", "queries of nearly 1,024 bytes, made to be slow"),
    ]

    /// These need words with camel parts, accents and Han in the catalogue.
    public static let mixedClasses: [(name: String, meaning: String)] = [
        ("part", "a later part of a camel-case word"),
        ("accent", "an accented word, unquoted"),
        ("run2", "two characters of a text without spaces"),
        ("run4", "three to six of them"),
    ]

    private static let countPerClass = 100

    public mutating func ownQueries() -> [SyntheticQuery] {
        random = SeededRandom(seed: generator.seed, stream: 4)
        var queries: [SyntheticQuery] = []
        let names = (Self.ownClasses + (generator.isMixed ? Self.mixedClasses : [])).map(\.name)
        for name in names where name != "relevance" {
            for _ in 0..<Self.countPerClass { queries.append(ownQuery(name)) }
            guard name == "plain" else { continue }
            for var query in queries.suffix(Self.countPerClass) {
                query.queryClass = "relevance"
                query.order = .relevance
                queries.append(query)
            }
        }
        for place in queries.indices { queries[place].number = place }
        return queries
    }

    private mutating func ownQuery(_ name: String) -> SyntheticQuery {
        var query = query(name)
        switch name {
        case "begin1": query.text = word(30, 20_000)
        case "begin1_cut": query.text = beginning()
        case "begin2": query.text = word(30, 3_000) + " " + word(30, 3_000)
        case "phrase2": query.text = phrase(2)
        case "phrase3": query.text = phrase(3)
        case "phrase_often":
            query.text = "\"\(spell(random.below(200))) \(spell(random.below(200)))\""
        case "plain":
            query.text = word(30, 20_000) + (random.chance(0.5) ? " " + word(30, 1_000) : "")
            query.order = .popularity
        case "counts", "counts_text", "counts_all":
            query.countsFacets = true
            if name == "counts_text" { query.words = [word(30, 8_000)] }
            if name != "counts_all" { addFacets(to: &query) }
        case "range": addRange(to: &query)
        case "text_test": addTextTest(to: &query)
        case "ids":
            query.ids = (0..<50).map { _ in UInt64(random.below(generator.rowCount) + 1) }
        case "cursor":
            addFacets(to: &query)
            query.startsAtCursor = true
        case "longest": query.text = longText()
        default: addMixed(name, to: &query)
        }
        return query
    }

    /// Words that stand together in some description.
    private mutating func phrase(_ count: Int) -> String {
        let row = generator.row(random.below(generator.rowCount))
        let first = random.below(row.description.count - count + 1)
        let words = row.description[first..<(first + count)].map { spell(Int($0)) }
        return "\"" + words.joined(separator: " ") + "\""
    }

    /// Frequent words repeated in quotes, beginnings of one or two letters, whole words, signs.
    private mutating func longText() -> String {
        let limit = EpisodeQuery.textByteCountMaximum
        func fill(_ next: () -> String) -> String {
            var text = ""
            while true {
                let part = next()
                if text.utf8.count + part.utf8.count + 1 > limit - 26 { return text }
                text += text.isEmpty ? part : " " + part
            }
        }
        func quoted(_ words: Int...) -> String {
            "\"" + words.map { spell(random.below($0)) }.joined(separator: " ") + "\""
        }
        switch random.below(12) {
        case 0:
            let word = spell(random.below(3))
            return "\"" + fill { word } + "\""
        case 1:
            let pair = spell(random.below(20)) + " " + spell(random.below(20))
            return "\"" + fill { pair } + "\""
        case 2: return fill { String(spell(random.below(5_000)).prefix(1)) }
        case 3: return fill { String(spell(random.below(5_000)).prefix(2)) }
        case 4: return fill { spell(random.below(100)) }
        case 5: return fill { quoted(100) }
        case 6: return fill { quoted(20, 20) }
        case 7: return fill { quoted(20, 20, 20) }
        case 8: return fill { quoted(3) } + " \"" + spell(0) + " a"
        case 9: return fill { "-" } + "-"
        case 10: return String(repeating: random.choose(["-", "\u{5165}", "a-"]), count: limit / 3)
        default: return fill { random.choose(["+", "#", "c++", "=", "!?", "%", "@a"]) }
        }
    }

    private mutating func addRange(to query: inout SyntheticQuery) {
        addFacets(to: &query)
        if random.chance(0.5) {
            let low = random.between(60...900)
            query.predicates = [
                predicate("duration", .atLeast, "\(low)"),
                predicate("duration", .atMost, "\(low + random.between(30...600))"),
            ].compactMap { $0 }
        } else {
            let year = random.between(2016...2023)
            let month = random.between(1...9)
            query.predicates = [
                predicate("released_at", .atLeast, "\(year)-0\(month)-01T00:00:00Z"),
                predicate("released_at", .atMost, "\(year)-12-31T23:59:59Z"),
            ].compactMap { $0 }
        }
    }

    private mutating func addTextTest(to query: inout SyntheticQuery) {
        let row = generator.row(random.below(generator.rowCount))
        let test =
            random.chance(0.5)
            ? predicate("name", .beginsWith, spell(Int(row.name[0])))
            : predicate(
                "description", .contains,
                row.description.prefix(2).map { spell(Int($0)) }.joined(separator: " "))
        query.predicates = [test].compactMap { $0 }
    }

    private func predicate(
        _ field: String, _ comparison: Predicate.Operator, _ value: String
    ) -> Predicate? {
        try? Predicate.parse(
            fieldName: field, comparison: comparison, value: value, isExact: false,
            path: "predicates[0]")
    }

    private mutating func addMixed(_ name: String, to query: inout SyntheticQuery) {
        if name.hasPrefix("run") {
            query.text = run(length: name == "run2" ? 2 : random.between(3...6))
            return
        }
        while true {
            let word = generator.vocabulary.words[random.between(30...8_000)]
            if name == "accent", word.utf8.count > word.count {
                query.text = word.lowercased()
                return
            }
            let part = word.dropFirst().drop { !$0.isUppercase }
            if name == "part", !part.isEmpty {
                query.text = part.lowercased()
                return
            }
        }
    }

    private mutating func run(length: Int) -> String {
        while true {
            let row = generator.row(random.below(generator.rowCount))
            guard row.run.count >= length else { continue }
            let first = random.below(row.run.count - length + 1)
            var text = ""
            text.unicodeScalars.append(contentsOf: row.run[first..<(first + length)])
            return text
        }
    }
}
