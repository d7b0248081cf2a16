import CatalogFormats
import EpisodeModel
import Testing

/// Each accepted form, with the same three rows in it.
enum Fixture {
    static let flatRows = [
        #"{"id": 1, "name": "Maps", "domains": [2, 1], "difficulty": "beginner", "free": true}"#,
        #"{"id": "2", "name": "Größe", "domains": [], "popularity": 12.5, "ordinal": 3}"#,
        #"{"id": 3, "name": "地图", "domain_ids": ["9", 9], "features": ["quiz", "quiz"]}"#,
    ]
    static let array = "[" + flatRows.joined(separator: ", ") + "]"
    static let lines = flatRows.joined(separator: "\n") + "\n"
    static let flatDocument = """
        {
          "domains": [{"id": 1, "name": "iOS", "slug": "ios", "level": "production", "ordinal": 1}],
          "episodes": [
            \(flatRows.joined(separator: ",\n    "))
          ]
        }
        """
    static let resources = """
        {"jsonapi": {"version": "1.0"}, "data": [
        {"id": "1", "type": "contents",
         "attributes": {"name": "Maps", "difficulty": "beginner", "free": true},
         "relationships": {"domains": {"data": [{"id": "2", "type": "domains"},
                                                {"id": "1", "type": "domains"}]},
                           "bookmark": {"data": null}, "child_contents": {"meta": {"count": 0}}},
         "links": {"self": "x"}},
        {"id": "2", "type": "contents", "attributes": {"name": "Größe", "popularity": 12.5,
         "ordinal": 3}, "relationships": {"domains": {"data": []}}},
        {"type": "contents", "relationships": {"domains": {"data": [{"type": "domains", "id": "9"},
         {"type": "domains", "id": 9}]}}, "attributes": {"name": "地图",
         "features": ["quiz", "quiz"]}, "id": "3"}
        ],
        "included": [
        {"id": "143", "type": "categories", "attributes": {"name": "Start", "ordinal": "x"}},
        {"id": "1", "type": "domains", "attributes": {"name": "iOS", "slug": "ios",
         "level": "production", "ordinal": 1}}],
        "meta": {"total_result_count": 3}, "links": {"next": null}}
        """

    static let episodes: [Episode] = {
        var maps = Episode(id: 1, name: "Maps")
        maps.domains = [1, 2]
        maps.difficulty = .beginner
        maps.subscriptionType = "free"
        var size = Episode(id: 2, name: "Größe")
        size.popularity = 12.5
        size.ordinal = 3
        var chinese = Episode(id: 3, name: "地图")
        chinese.domains = [9]
        chinese.features = ["quiz"]
        return [maps, size, chinese]
    }()

    static let domain: Domain = {
        var domain = Domain(id: 1, name: "iOS")
        domain.slug = "ios"
        domain.level = "production"
        domain.ordinal = 1
        return domain
    }()

    static let forms = [array, lines, flatDocument, resources]
}

/// Purpose: the form of a file is found by its content. Method: the same rows in every form.
@Suite struct FormTests {
    @Test(arguments: Fixture.forms)
    func `every form gives the same rows`(text: String) throws {
        let reading = try Reading(text)
        #expect(reading.message == "")
        #expect(reading.episodes == Fixture.episodes)
    }

    @Test(arguments: [Fixture.flatDocument, Fixture.resources])
    func `documents bring their domains`(text: String) throws {
        #expect(try Reading(text).catalog.domains == [Fixture.domain])
    }

    @Test(arguments: Fixture.forms)
    func `a byte order mark changes nothing`(text: String) throws {
        let marked = try Reading("\u{FEFF}" + text)
        let plain = try Reading(text)
        #expect(marked.catalog == plain.catalog)
        #expect(marked.failure == nil)
    }

    @Test(arguments: Fixture.forms)
    func `where chunks end changes nothing`(text: String) throws {
        let whole = try Reading(text)
        for chunkByteCount in [1, 2, 3, 5, 7, 11, 64, 100] {
            #expect(try Reading(text, chunkByteCount: chunkByteCount) == whole)
        }
    }

    @Test(arguments: ["\n", "\r\n", "\r", "\n\n", "  \n\t\n", "\r\n\r\n"])
    func `lines may end in any way`(end: String) throws {
        for chunkByteCount in [1, 2, 3, 4_096] {
            for last in ["", end] {
                let text = Fixture.flatRows.joined(separator: end) + last
                let reading = try Reading(text, chunkByteCount: chunkByteCount)
                #expect(reading.episodes == Fixture.episodes, "\(reading.message)")
                let step =
                    end.unicodeScalars.contains("\n")
                    ? end.unicodeScalars.count { $0 == "\n" } : 1
                #expect(reading.positions.map(\.line) == [1, 1 + step, 1 + 2 * step])
            }
        }
    }

    /// A file of 300,000 lines without any line feed once took minutes.
    @Test(.timeLimit(.minutes(1)), arguments: [["\r"], ["\n", "\r", "\r\n", "\r\r", "\n\r"]])
    func `lines end in any way in one file, however many there are`(ends: [String]) throws {
        var text = ""
        let count: UInt64 = ends.count == 1 ? 300_000 : 20_000
        for number in 1...count {
            text += "{\"id\":\(number),\"name\":\"a\"}"
            text += ends[Int(number &* 2_654_435_761 >> 7) % ends.count]
        }
        let reading = try Reading(text)
        #expect(reading.episodes.map(\.id) == Array(1...count), "\(reading.message)")
    }

    @Test func `a document with one resource is one row`() throws {
        let reading = try Reading(
            #"{"data": {"id": "7", "type": "contents", "attributes": {"name": "A"}}}"#)
        #expect(reading.episodes == [Episode(id: 7, name: "A")])
    }

    @Test func `included may come before data`() throws {
        let reading = try Reading(
            """
            {"included": [{"type": "domains", "id": "4", "attributes": {"name": "D"}}],
             "data": [{"id": "7", "attributes": {"name": "A"}}]}
            """)
        #expect(reading.catalog.domains == [Domain(id: 4, name: "D")])
        #expect(reading.ids == [7])
    }

    @Test func `positions name record, line and byte`() throws {
        let reading = try Reading(
            "[\r\n{\"id\":1,\"name\":\"a\"},\r\n\r\n  {\"id\":2,\"name\":\"b\"}]")
        #expect(
            reading.positions == [
                RowPosition(row: 1, line: 2, byteOffset: 3),
                RowPosition(row: 2, line: 4, byteOffset: 29),
            ])
    }

    @Test func `unknown keys of any shape are passed over`() throws {
        let reading = try Reading(
            """
            [{"x": {"id": 5, "name": [1, {"data": null}]}, "id": 1, "y": [[[]], {}], "name": "a",
              "z": 1e99, "w": "\\u0000"}]
            """)
        #expect(reading.episodes == [Episode(id: 1, name: "a")])
    }

    @Test func `a single line without anything else is JSON lines`() throws {
        #expect(try Reading(#"{"name": "a", "id": 1}"#).ids == [1])
        #expect(try Reading(#"{"domains": [3], "name": "a", "id": 1}"#).episodes[0].domains == [3])
    }
}
