import EpisodeModel
import Testing

/// Purpose: `sort` takes what is documented and refuses the rest, naming what is right.
struct SortKeyTests {
    @Test func `Empty text is newest first`() throws {
        #expect(try SortKey.parse("") == [.field(.releasedAt, descending: true)])
    }

    @Test(arguments: [
        ("-popularity", [SortKey.field(.popularity, descending: true)]),
        ("duration", [.field(.duration, descending: false)]),
        ("duration_seconds", [.field(.duration, descending: false)]),
        ("relevance", [.relevance]),
        (
            "name,-released_at,id",
            [
                .field(.name, descending: false), .field(.releasedAt, descending: true),
                .field(.id, descending: false),
            ]
        ),
        ("relevance,-ordinal", [.relevance, .field(.ordinal, descending: true)]),
    ])
    func `Keys are read in order`(text: String, keys: [SortKey]) throws {
        #expect(try SortKey.parse(text) == keys)
    }

    @Test(arguments: [
        "nope", "-", "--popularity", "popularity,", ",popularity", "POPULARITY", " popularity",
        "popularity ", "name, popularity", "+popularity", "-relevance", "description", "domains",
        "video_identifier", "features", "popularity\n", "na\u{301}me", ",",
        "popularity;name", "\u{2212}popularity",
    ])
    func `Anything else is refused and names the keys that exist`(text: String) {
        let error = #expect(throws: EpisodeError.self) { try SortKey.parse(text) }
        #expect(error?.code == .invalidArgument)
        #expect(error?.field == "sort")
        #expect(error?.remedy.contains("relevance") == true)
    }

    @Test func `A repeated field changes nothing`() throws {
        let once: [SortKey] = [.field(.name, descending: false), .field(.id, descending: true)]
        #expect(try SortKey.parse("name,-id,name,-id,name") == once)
        #expect(
            try SortKey.parse("duration,duration_seconds") == [
                .field(.duration, descending: false)
            ])
        #expect(try SortKey.parse("relevance,relevance") == [.relevance])
    }

    @Test(arguments: ["name,-name", "-id,name,id", "duration,-duration_seconds"])
    func `A field both ways is a contradiction`(text: String) {
        let error = #expect(throws: EpisodeError.self) { try SortKey.parse(text) }
        #expect(error?.field == "sort")
        #expect(error?.problem.contains("contradict") == true)
    }

    @Test func `An order that ends with relevance goes on by popularity`() {
        let popularity = SortKey.field(.popularity, descending: true)
        let name = SortKey.field(.name, descending: false)
        #expect(SortKey.completeOrder(of: [.relevance]) == [.relevance, popularity])
        #expect(SortKey.completeOrder(of: [name, .relevance]) == [name, .relevance, popularity])
        #expect(SortKey.completeOrder(of: [popularity, .relevance]) == [popularity, .relevance])
        #expect(SortKey.completeOrder(of: [.relevance, name]) == [.relevance, name])
    }

    @Test func `Every documented name works both ways round and is read back from its text`() throws
    {
        for name in EpisodeField.sortableNames {
            for text in [name, "-" + name] {
                let keys = try SortKey.parse(text)
                #expect(keys.count == 1)
                #expect(try SortKey.parse(keys.map(\.text).joined(separator: ",")) == keys)
            }
        }
    }

    @Test func `All sortable fields together fit in one order`() throws {
        let all = (["relevance"] + EpisodeField.sortableNames).joined(separator: ",")
        #expect(try SortKey.parse(all).count == SortKey.countMaximum)
        #expect(SortKey.countMaximum == EpisodeField.sortableNames.count + 1)
        let often = Array(repeating: "name,id", count: 5_000).joined(separator: ",")
        #expect(try SortKey.parse(often).count == 2)
    }

    @Test func `A long unknown key is shown in part only`() {
        let error = #expect(throws: EpisodeError.self) {
            try SortKey.parse(String(repeating: "x", count: 60_000))
        }
        #expect((error?.description.utf8.count ?? .max) < 500)
    }
}
