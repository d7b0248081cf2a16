import CatalogFormats
import EpisodeModel
import Foundation
import Testing

/// Purpose: a file that is no catalogue is refused with its place and a remedy, and never read as
/// an empty one. Method: one broken file for each fault.
@Suite struct FileFaultTests {
    @Test(arguments: [
        "", " \r\n\t\n", "{}", "[]", "\u{FEFF}", #"{"data": []}"#, #"{"data": null}"#,
        #"{"episodes": [], "domains": []}"#, #"{"meta": {"total_result_count": 0}}"#,
        #"{"errors": [{"status": "500"}]}"#, "[] ", "\n[\n]\n",
    ])
    func `a file without rows is refused unless that is allowed`(text: String) throws {
        let refused = try Reading(text)
        #expect(refused.failure?.problem == "holds no episodes")
        let allowed = try Reading(text, allowsEmpty: true)
        #expect(allowed.failure == nil)
        #expect(allowed.episodes.isEmpty)
    }

    @Test(arguments: [
        (#""x""#, "the text 'x'"), ("12", "the number 12"), ("true", "true"), ("null", "null"),
        ("12\n", "the number 12"),
    ])
    func `a single value is no catalogue`(text: String, found: String) throws {
        let failure = try #require(try Reading(text, allowsEmpty: true).failure)
        #expect(failure.problem.contains(found))
        #expect(failure.remedy.contains("JSON:API"))
    }

    @Test(
        arguments: [
            ([0xFF, 0xFE, 0x7B, 0x00], "UTF-16 (little-endian)"),
            ([0xFE, 0xFF, 0x00, 0x7B], "UTF-16 (big-endian)"),
            ([0x5B, 0x00, 0x7B, 0x00], "UTF-16 (little-endian)"),
            ([0x00, 0x5B, 0x00, 0x7B], "UTF-16 (big-endian)"),
            ([0xFF, 0xFE, 0x00, 0x00, 0x7B, 0, 0, 0], "UTF-32 (little-endian)"),
            ([0x00, 0x00, 0xFE, 0xFF, 0, 0, 0, 0x7B], "UTF-32 (big-endian)"),
            ([0x7B, 0x00, 0x00, 0x00], "UTF-32 (little-endian)"),
            ([0x00, 0x00, 0x00, 0x7B], "UTF-32 (big-endian)"),
            ([0x1F, 0x8B, 0x08, 0x00], "gzip"), ([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00], "xz"),
            ([0x28, 0xB5, 0x2F, 0xFD], "zstd"), ([0x42, 0x5A, 0x68, 0x39], "bzip2"),
            ([0x50, 0x4B, 0x03, 0x04], "zip"),
        ] as [([UInt8], String)])
    func `other encodings are refused by name`(bytes: [UInt8], name: String) throws {
        for chunkByteCount in [1, 4_096] {
            let failure = try #require(
                try Reading(bytes, chunkByteCount: chunkByteCount).failure)
            #expect(failure.problem.contains(name))
        }
    }

    @Test(arguments: [Fixture.array, Fixture.flatDocument, Fixture.resources])
    func `a document cut anywhere is never a success`(text: String) throws {
        let bytes = Array(text.utf8)
        for length in 1..<bytes.count {
            let failure = try #require(try Reading(Array(bytes[..<length])).failure)
            #expect(!failure.problem.isEmpty && !failure.remedy.isEmpty)
            let inParts = try Reading(Array(bytes[..<length]), chunkByteCount: 7)
            #expect(inParts.failure == failure)
            if length > 1, failure.problem.contains("ends too early") {
                #expect(failure.position?.byteOffset == Int64(length))
            }
        }
    }

    @Test func `a cut document tells what is missing, and where`() throws {
        let failure = try #require(
            try Reading("{\"data\": [\r\n{\"id\": \"1\",\r\n\"attributes\": {\"name\": \"x").failure
        )
        #expect(
            failure.description
                == "FILE:3: row 1: the file ends too early, at byte 50: '}}]}' is missing;"
                + " write the file anew; it is cut off")
    }

    @Test func `broken JSON is refused with line and byte`() throws {
        let failure = try #require(
            try Reading("[\n{\"id\": 1, \"name\": \"a\"},\n{\"id\": 2 \"name\": \"b\"}]").failure)
        #expect(failure.position?.line == 3)
        #expect(failure.position?.row == 2)
        #expect(failure.problem.contains("is not JSON at byte"))
    }

    @Test(arguments: ["[{\"id\": 1, \"name\": \"a\"}] x", "[{\"id\": 1, \"name\": \"a\"}][]"])
    func `text after a document is refused`(text: String) throws {
        #expect(try Reading(text).failure != nil)
    }

    @Test func `bytes that are not UTF-8 are refused`() throws {
        for bytes: [UInt8] in [
            [0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xE2, 0x82],
            [0xF4, 0x90, 0x80, 0x80], [0x80],
        ] {
            let text = Array(#"[{"id": 1, "name": ""#.utf8) + bytes + Array(#""}]"#.utf8)
            for chunkByteCount in [1, 4_096] {
                let reading = try Reading(text, chunkByteCount: chunkByteCount)
                #expect(reading.failure != nil && reading.episodes.isEmpty)
            }
        }
    }

    @Test func `deep nesting is refused`() throws {
        for open in [#"{"a":"#, #"[{"a":"#, #"{"a":["#] {
            let text = String(repeating: open, count: 50_000)
            #expect(try Reading(text).failure?.problem.contains("inside each other") == true)
        }
        #expect(try Reading(String(repeating: "[", count: 100_000)).failure != nil)
        let deepest = String(repeating: "[", count: 30) + String(repeating: "]", count: 30)
        #expect(try Reading(#"[{"id": 1, "name": "a", "x": \#(deepest)}]"#).ids == [1])
    }

    @Test(arguments: [
        (#"{"data": [1]}"#, "the number 1"), (#"[null]"#, "null"), (#"[[{"id": 1}]]"#, "a list"),
        (#"{"data": [{"id": "1", "type": "domains", "attributes": {"name": "x"}}]}"#, "'domains'"),
        (#"[{"name": "x"}]"#, "is missing"), (#"[{"id": 1}]"#, "is missing"),
        (#"[{"id": 1, "name": null}]"#, "is missing"), (#"[{"id": 1, "name": ""}]"#, "is missing"),
    ])
    func `what is no row is refused`(text: String, found: String) throws {
        let failure = try #require(try Reading(text).failure)
        #expect(failure.problem.contains(found), "\(failure)")
        #expect(failure.position?.row == 1)
    }

    @Test(arguments: [
        #"{"data": 5}"#, #"{"episodes": {}}"#, #"{"data": [], "included": "x"}"#,
        #"{"episodes": [], "domains": 1}"#, #"{"data": [], "data": []}"#,
        #"{"meta": 1, "meta": 2, "data": []}"#,
        #"{"episodes": [], "domains": [5, {"id": 1, "id": 1, "name": "x"}]}"#,
        #"{"data": [], "included": [{"type": "domains", "id": "0", "attributes": {"name": "x"}}]}"#,
        #"{"episodes": [], "domains": [{"id": 4294967296, "name": "x"}]}"#,
        #"{"episodes": [], "domains": [{"id": 1, "name": 5}]}"#,
        #"{"episodes": [], "domains": [{"id": 1, "name": "x", "ordinal": "1"}]}"#,
        #"{"episodes": [], "domains": [{"id": 1}]}"#,
    ])
    func `a document built wrongly is refused`(text: String) throws {
        let failure = try #require(try Reading(text, allowsEmpty: true).failure)
        #expect(!failure.field.isEmpty && !failure.remedy.isEmpty)
        #expect(failure.position != nil)
    }

    @Test func `a row spread over lines is refused among JSON lines`() throws {
        let failure = try #require(
            try Reading("{\"id\": 1,\n \"name\": \"a\"}\n{\"id\": 2, \"name\": \"b\"}").failure)
        #expect(failure.remedy.contains("one line"))
        #expect(failure.position?.line == 1)
    }

    @Test func `a text without end is refused before it fills the memory`() throws {
        let open = Array(#"[{"id": 1, "x": ""#.utf8)
        let reading = try Reading(open + [UInt8](repeating: 0x61, count: 9_000_000))
        #expect(reading.failure?.problem.contains("longer than 8388608 bytes") == true)
    }

    @Test func `a row with too much text is refused`() throws {
        let text = String(repeating: "a", count: 1_000_000)
        let failure = try #require(
            try Reading(
                """
                [{"id": 1, "name": "n", "description": "\(text)", "description_html": "\(text)",
                "technology": "\(text)"}]
                """
            ).failure)
        #expect(failure.field == "technology")
        #expect(failure.problem.contains("2097152"))
    }

    @Test func `a file that cannot be read is refused with the reason`() throws {
        #expect(
            Reading(path: "/no/such/file.json").message
                == "/no/such/file.json: cannot be read: No such file or directory; check the path")
        #expect(Reading(path: "/tmp").message.contains("Is a directory"))
        #expect(Reading(path: "").failure != nil)
        #expect(Reading(path: "/tmp\0x").failure != nil)
    }
}
