import CLibFuzzer
import EpisodeModel
import Glibc

@testable import CatalogFormats

/// Catalogue files: a value or an error that does not depend on how the file is read, and only rows
/// that may be served.
///
/// Input: length of the chunks read; odd to leave out bad rows; then the file. tools/fuzz also
/// bounds what one allocation may take.
enum CatalogFiles {
    private struct Reading: Equatable {
        var catalog = Catalog()
        var skippedCount = 0
        var failure: CatalogFault?
    }

    static func run(_ input: UnsafeRawBufferPointer) {
        withFile(input.after(2)) { run(input, $0) }
    }

    /// Calls `body` with the path of a file that holds these bytes.
    private static func withFile(_ bytes: UnsafeRawBufferPointer, _ body: (String) -> Void) {
        let descriptor = fuzz_memory_file()
        require(descriptor >= 0, "no memory file")
        defer { close(descriptor) }
        require(write(descriptor, bytes.baseAddress, bytes.count) == bytes.count, "a short write")
        body("/proc/self/fd/\(descriptor)")
    }

    private static func run(_ input: UnsafeRawBufferPointer, _ path: String) {
        let skips = input.choice(1) % 2 == 1
        let whole = read(path, skips: skips, chunkByteCount: 262_144)
        let parts = read(path, skips: skips, chunkByteCount: max(1, input.choice(0)))
        require(whole == parts, "chunks matter: \(whole) and \(parts)")
        if whole.failure != nil { return }
        for episode in whole.catalog.episodes {
            require((try? episode.validate()) != nil, "a bad row was handed on: \(episode)")
        }
        for format in CatalogFormat.allCases { writeAndRead(whole.catalog, format) }
    }

    /// What was read is written, and read back as the same.
    private static func writeAndRead(_ catalog: Catalog, _ format: CatalogFormat) {
        var writer = CatalogWriter(format, domains: catalog.domains)
        for episode in catalog.episodes { writer.write(episode) }
        writer.finish()
        writer.bytes.withUnsafeBytes { bytes in
            withFile(bytes) { path in
                let back = read(path, skips: false, chunkByteCount: 262_144)
                require(back.catalog == catalog, "\(format) came back as \(back)")
            }
        }
    }

    private static func read(_ path: String, skips: Bool, chunkByteCount: Int) -> Reading {
        let collector = CatalogCollector()
        var reader = CatalogReader(skipsBadRows: skips)
        reader.chunkByteCount = chunkByteCount
        var reading = Reading()
        do throws(CatalogFault) {
            reading.skippedCount = try reader.read(path: path, into: collector).skippedCount
        } catch {
            reading.failure = error
            // The place of a syntax error may differ by a token, and that of a line cut short by its
            // line end, when these lie at the edge of a chunk.
            reading.failure?.position = nil
            let problem = error.problem
            if problem.contains("is not JSON at byte")
                || problem.contains("the line ends too early")
            {
                reading.failure?.problem = ""
            }
        }
        reading.catalog = collector.catalog
        return reading
    }

    static func seeds() -> [[UInt8]] {
        let row = #"{"id": 1, "name": "Größe", "domains": [2, 1], "difficulty": "beginner"}"#
        let resource = #"""
            {"id": "2", "type": "contents", "attributes": {"name": "x", "popularity": 1.5e3,
             "released_at": "2020-01-31T08:00:00Z", "free": true, "features": ["quiz"],
             "description": "<p>a &amp; b&#x41;</p>"},
             "relationships": {"domains": {"data": [{"id": "1", "type": "domains"}]}}}
            """#
        let domain = #"{"id": 1, "name": "iOS", "slug": "ios", "level": "production"}"#
        let included = #"{"id": "1", "type": "domains", "attributes": {"name": "iOS"}}"#
        return [
            "[\(row)]", "\(row)\n\(row)\r\n", "{\"episodes\": [\(row)], \"domains\": [\(domain)]}",
            "{\"data\": [\(resource)], \"included\": [\(included)], \"meta\": {}}", "\u{FEFF}[]",
            "",
            "{}", "[{\"id\": 1e2}]", "[{\"id\": 1, \"name\": \"\\ud800\"}]",
            String(repeating: "[", count: 40), "{\"data\": {\"id\": null}}",
            "[\(row), {\"id\": -1}]", "{\"domain\": \(domain)}\n\(row)\n", "id,name\n1,a\r\n",
            "record,id,name,domains,slug\ndomain,1,\"i, \"\"x\"\"\",,s\n,2,\"a\nb\",1;2,\n",
            "name,features,id\rx,a\\;b;c,1\r",
        ].enumerated().map { number, text in [UInt8(number * 3 + 1), UInt8(number)] + text.utf8 }
    }
}
