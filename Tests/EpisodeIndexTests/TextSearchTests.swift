import EpisodeIndex
import EpisodeModel
import Testing

/// Purpose: what a text query finds, and in which class of relevance.
/// Method: small catalogues whose answers follow from the rules by hand.
struct TextSearchTests {
    private static let names = [
        "MapKit", "Hash Maps", "Roadmap", "C++ and C#", "C for Swift Devs", "Swift 入门教程",
        "I/O in depth", "Don't panic", "👨‍👩‍👧 at home", "name: map, kit", "UIView.frame",
    ]

    @Test(arguments: [
        ("map", [1, 2, 10] as [UInt64]), ("kit", [1, 10]), ("\"map\"", [10]), ("\"kit\"", [10]),
        ("\"hash ma", [2]), ("\"hash ma\"", []), ("\"c\"", [5]), ("c++", [4]), ("c#", [4]),
        ("入门", [6]), ("门教程", [6]), ("教入", []), ("swift入", [6]), ("i/o", [7]), ("dont", [8]),
        ("👨", [9]), ("map kit", [1, 10]), ("\"map kit\"", [10]), ("view.frame", [11]),
        ("\u{22}\u{22}", []), ("  ", [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]), ("map zzz", []),
        ("入", [6]), ("\"门教\"", [6]),
    ])
    func `Words, beginnings, parts, phrases, runs and signs`(
        query: String, expected: [UInt64]
    ) throws {
        let catalogue = SmallCatalogue(makeEpisodes(named: Self.names))
        #expect(try catalogue.ids(matching: query) == expected)
    }

    @Test func `A condition matches within one field, different ones in different fields`() throws {
        var row = Episode(id: 1, name: "Alpha beta")
        row.parentName = "Gamma"
        row.technology = "Delta"
        row.contributors = "Epsilon"
        row.description = "Zeta"
        row.uri = "eta"
        let catalogue = SmallCatalogue([row])
        #expect(try catalogue.ids(matching: "alpha gamma delta epsilon zeta") == [1])
        #expect(try catalogue.ids(matching: "\"beta gamma\"") == [])
        #expect(try catalogue.ids(matching: "\"alpha beta\"") == [1])
        #expect(try catalogue.ids(matching: "eta") == [])
    }

    @Test func `Relevance goes from the exact name to the description`() throws {
        var rows = makeEpisodes(named: [
            "Other", "Other", "Maps", "My map", "Map!", "My map", "Zzz",
        ])
        rows[0].description = "A map"
        rows[1].parentName = "The map course"
        rows[5].popularity = 3
        let catalogue = SmallCatalogue(rows)
        #expect(try catalogue.ids(matching: "map", sort: "relevance") == [5, 6, 4, 3, 2, 1])
        #expect(try catalogue.ids(matching: "map", sort: "relevance,-id") == [5, 6, 4, 3, 2, 1])
        #expect(try catalogue.ids(matching: "map", sort: "name,relevance") == [5, 3, 6, 4, 2, 1])
        #expect(try catalogue.ids(matching: " ", sort: "relevance") == [6, 1, 2, 3, 4, 5, 7])
    }

    @Test func `A query over the limit is refused`() throws {
        let catalogue = SmallCatalogue(makeEpisodes(named: ["a"]))
        let limit = EpisodeQuery.textByteCountMaximum
        #expect(try catalogue.ids(matching: String(repeating: "a", count: limit)) == [])
        let error = #expect(throws: EpisodeError.self) {
            try catalogue.ids(matching: String(repeating: "a", count: limit + 1))
        }
        #expect(error?.field == "query")
    }
}
