import EpisodeModel

extension RandomRequest {
    /// A text query of one to three pieces, most of them from the same row.
    public mutating func text() -> [UInt8] {
        let row = generator.pick(episodes)
        var pieces: [String] = []
        for _ in 0..<generator.pick([1, 1, 1, 2, 2, 3]) {
            pieces.append(piece(of: generator.oneIn(5) ? generator.pick(episodes) : row))
        }
        var text = pieces.joined(separator: generator.oneIn(12) ? "" : " ")
        if generator.oneIn(12) { text = text.uppercased() }
        if generator.oneIn(12) { text = text.lowercased() }
        if generator.oneIn(40) {
            text = generator.pick([" ", "\"", "\"\"", "\u{200B}", "\u{3000}"])
        }
        text.unicodeScalars.removeAll { $0 == "\0" }
        while text.utf8.count > EpisodeQuery.textByteCountMaximum {
            text.unicodeScalars.removeLast()
        }
        return Array(text.utf8)
    }

    private mutating func piece(of episode: Episode) -> String {
        let fields = [
            episode.name, episode.name, episode.description, episode.parentName,
            episode.technology, episode.contributors,
        ].filter { !$0.isEmpty }
        let text = generator.pick(fields)
        switch generator.number(0...12) {
        case 0...2: return word(of: text)
        case 3...5: return beginning(of: word(of: text))
        case 6: return "\"\(phrase(of: text))\""
        case 7: return "\"\(beginning(of: phrase(of: text)))"
        case 8: return stretch(of: text)
        case 9: return beginning(of: phrase(of: text))
        case 10: return generator.pick(["-", "(", "&", "%", "!!!", "+", "#", "'", ".", "*", "\""])
        case 11: return "\"\(repeated(word(of: text)))\(generator.pick(["\"", ""]))"
        default: return beginning(of: generator.pick(RandomWords.vocabulary))
        }
    }

    private mutating func word(of text: String) -> String {
        generator.pick(text.split(separator: " ").map(String.init) + [""])
    }

    private mutating func phrase(of text: String) -> String {
        let words = text.split(separator: " ")
        guard !words.isEmpty else { return "" }
        let start = generator.number(0...(words.count - 1))
        return words[start...].prefix(generator.number(1...3)).joined(separator: " ")
    }

    private mutating func repeated(_ text: String) -> String {
        let separator = generator.pick([" ", " ", " - ", ""])
        return Array(repeating: text, count: generator.number(2...6)).joined(separator: separator)
    }

    /// At least one code point of a text that has any; cut between any two of them.
    private mutating func beginning(of text: String) -> String {
        let scalars = Array(text.unicodeScalars)
        guard !scalars.isEmpty else { return "" }
        return Self.string(scalars.prefix(generator.number(1...scalars.count)))
    }

    /// A few code points from anywhere in a text.
    private mutating func stretch(of text: String) -> String {
        let scalars = Array(text.unicodeScalars)
        guard !scalars.isEmpty else { return "" }
        let start = generator.number(0...(scalars.count - 1))
        return Self.string(scalars[start...].prefix(generator.number(1...6)))
    }

    private static func string(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
        var view = String.UnicodeScalarView()
        view.append(contentsOf: scalars)
        return String(view)
    }

    /// A value for a text predicate: whole, cut, or in another case.
    mutating func value(from text: String) -> String {
        switch generator.number(0...5) {
        case 0, 1: text
        case 2: beginning(of: text)
        case 3: stretch(of: text)
        case 4: text.uppercased()
        default: text + "x"
        }
    }
}
