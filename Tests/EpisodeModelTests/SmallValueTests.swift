import EpisodeModel
import TestSupport
import Testing

/// Purpose: the small values that everything else passes around.
struct SmallValueTests {
    @Test func `A text list gives back what was added and keeps nothing after emptying`() {
        var list = TextList(["a", "", "\u{E9}t\u{E9}"])
        #expect(list.strings == ["a", "", "\u{E9}t\u{E9}"])
        #expect(list.count == 3 && Array(list[1]).isEmpty)
        list.removeAll()
        #expect(list.isEmpty && list == TextList())
        list.append("b".utf8)
        #expect(list.strings == ["b"])
        #expect(Array(list[0]) == Array("b".utf8))
    }

    @Test func `Text lists of the same bytes but other cuts differ`() {
        #expect(TextList(["ab", "c"]) != TextList(["a", "bc"]))
        #expect(TextList([""]) != TextList([]))
    }

    @Test func `A text list equals an array of the same texts`() {
        var generator = SeededGenerator(seed: 5)
        var list = TextList()
        for _ in 0..<50 {
            let texts = generator.some(RandomWords.vocabulary + [""], atMost: 30)
            list.removeAll()
            for text in texts { list.append(text.utf8) }
            #expect(list.map { Array($0) } == texts.map { Array($0.utf8) })
            #expect(list == TextList(texts))
        }
    }

    @Test func `Difficulties are read by name in any ASCII case`() {
        for difficulty in Difficulty.allCases {
            #expect(Difficulty(name: difficulty.name) == difficulty)
            #expect(Difficulty(name: difficulty.name.uppercased()) == difficulty)
        }
        #expect(Difficulty.allLevels.name == "all_levels")
        for name in ["", "all levels", "beginner ", "easy", "BEG\u{130}NNER", "1"] {
            #expect(Difficulty(name: name) == nil, "\(name)")
        }
    }

    @Test func `Fields are found by their exact proto name`() {
        for field in EpisodeField.allCases { #expect(EpisodeField(name: field.name) == field) }
        #expect(EpisodeField(name: "duration") == .duration)
        for name in ["", "Name", "names", "duration_", "stream_url", "relevance"] {
            #expect(EpisodeField(name: name) == nil)
        }
        #expect(EpisodeField.id.integerMaximum == .max)
        #expect(EpisodeField.domains.integerMaximum == 4_294_967_295)
    }

    @Test func `A reset query is the query that matches everything`() {
        var requests = RandomRequest(seed: 1, from: [])
        for _ in 0..<50 {
            var query = requests.query()
            query.cursor = Cursor(keys: [.absent], id: 1)
            query.reset()
            #expect(query == EpisodeQuery())
        }
    }

    @Test func `An error says what, where and what would be right`() {
        let error = EpisodeError.invalid("sort", "unknown key 'x'", "use name")
        #expect(error.description == "sort: unknown key 'x'; use name")
        let bare = EpisodeError(code: .unavailable, field: "", problem: "not now", remedy: "")
        #expect(bare.description == "not now")
        #expect(error.code == .invalidArgument && bare.code != error.code)
    }
}
