import TestSupport
import Testing

/// What users find: queries against texts, by the plain rules that the engine is compared with.
@Suite struct TextMatchingTests {
    struct Example: Sendable, CustomTestStringConvertible {
        let query: String
        let found, missed: [String]
        init(_ query: String, finds found: [String] = [], not missed: [String] = []) {
            (self.query, self.found, self.missed) = (query, found, missed)
        }
        var testDescription: String { query.debugDescription }
    }

    static let words = [
        Example(
            "map", finds: ["Map", "MapKit", "Hash Maps", "mAp", "name:map", "map*"],
            not: ["Roadmap", "Heatmaps", "Bitmap"]),
        Example("kit", finds: ["MapKit", "Kitchen"], not: ["Mapkit"]),
        Example("mapkit", finds: ["MapKit"], not: ["Map Kit", "Map"]),
        Example("\"map\"", finds: ["a map"], not: ["MapKit", "Maps"]),
        Example("\"kit\"", not: ["MapKit"]),
        Example("\"hash ma", finds: ["Hash Maps"], not: ["Hash of Maps", "Ma Hash"]),
        Example("\"hash ma\"", not: ["Hash Maps"]),
        Example("hash ma", finds: ["Maps, then Hash"]),
        Example("C", finds: ["C for Swift", "Cocoa", "C++", "Objective-C"]),
        Example("\"c\"", finds: ["C for Swift", "Objective-C"], not: ["C++", "C#"]),
        Example("c++", finds: ["C++20", "C++"], not: ["C", "C#"]),
        Example("c#", finds: ["C\u{266F}"], not: ["C++"]),
        Example(".net", finds: [".NET Core"], not: ["ASP.NET", "net"]),
        Example("net", finds: [".NET", "ASP.NET"]),
        Example("asp.net", finds: ["ASP.NET"], not: ["ASP .NET"]),
        Example("i/o", finds: ["File I/O"], not: ["io", "i o"]),
        Example("view.frame", finds: ["UIView.frame"], not: ["UIViews.frame", "view frame"]),
        Example("dont", finds: ["Don\u{2019}t"]),
        Example("don't repeat", finds: ["Don`t Repeat"]),
        Example("\"a b\"", finds: ["a, b", "a - b", "a-b"], not: ["a c b"]),
        Example("\"17.4\"", finds: ["iOS 17.4"], not: ["17 4", "17 .4"]),
    ]

    static let scripts = [
        Example("istanbul", finds: ["\u{130}stanbul", "ISTANBUL"]),
        Example("ISPARTA", finds: ["\u{131}sparta"]),
        Example("FILE", finds: ["\u{FB01}le"]),
        Example("Cafe\u{301}", finds: ["Caf\u{E9}", "cafe"]),
        Example("strasse", finds: ["Stra\u{DF}e"]),
        Example("zerowidth", finds: ["Zero\u{200B}Width"]),
        Example("width", finds: ["Zero\u{200B}Width"]),
        Example("\u{30AB}\u{30BF}", finds: ["\u{FF76}\u{FF80}\u{FF76}\u{FF85}"]),
        Example("\u{5165}\u{95E8}", finds: ["Swift \u{5165}\u{95E8}"], not: ["\u{5165} \u{95E8}"]),
        Example("\"swift\u{5165}\"", finds: ["Swift \u{5165}\u{95E8}"]),
    ]

    static let signs = [
        Example("\u{1F468}", finds: ["\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}"]),
        Example("\u{1F44D}\u{1F3FF}", finds: ["\u{1F44D}\u{1F3FD}", "\u{1F44D}"]),
        Example(
            "\u{1F1EA}\u{1F1F8}", finds: ["a \u{1F1EA}\u{1F1F8}"],
            not: ["\u{1F1E9}\u{1F1EA}\u{1F1F8}\u{1F1EA}"]),
        Example("!!!", finds: ["wow!!!!"], not: ["wow!!", "! ! !"]),
        Example("tips & tricks", finds: ["Tips and Tricks", "Tricks & Tips"]),
        Example("^map", finds: ["^map"], not: ["map", "^ map"]),
        Example("map NOT kit", not: ["map"]),
    ]

    @Test(arguments: words + scripts + signs)
    func `A query finds these texts and not those`(example: Example) {
        guard let conditions = NaiveText.parse(example.query) else {
            Issue.record("no filter")
            return
        }
        for text in example.found {
            #expect(NaiveText.matches(fields: [NaiveText.units(text)], conditions), "\(text)")
        }
        for text in example.missed {
            #expect(!NaiveText.matches(fields: [NaiveText.units(text)], conditions), "\(text)")
        }
    }

    @Test func `Each condition may match in another field, none across two`() throws {
        let fields = ["Hash", "Maps"].map(NaiveText.units)
        #expect(NaiveText.matches(fields: fields, try #require(NaiveText.parse("maps hash"))))
        #expect(!NaiveText.matches(fields: fields, try #require(NaiveText.parse("\"hash maps\""))))
    }

    @Test(arguments: [
        ("hash maps", 4), ("Hash, maps!", 4), ("maps hash", 3), ("maps", 3), ("hash ma", 2),
        ("hash ada", 1), ("maps fast", 0),
    ])
    func `Relevance falls from the whole name to the description`(query: String, expected: Int)
        throws
    {
        let name = NaiveText.units("Hash Maps")
        let narrow = [name, NaiveText.units("Basics"), NaiveText.units("Ada L.")]
        let conditions = try #require(NaiveText.parse(query))
        #expect(
            NaiveText.matches(fields: narrow + [NaiveText.units("fast")], conditions))
        let found = NaiveText.relevanceClass(name: name, narrow: narrow, conditions)
        #expect(found == expected)
    }
}
