import CatalogFormats
import EpisodeModel
import Testing

/// Purpose: the exact form of what is written, which other programs rely on. Method: two rows and a
/// domain in each format.
@Suite struct WrittenFormTests {
    private static let catalog: Catalog = {
        var full = Episode(id: 9_007_199_254_740_993, name: "A \"b\", c")
        full.description = "<x>"
        full.domains = [1, 2]
        full.difficulty = .beginner
        full.releasedAt = Timestamp(microsecondsSinceEpoch: -1)
        full.popularity = 12
        full.durationSeconds = 60
        full.videoIdentifier = 7
        full.features = ["a;b", "c"]
        full.streamURL = "s"
        var trimmed = Episode(id: 1, name: "n")
        trimmed.description = "line\n"
        var catalog = Catalog()
        catalog.domains = [Fixture.domain]
        catalog.episodes = [full, trimmed]
        return catalog
    }()

    private static let rows = [
        #"{"id":"9007199254740993","name":"A \"b\", c","description":"<x>","domains":[1,2],"#
            + #""difficulty":"beginner","released_at":"1969-12-31T23:59:59.999999Z","#
            + #""popularity":12,"duration_seconds":60,"video_identifier":"7","#
            + #""features":["a;b","c"],"stream_url":"s"}"#,
        #"{"id":"1","name":"n","description":"line\n","difficulty":"all_levels","#
            + #""description_html":""}"#,
    ]
    private static let domain =
        #"{"id":1,"name":"iOS","slug":"ios","level":"production","ordinal":1}"#

    private func text(_ format: CatalogFormat) -> String {
        String(decoding: written(Self.catalog, as: format), as: UTF8.self)
    }

    @Test func `what could drive a terminal is written as escapes that read back`() throws {
        let text = "é\u{A0}\u{2019}\u{85}\u{1B}\u{2028}\u{202E}\u{2065}\u{2069}\u{FEFE}\u{FEFF}"
        let written = JSONValue.string(text).text()
        #expect(
            written == "\"é\u{A0}\u{2019}\\u0085\\u001b\\u2028\\u202e\u{2065}\\u2069\u{FEFE}"
                + "\\ufeff\"")
        #expect(try JSONValue(parsing: Array(written.utf8)) == .string(text))
    }

    @Test func `JSON lines hold a row each, domains first`() {
        #expect(
            text(.jsonl)
                == "{\"domain\":\(Self.domain)}\n\(Self.rows[0])\n\(Self.rows[1])\n")
    }

    @Test func `a document holds domains and episodes, a row on each line`() {
        #expect(
            text(.json)
                == "{\"domains\":[\n\(Self.domain)],\n\"episodes\":[\n\(Self.rows[0]),\n"
                + "\(Self.rows[1])]}\n")
    }

    @Test func `CSV has a column for each field and marks domains`() {
        let columns = EpisodeField.allCases.map(\.name).joined(separator: ",")
        #expect(
            text(.csv) == "record,\(columns),stream_url,slug,level\r\n"
                + "domain,1,iOS,,,,,,,,,,,,,,,,1,,,ios,production\r\n"
                + "episode,9007199254740993,\"A \"\"b\"\", c\",<x>,,1;2,beginner,,,"
                + "1969-12-31T23:59:59.999999Z,12,60,7,a\\;b;c,,,,,,,s,,\r\n"
                + "episode,1,n,\"line\n\",,,all_levels,,,,,,,,,,,,,,,,\r\n")
        var bare = Self.catalog
        bare.domains = []
        let lines = String(decoding: written(bare, as: .csv), as: UTF8.self)
        #expect(lines.hasPrefix("\(columns),stream_url\r\n9007199254740993,"))
    }
}
