import CatalogFormats
import EpisodeModel
import Testing

/// Reads one flat row that has an id, a name and these members.
private func row(_ members: String) throws -> Reading {
    try Reading(#"[{"id": 1, "name": "n", \#(members)}]"#)
}

private func episode(_ members: String) throws -> Episode {
    let reading = try row(members)
    return try #require(reading.episodes.first, "\(reading.message)")
}

/// Purpose: what a row's keys mean. Method: one row for each form of a value.
@Suite struct FieldTests {
    @Test(arguments: [
        ("1", 1), (#""1""#, 1), ("1.0", 1), ("1e0", 1), ("100e-2", 1), ("1.5e1", 15),
        ("9223372036854775808", 9_223_372_036_854_775_808), (#""007""#, 7),
        ("18446744073709551615", UInt64.max), ("1844674407370955161.5E+1", UInt64.max),
    ])
    func `an id is any exact whole number`(text: String, id: UInt64) throws {
        #expect(try Reading(#"[{"id": \#(text), "name": "n"}]"#).ids == [id])
    }

    @Test(arguments: [
        "0", "-5", "1.5", "1e-1", "18446744073709551616", "1e20", "1e99999999999999999999", #""""#,
        #""x1""#, #""-1""#, #"" 1""#, #""1.0""#, "true", "[1]", "{}", #""18446744073709551616""#,
        #""99999999999999999999999999""#,
    ])
    func `an id that is no whole number from 1 is refused`(text: String) throws {
        let failure = try #require(try Reading(#"[{"id": \#(text), "name": "n"}]"#).failure)
        #expect(failure.field == "id")
        #expect(failure.position?.row == 1)
        #expect(failure.remedy.contains("18446744073709551615"))
    }

    @Test func `zero, empty and null mean absent`() throws {
        let empty = try episode(
            """
            "description": "", "parent_name": null, "domains": null, "difficulty": null,
            "content_type": "", "subscription_type": null, "released_at": "", "popularity": 0.0,
            "duration": 0, "video_identifier": 0, "features": [], "uri": null, "ordinal": 0,
            "artwork_url": "", "technology": "", "contributors": null, "stream_url": null,
            "free": null, "professional": null, "description_html": ""
            """)
        #expect(empty == Episode(id: 1, name: "n"))
        #expect(try episode(#""difficulty": """#).difficulty == .allLevels)
        #expect(try episode(#""popularity": -0.0"#).popularity == nil)
        #expect(try episode(#""contributors": []"#).contributors == "")
    }

    @Test func `every text field has its names`() throws {
        let texts = try episode(
            """
            "parent_name": "p", "content_type": "c", "subscription_type": "s", "uri": "u",
            "card_artwork_url": "a", "technology_triple_string": "t", "contributor_string": "w",
            "stream_url": "v", "description": "d"
            """)
        #expect(texts.parentName == "p" && texts.contentType == "c" && texts.uri == "u")
        #expect(texts.subscriptionType == "s" && texts.artworkURL == "a")
        #expect(texts.technology == "t" && texts.contributors == "w" && texts.streamURL == "v")
        #expect(texts.description == "d" && texts.descriptionHTML == "")
        let others = try episode(
            #""artwork_url": "a", "technology": "t", "speakers": ["A", "", "B"], "video_url": "v""#)
        #expect(others.artworkURL == "a" && others.technology == "t" && others.streamURL == "v")
        #expect(others.contributors == "A & B")
        #expect(try episode(#""contributors": ["A"]"#).contributors == "A")
    }

    @Test func `of two names of one field the first with a value wins`() throws {
        #expect(
            try episode(#""speakers": ["B"], "contributor_string": "A""#).contributors == "A")
        #expect(try episode(#""video_url": "b", "stream_url": null"#).streamURL == "b")
        #expect(try episode(#""duration_seconds": 5, "duration": 0"#).durationSeconds == 5)
        #expect(try episode(#""domain_ids": [2], "domains": [1]"#).domains == [1])
    }

    @Test(arguments: [
        (#""free": true, "professional": true"#, "free"), (#""free": true"#, "free"),
        (#""professional": true"#, "professional"), (#""free": false"#, "beginner"),
        (#""free": false, "professional": true"#, "professional"),
        (#""professional": false"#, "beginner"), (#""free": null"#, ""),
        (#""free": true, "subscription_type": "team""#, "team"),
        (#""free": true, "subscription_type": """#, "free"),
    ])
    func `the plan follows from the older flags`(members: String, plan: String) throws {
        #expect(try episode(members).subscriptionType == plan)
    }

    @Test(arguments: [
        ("beginner", Difficulty.beginner), ("Intermediate", .intermediate), ("ADVANCED", .advanced),
        ("all_levels", .allLevels), ("All", .allLevels),
    ])
    func `difficulties ignore case`(name: String, value: Difficulty) throws {
        #expect(try episode(#""difficulty": "\#(name)""#).difficulty == value)
    }

    @Test func `numbers and dates are read exactly`() throws {
        let numbers = try episode(
            """
            "popularity": 28.6470588235294, "duration": 4294967295, "ordinal": 2.0,
            "video_identifier": "18446744073709551615", "released_at": "2018-08-21T17:00:00.000Z"
            """)
        #expect(numbers.popularity == 28.6470588235294)
        #expect(numbers.durationSeconds == .max && numbers.ordinal == 2)
        #expect(numbers.videoIdentifier == .max)
        #expect(numbers.releasedAt?.description == "2018-08-21T17:00:00Z")
        #expect(
            try episode(#""popularity": 9223372036854775807"#).popularity == 9.223372036854775807e18
        )
        #expect(try episode(#""popularity": -3"#).popularity == -3)
        #expect(try episode(#""released_at": "1969-12-31T23:59:59+02:00""#).releasedAt != nil)
    }

    @Test func `domains are sorted, each once; features keep their order`() throws {
        let lists = try episode(
            #""domains": [9, "3", 9, 4294967295, 1.0], "features": ["b", "a", "b"]"#)
        #expect(lists.domains == [1, 3, 9, 4_294_967_295])
        #expect(lists.features == ["b", "a"])
    }

    @Test(arguments: [
        (#""name2": 1, "parent_name": 5"#, "parent_name", "the number 5", "give a text"),
        (#""parent_name": true"#, "parent_name", "true", "give a text"),
        (#""parent_name": ["x"]"#, "parent_name", "a list", "give a text"),
        (#""uri": {"a": 1}"#, "uri", "an object", "give a text"),
        (#""domains": "1""#, "domains", "the text '1'", "give a list of whole numbers"),
        (#""domains": 1"#, "domains", "the number 1", "give a list of whole numbers"),
        (#""domains": [0]"#, "domains", "0", "from 1 to 4294967295"),
        (#""domains": [4294967296]"#, "domains", "4294967296", "from 1 to 4294967295"),
        (#""domains": ["x"]"#, "domains", "'x'", "from 1 to 4294967295"),
        (#""domains": [null]"#, "domains", "null", "from 1 to 4294967295"),
        (#""domains": [[1]]"#, "domains", "holds a list", "from 1 to 4294967295"),
        (#""domains": [{"id": 1}]"#, "domains", "holds an object", "from 1 to 4294967295"),
        (#""difficulty": "hard""#, "difficulty", "'hard'", "all_levels"),
        (#""difficulty": 1"#, "difficulty", "the number 1", "all_levels"),
        (#""free": "true""#, "free", "the text 'true'", "true or false"),
        (#""professional": 0"#, "professional", "the number 0", "true or false"),
        (#""released_at": "yesterday""#, "released_at", "'yesterday'", "2020-01-31T08:00:00Z"),
        (#""released_at": "2020-02-30""#, "released_at", "'2020-02-30'", "2020-01-31"),
        (#""released_at": 1577836800"#, "released_at", "the number 1577836800", "2020-01-31"),
        (#""popularity": "100""#, "popularity", "the text '100'", "give a number"),
        (#""popularity": 1e999"#, "popularity", "1e999", "below"),
        (#""duration": -1"#, "duration", "-1", "from 0 to 4294967295"),
        (#""duration": 1.5"#, "duration", "1.5", "whole number"),
        (#""duration_seconds": 4294967296"#, "duration_seconds", "4294967296", "4294967295"),
        (#""ordinal": "1""#, "ordinal", "the text '1'", "whole number"),
        (#""video_identifier": -1"#, "video_identifier", "-1", "18446744073709551615"),
        (#""video_identifier": "x""#, "video_identifier", "'x'", "18446744073709551615"),
        (#""features": "a""#, "features", "the text 'a'", "list of texts"),
        (#""features": [1]"#, "features", "the number 1", "list of texts"),
        (#""features": [""]"#, "features", "empty", "leave it out"),
        (#""features": [true]"#, "features", "true", "list of texts"),
        (#""speakers": [1]"#, "speakers", "the number 1", "a list of texts"),
        (#""speakers": 1"#, "speakers", "the number 1", "a list of texts"),
        (#""uri": "a\u0000b""#, "uri", "NUL", "remove"),
        (#""uri": "\ud800""#, "uri", "surrogate", "both halves"),
        (#""uri": "\udc00x""#, "uri", "surrogate", "both halves"),
        (#""uri": "\ud800\u0041""#, "uri", "surrogate", "both halves"),
        (#""features": ["\ud83d\n"]"#, "features", "surrogate", "both halves"),
        (#""uri": "a", "uri": "b""#, "uri", "twice", "keep one"),
        (#""own": "a", "own": "b""#, "own", "twice", "keep one"),
        (#""attributes": []"#, "attributes", "a list", "an object"),
        (#""relationships": 1"#, "relationships", "the number 1", "an object"),
    ])
    func `a wrong value is refused by field, value and remedy`(
        members: String, field: String, value: String, remedy: String
    ) throws {
        let failure = try #require(try row(members).failure)
        #expect(failure.field == field)
        #expect(failure.problem.contains(value), "\(failure)")
        #expect(failure.remedy.contains(remedy), "\(failure)")
        #expect(failure.position?.row == 1 && failure.position?.line == 1)
    }

    @Test func `whole surrogate pairs are characters`() throws {
        #expect(try episode(#""uri": "\ud83d\ude00\\ud800""#).uri == "😀\\ud800")
    }

    @Test func `long values are shortened in messages`() throws {
        let long = String(repeating: "x", count: 5_000)
        let failure = try #require(try row(#""difficulty": "\#(long)""#).failure)
        #expect(failure.problem.count < 80)
        #expect(failure.problem.contains("xxx…'"))
    }
}
