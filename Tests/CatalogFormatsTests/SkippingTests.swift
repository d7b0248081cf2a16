import CatalogFormats
import EpisodeModel
import Foundation
import Testing

/// Takes rows until an id comes twice.
private final class UniqueIDs: CatalogConsumer {
    var ids: Set<UInt64> = []
    func receive(_ episode: Episode, at position: RowPosition) throws(EpisodeError) {
        guard ids.insert(episode.id).inserted else {
            throw .invalid("id", "\(episode.id) is there twice", "give each row its own")
        }
    }
    func receive(_ domain: Domain) {}
}

/// Purpose: with `skipsBadRows` a bad row costs only itself. Method: bad rows among good ones.
@Suite struct SkippingTests {
    private static let rows = [
        #"{"id": 1, "name": "a"}"#, #"{"id": 0, "name": "b"}"#, #"{"id": 3, "name": "c"}"#,
        #"{"id": 4, "name": 5, "x": [{}]}"#, #"["stray", {"id": 8, "name": "x"}]"#, "null",
        #"{"id": 5, "name": "\ud800"}"#, #"{"id": 6, "name": "e", "uri": "", "uri": ""}"#,
        #"{"id": 7, "name": "f"}"#,
    ]

    @Test func `bad rows of a document are counted and left out`() throws {
        let text = "[" + Self.rows.joined(separator: ",\n") + "]"
        for chunkByteCount in [1, 7, 4_096] {
            let reading = try Reading(text, skipsBadRows: true, chunkByteCount: chunkByteCount)
            #expect(reading.failure == nil)
            #expect(reading.ids == [1, 3, 7])
            #expect(reading.positions.map(\.row) == [1, 3, 9])
            #expect(reading.skippedCount == 6)
            #expect(
                reading.faults.prefix(2) == [
                    "FILE:2: row 2: id: is 0; give a whole number from 1 to 18446744073709551615",
                    "FILE:4: row 4: name: is the number 5; give a text",
                ])
        }
    }

    @Test(arguments: ["\n", "\r\n", "\r"])
    func `bad lines of JSON lines are counted and left out`(end: String) throws {
        var lines = Self.rows
        lines += [
            "{\"id\": 8,", "\"name\": \"x\"}", "garbage", "\"half", "{\"id\": 9, \"name\": \"g\"}",
        ]
        lines += [String(repeating: "[", count: 100), "{\"id\": 10, \"name\": \"h\"} tail", "{"]
        for chunkByteCount in [1, 7, 4_096] {
            let reading = try Reading(
                lines.joined(separator: end), skipsBadRows: true, chunkByteCount: chunkByteCount)
            #expect(reading.failure == nil)
            #expect(reading.ids == [1, 3, 7, 9, 10])
            #expect(reading.positions.map(\.line) == [1, 3, 9, 14, 16])
            #expect(reading.skippedCount == 13)
        }
    }

    @Test func `a broken first line is a bad row too`() throws {
        let reading = try Reading("oops\n" + Fixture.lines, skipsBadRows: true)
        #expect(reading.episodes == Fixture.episodes)
        #expect(reading.skippedCount == 1)
    }

    @Test func `broken JSON in a document stops all the same`() throws {
        let reading = try Reading(
            #"[{"id": 1, "name": "a"}, {"id" 2}, {"id": 3, "name": "c"}]"#, skipsBadRows: true)
        #expect(reading.failure?.problem.contains("is not JSON") == true)
    }

    @Test func `bad rows alone are no catalogue`() throws {
        let reading = try Reading(
            #"[{"id": 0, "name": "a"}]"#, skipsBadRows: true, allowsEmpty: true)
        #expect(reading.failure?.problem == "holds no good row: is 0")
    }

    @Test func `only the first twenty faults are kept`() throws {
        let text = (0..<50).map { _ in "{}" }.joined(separator: "\n")
        let reading = try Reading(#"{"id": 1, "name": "a"}"# + "\n" + text, skipsBadRows: true)
        #expect(reading.skippedCount == 50)
        #expect(reading.faults.count == 20)
    }

    @Test func `bad domains are left out, good ones stay`() throws {
        let reading = try Reading(
            #"{"domains": [{"id": 0, "name": "x"}, {"id": 2, "name": "y"}], "episodes": [{"id": 1, "name": "a"}]}"#,
            skipsBadRows: true)
        #expect(reading.catalog.domains == [Domain(id: 2, name: "y")])
        #expect(reading.skippedCount == 1 && reading.ids == [1])
    }

    @Test func `what the consumer refuses is a fault of that row`() throws {
        let path = NSTemporaryDirectory() + "catalog-\(UUID().uuidString).json"
        defer { try? FileManager.default.removeItem(atPath: path) }
        let rows = [1, 2, 1, 3].map { "{\"id\": \($0), \"name\": \"n\"}" }
        try Data(rows.joined(separator: "\n").utf8).write(to: URL(fileURLWithPath: path))

        let summary = try CatalogReader(skipsBadRows: true).read(path: path, into: UniqueIDs())
        #expect(summary.rowCount == 3 && summary.skippedCount == 1)
        let failure = #expect(throws: CatalogFault.self) {
            try CatalogReader(skipsBadRows: false).read(path: path, into: UniqueIDs())
        }
        #expect(
            failure?.description.hasSuffix(":3: row 3: id: 1 is there twice; give each row its own")
                == true)
    }
}
