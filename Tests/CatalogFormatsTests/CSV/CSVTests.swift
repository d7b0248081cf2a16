import CatalogFormats
import EpisodeModel
import Testing

/// Reads CSV.
func csv(_ text: String, skipsBadRows: Bool = false, chunkByteCount: Int = 262_144) throws
    -> Reading
{
    try Reading(text, skipsBadRows: skipsBadRows, ending: ".csv", chunkByteCount: chunkByteCount)
}

/// Purpose: CSV is read as RFC 4180 has it, with the keys of JSON as columns. Method: small files.
@Suite struct CSVTests {
    private static let rows = """
        id,name,domains,difficulty,free,popularity,ordinal,features
        1,Maps,2;1,beginner,TRUE,,,
        2,Größe,,,,12.5,3,
        3,地图,9; 9,,,,,quiz;quiz
        """

    @Test func `columns have the names and the meaning of JSON keys`() throws {
        let reading = try csv(Self.rows)
        #expect(reading.message == "")
        #expect(reading.episodes == Fixture.episodes)
        #expect(reading.positions.map(\.row) == [1, 2, 3])
        #expect(reading.positions.map(\.line) == [2, 3, 4])
    }

    @Test func `where chunks end changes nothing`() throws {
        let text =
            Self.rows + "\r\n\"4\",\"a \"\"b\"\", c\r\nd\",,\"advanced\",false,1e3,7,\"x\\;y\"\n"
        let whole = try csv(text)
        #expect(whole.message == "")
        #expect(whole.episodes.last?.name == "a \"b\", c\r\nd")
        #expect(whole.episodes.last?.features == ["x;y"])
        for chunkByteCount in [1, 2, 3, 5, 7, 11, 64, 100] {
            #expect(try csv(text, chunkByteCount: chunkByteCount) == whole)
        }
    }

    @Test(arguments: ["\n", "\r\n", "\r", "\n\n", "\r\n \r\n", "\r\r\n"])
    func `records may end in any way and empty lines mean nothing`(end: String) throws {
        for chunkByteCount in [1, 2, 3, 4_096] {
            for last in ["", end] {
                let lines = Self.rows.split(separator: "\n").joined(separator: end)
                let reading = try csv(lines + last, chunkByteCount: chunkByteCount)
                #expect(reading.episodes == Fixture.episodes, "\(reading.message)")
                let step = end == "\n" || end == "\r\n" || end == "\r" ? 1 : 2
                #expect(reading.positions.map(\.line) == [1 + step, 1 + 2 * step, 1 + 3 * step])
            }
        }
    }

    @Test func `a byte order mark is no part of the first name`() throws {
        #expect(try csv("\u{FEFF}id,name\n1,a").ids == [1])
        #expect(try csv("\u{FEFF}\"id\",\"name\"\n1,a").ids == [1])
    }

    @Test func `quoted fields hold anything`() throws {
        let reading = try csv("name,id\n\"a,\"\"b\"\"\r\n\nc\",1\n\" d \",2\n\"\"\"\",3\n=1+1,4\n")
        #expect(reading.message == "")
        #expect(reading.episodes.map(\.name) == ["a,\"b\"\r\n\nc", " d ", "\"", "=1+1"])
        #expect(reading.positions.map(\.line) == [2, 5, 6, 7])
        #expect(reading.positions.map(\.byteOffset) == [8, 24, 32, 39])
    }

    @Test func `an empty field is an absent value`() throws {
        let keys = [
            "description", "description_html", "parent_name", "domains", "difficulty",
            "content_type", "free", "released_at", "popularity", "duration_seconds",
            "video_identifier", "features", "uri", "ordinal", "stream_url",
        ]
        let text = "id,name,\(keys.joined(separator: ","))\n1,n" + keys.map { _ in "," }.joined()
        #expect(try csv(text).episodes == [Episode(id: 1, name: "n")])
        let quoted =
            "id,name,\(keys.joined(separator: ","))\n1,n" + keys.map { _ in ",\"\"" }.joined()
        #expect(try csv(quoted).episodes == [Episode(id: 1, name: "n")])
    }

    @Test func `values are read as exactly as in JSON`() throws {
        let reading = try csv(
            """
            id,name,released_at,popularity,duration,video_identifier,contributors
            18446744073709551615,n,1969-12-31T23:59:59.999999Z,-2.5e-7,4294967295,7,"A, B"
            """)
        let row = try #require(reading.episodes.first, "\(reading.message)")
        #expect(row.id == .max && row.videoIdentifier == 7 && row.durationSeconds == .max)
        #expect(row.popularity == -2.5e-7 && row.contributors == "A, B")
        #expect(row.releasedAt?.microsecondsSinceEpoch == -1)
    }

    @Test(arguments: [
        ("a;b", ["a", "b"]), (#"a\;b"#, ["a;b"]), (#"a\\;b"#, [#"a\"#, "b"]),
        (#"a\b\"#, [#"a\b\"#]), (" a ; b", [" a ", " b"]), ("a", ["a"]),
    ])
    func `lists are separated by semicolons, which a backslash escapes`(
        cell: String, items: [String]
    ) throws {
        let reading = try csv("id,name,features\n1,n,\"\(cell)\"")
        #expect(reading.episodes.first?.features == items, "\(reading.message)")
    }

    @Test func `both description columns mean both texts as they stand`() throws {
        let one = try csv("id,name,description\n1,n,\"<p>A</p>\n\"")
        #expect(one.episodes.first?.description == "A")
        #expect(one.episodes.first?.descriptionHTML == "<p>A</p>\n")
        let both = try csv(
            "id,name,description,description_html\n1,n,\"<p>A</p>\n\",\n2,n,,<i>x</i>")
        #expect(both.episodes.map(\.description) == ["<p>A</p>\n", ""])
        #expect(both.episodes.map(\.descriptionHTML) == ["", "<i>x</i>"])
    }

    @Test func `records marked as domains are domains`() throws {
        let reading = try csv(
            """
            record,id,name,slug,level,ordinal
            domain,1,iOS,ios,production,1
            episode,1,Maps,,,
            ,2,More,,,5
            """)
        #expect(reading.message == "")
        #expect(reading.catalog.domains == [Fixture.domain])
        #expect(reading.ids == [1, 2])
        #expect(reading.positions.map(\.row) == [1, 2])
    }
}
