import CatalogFormats
import EpisodeModel
import Testing

/// Purpose: JSON lines carry domains too. Method: lines of domains among lines of rows.
@Suite struct DomainLineTests {
    private static let line =
        #"{"domain": {"id": 1, "name": "iOS", "slug": "ios", "level": "production", "ordinal": 1}}"#

    @Test func `a line that holds only a domain is one`() throws {
        for text in [Self.line + "\n" + Fixture.lines, Fixture.lines + Self.line] {
            for chunkByteCount in [1, 7, 4_096] {
                let reading = try Reading(text, chunkByteCount: chunkByteCount)
                #expect(reading.message == "")
                #expect(reading.catalog.domains == [Fixture.domain])
                #expect(reading.episodes == Fixture.episodes)
                #expect(reading.positions.map(\.row) == [1, 2, 3])
            }
        }
        #expect(try Reading(Self.line, allowsEmpty: true).catalog.domains == [Fixture.domain])
        #expect(try Reading(Self.line).failure?.problem == "holds no episodes")
    }

    @Test func `in a row the key means nothing`() throws {
        for text in [
            #"{"domain": {"id": 0}, "id": 1, "name": "a"}"#,
            #"{"id": 1, "domain": {"x": []}, "name": "a"}"#,
            #"[{"domain": {"id": 5, "name": "x"}, "id": 1, "name": "a"}]"#,
            #"{"domain": 5, "id": 1, "name": "a"}"#,
        ] {
            let reading = try Reading(text)
            #expect(reading.catalog.domains.isEmpty && reading.ids == [1], "\(reading.message)")
        }
        let document = try Reading(
            #"{"domain": {"id": 7, "name": "x"}, "episodes": [{"id": 1, "name": "a"}]}"#)
        #expect(document.catalog.domains.isEmpty && document.ids == [1])
    }

    @Test(arguments: [
        (#"{"domain": {"id": 0, "name": "x"}}"#, "domains: id: is 0"),
        (#"{"domain": {"id": 1}}"#, "domains: name: is missing"),
        (#"{"domain": {"id": 1, "name": "x", "ordinal": "1"}}"#, "domains: ordinal: is the text"),
        (#"{"domain": {"id": 1, "name": "x", "name": "y"}}"#, "domains: name: this key is there"),
    ])
    func `a bad domain is a fault of its line`(line: String, fault: String) throws {
        #expect(try Reading(line + "\n" + Fixture.lines).message.contains("FILE:1: " + fault))
        let reading = try Reading(Fixture.lines + line + "\n" + Self.line, skipsBadRows: true)
        #expect(reading.message == "")
        #expect(reading.episodes == Fixture.episodes)
        #expect(reading.catalog.domains == [Fixture.domain])
        #expect(reading.skippedCount == 1)
        #expect(reading.faults.first?.contains("FILE:4: " + fault) == true, "\(reading.faults)")
    }

    @Test func `a domain goes on one line`() throws {
        let text = "{\"domain\":\n{\"id\": 1, \"name\": \"x\"}}\n" + Fixture.lines
        #expect(try Reading(text).failure?.remedy.contains("one line") == true)
    }
}
