import Testing

@testable import EpisodeIndex

/// Queries and the conditions they stand for.
@Suite struct TextQueryTests {
    struct Example: Sendable, CustomTestStringConvertible {
        let query: String
        /// The units of each condition; a unit that must follow closely has `~` before it, quoted
        /// conditions begin with `"` and open ones with `"...`.
        let conditions: [String]
        init(_ query: String, _ conditions: String...) {
            (self.query, self.conditions) = (query, conditions)
        }
        var testDescription: String { query.debugDescription }
    }

    private func spelling(_ condition: TextCondition) -> String {
        let units = zip(condition.units, condition.isTight).map { unit, isTight in
            (isTight ? "~" : "") + String(decoding: unit.text, as: UTF8.self)
        }
        let opening = condition.isOpen ? "\"..." : condition.isQuoted ? "\"" : ""
        return opening + units.joined(separator: " ")
    }

    @Test(arguments: [
        Example("  map   kit ", "map", "kit"),
        Example("map, -map (map) {map} map*", "map", "map", "map", "map", "map"),
        Example("^map", "^ ~map"),
        Example("i/o 17.4", "i ~/ ~o", "17 ~. ~4"),
        Example("c++ .net f#", "c++", ".net", "f#"),
        Example("tips & tricks - swift ...", "tips", "tricks", "swift"),
        Example("... !!!", ". ~. ~.", "! ~! ~!"),
        Example("---", "- ~- ~-"),
        Example("& x%", "x ~%"),
        Example("\"hash maps\"", "\"hash maps"),
        Example("\u{201C}hash ma", "\"...hash ma"),
        Example("a\"b c\"d", "a", "\"b c", "d"),
        Example("\"(a, b)\" \"...\"", "\"a b", "\". ~. ~."),
        Example("\"a - b\"", "\"a b"),
        Example("swift \u{5165}\u{95E8}", "swift", "\u{5165} ~\u{95E8}"),
        Example("map OR kit NOT x", "map", "or", "kit", "not", "x"),
        Example("'; DROP TABLE", "drop", "table"),
        Example("zero\u{200B}width", "zerowidth"),
    ])
    func `A query asks for these conditions`(example: Example) {
        guard case .conditions(let conditions) = TextQuery.parse(Array(example.query.utf8)) else {
            Issue.record("no conditions")
            return
        }
        #expect(conditions.map(spelling) == example.conditions)
    }

    @Test(arguments: ["", " ", "\t\r\n", "\u{A0}\u{3000}\u{2028}\u{85}"])
    func `White space alone is no filter`(query: String) {
        #expect(TextQuery.parse(Array(query.utf8)) == .noFilter)
    }

    @Test(arguments: ["\"", "\"\"", "\"\"\"", "\" \"", "\u{200B}", "\u{AD}", "\u{1F}", "\u{301}"])
    func `What holds nothing to look for matches nothing`(query: String) {
        #expect(TextQuery.parse(Array(query.utf8)) == .matchesNothing)
    }
}
