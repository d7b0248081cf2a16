import CatalogFormats
import EpisodeModel
import Foundation
import Testing

/// Purpose: the format is found by content, then by the file's name, unless it is named.
/// Method: the same rows under right and wrong names.
@Suite struct FormatChoiceTests {
    private static let csvText = "id,name\n1,a\n"

    @Test(arguments: ["", ".csv", ".json", ".jsonl", ".txt"])
    func `content counts more than the name`(ending: String) throws {
        #expect(try Reading(Self.csvText, ending: ending).ids == [1])
        #expect(try Reading("\u{FEFF}\r\n\"name\",id\nx,1", ending: ending).ids == [1])
        for form in Fixture.forms {
            #expect(try Reading(form, ending: ending).episodes == Fixture.episodes)
            #expect(try Reading("\n\n" + form, ending: ending).episodes == Fixture.episodes)
        }
    }

    @Test func `the name decides what the content leaves open`() throws {
        let text = "nme,id\nx,1\n"
        #expect(try Reading(text, ending: ".CSV").failure?.field == "nme")
        #expect(try Reading(text, ending: ".json").message.contains("is not JSON"))
        #expect(try Reading(text, ending: "").message.contains("is not JSON"))
    }

    @Test func `detection does not depend on chunks`() throws {
        for text in [
            Self.csvText, "  \n" + Self.csvText, Fixture.lines, "\"x\"", "\"id\",name\n1,a",
        ] {
            let whole = try Reading(text, ending: "")
            for size in [1, 2, 5] {
                #expect(try Reading(text, ending: "", chunkByteCount: size) == whole)
            }
        }
    }

    @Test func `only the beginning decides, however much is read at once`() throws {
        let far = String(repeating: " ", count: 200) + Self.csvText
        for text in [
            far, "\u{1}\0" + Self.csvText, String(repeating: "\0", count: 200) + Self.csvText,
        ] {
            let whole = try Reading(text, ending: "")
            #expect(whole.message.contains("is not JSON"))
            for size in [1, 7, 128, 129] {
                #expect(try Reading(text, ending: "", chunkByteCount: size).ids.isEmpty)
            }
        }
    }

    @Test func `a named format is kept to`() throws {
        #expect(try Reading(Self.csvText, format: .csv, ending: ".json").ids == [1])
        #expect(try Reading(Self.csvText, format: .json).message.contains("is not JSON"))
        #expect(try Reading(Fixture.array, format: .json).episodes == Fixture.episodes)
        #expect(try Reading(Fixture.lines, format: .jsonl).episodes == Fixture.episodes)
        #expect(try Reading(Fixture.array, format: .csv).failure != nil)
        for document in [Fixture.array, Fixture.flatDocument, Fixture.resources, "{}"] {
            let failure = try Reading(document, allowsEmpty: true, format: .jsonl).failure
            #expect(failure?.problem == "is one JSON document")
            #expect(failure?.remedy.contains("--format json or auto") == true)
        }
        #expect(try Reading(Fixture.lines, format: .json).failure?.problem == "is JSON lines")
    }

    @Test func `reading stops at the number of bad rows that was set`() throws {
        let texts = [
            "id,name\n" + (0..<50).map { _ in "0,a\n" }.joined(),
            (0..<50).map { _ in "{\"id\": 0}\n" }.joined(),
            "[" + (0..<50).map { _ in "{\"id\": 0}" }.joined(separator: ",") + "]",
        ]
        for text in texts {
            let reading = try Reading(text, skipsBadRows: true, skippedCountMaximum: 7)
            #expect(reading.message == "")
            #expect(reading.isCutShort && reading.skippedCount == 7)
        }
    }

    @Test func `a file can be read twice`() throws {
        let path = NSTemporaryDirectory() + "catalog-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: path) }
        try Self.csvText.write(toFile: path, atomically: true, encoding: .utf8)
        let source = try CatalogSource(path: path)
        #expect(source.byteCount == 12)
        for _ in 0..<2 {
            let summary = try CatalogReader(skipsBadRows: false).read(
                source, into: CatalogCollector())
            #expect(summary.rowCount == 1)
            try source.keepCopy()
            try source.rewind()
        }
    }

    @Test func `a pipe can be read twice when a copy is kept`() throws {
        let path = NSTemporaryDirectory() + "pipe-\(UUID().uuidString)"
        #expect(mkfifo(path, 0o600) == 0)
        defer { unlink(path) }
        let writer = Thread {
            try? Self.csvText.write(toFile: path, atomically: false, encoding: .utf8)
        }
        writer.start()
        let source = try CatalogSource(path: path)
        #expect(source.byteCount == nil)
        #expect(throws: CatalogFault.self) { try source.rewind() }
        try source.keepCopy()
        for _ in 0..<2 {
            let summary = try CatalogReader(skipsBadRows: false).read(
                source, into: CatalogCollector())
            #expect(summary.rowCount == 1)
            try source.rewind()
        }
    }
}
