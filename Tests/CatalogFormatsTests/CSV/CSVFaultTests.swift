import CatalogFormats
import EpisodeModel
import TestSupport
import Testing

/// Purpose: wrong CSV is refused with its place, field and remedy. Method: one fault in each file.
@Suite struct CSVFaultTests {
    @Test(arguments: [
        ("id,name,nme\n1,a,b", "FILE:1: nme: is not the name of a column", "remove this one"),
        ("id,name,id\n1,a,1", "FILE:1: id: this column is there twice", "keep one"),
        ("id;name\n1;a", "FILE:1: id;name: the columns are separated by semicolons", "by commas"),
        ("id\tname\n1\ta", "the columns are separated by tabs", "by commas"),
        ("name\na", "FILE:1: id: there is no such column", "add it"),
        ("id\n1", "FILE:1: name: there is no such column", "add it"),
        ("1,a\n2,b", "FILE:1: 1: is not the name of a column", "first record names"),
        ("id,name\n\"1,a\n2,b\n", "FILE:2: row 1: a quote is never closed", "close the field"),
        ("id,name\n1,a\"b\n", "FILE:2: row 1: a quote stands inside", "twice"),
        ("id,name\n1,\"a\"b\n", "FILE:2: row 1: text follows the quote", "twice"),
        ("id,name\n1\n", "FILE:2: row 1: the record has 1 field, the header has 2", "every column"),
        ("id,name\n1,a,b\n", "FILE:2: row 1: the record has more fields than the 2", "in quotes"),
        ("id,name\n0,a", "FILE:2: row 1: id: is '0'", "from 1"),
        ("id,name\n,a", "FILE:2: row 1: id: is missing", "from 1"),
        ("id,name\n1,", "FILE:2: row 1: name: is missing", "give a name"),
        ("id,name\n-5,a", "FILE:2: row 1: id: is '-5'", "from 1"),
        ("id,name\n1e0,a", "FILE:2: row 1: id: is '1e0'", "from 1"),
        ("id,name,ordinal\n1,a,x", "row 1: ordinal: is 'x'", "whole number"),
        ("id,name,duration\n1,a,1.2.0", "row 1: duration: is '1.2.0'", "whole number"),
        ("id,name,duration\n1,a,-1", "row 1: duration: is -1", "whole number"),
        ("id,name,popularity\n1,a,nan", "row 1: popularity: is 'nan'", "a number"),
        ("id,name,popularity\n1,a,0x1p3", "row 1: popularity: is '0x1p3'", "a number"),
        ("id,name,popularity\n1,a,\"1,5\"", "row 1: popularity: is '1,5'", "a number"),
        ("id,name,popularity\n1,a,1e999", "row 1: popularity: is 1e999", "below"),
        ("id,name,domains\n1,a,1;x", "row 1: domains: holds 'x'", "whole numbers"),
        ("id,name,domains\n1,a,1;;2", "row 1: domains: holds ''", "whole numbers"),
        ("id,name,features\n1,a,x;;y", "row 1: features: holds an empty text", "leave it out"),
        ("id,name,free\n1,a,yes", "row 1: free: is 'yes'", "true or false"),
        (
            "id,name,released_at\n1,a,31.12.2020", "row 1: released_at: is '31.12.2020'",
            "2020-01-31"
        ),
        ("id,name,difficulty\n1,a,hard", "row 1: difficulty: is 'hard'", "all_levels"),
        ("id,name,uri\n1,a,\0", "row 1: uri: holds a NUL character", "remove it"),
        ("record,id,name\nseries,1,a", "row 1: record: is 'series'", "episode or domain"),
        ("id,name,slug\n1,a,x", "row 1: slug: is for domains only", "leave it empty"),
        ("record,id,name,uri\ndomain,1,a,x\n,1,a,", "domains: uri: is for episodes only", "empty"),
        ("record,id,name\ndomain,x,a\n,1,a", "FILE:2: domains: id: is 'x'", "whole number"),
        ("id,name\n", "FILE: holds no episodes", "--allow-empty"),
    ])
    func `a fault has its place, field and remedy`(
        text: String, place: String, remedy: String
    ) throws {
        for chunkByteCount in [1, 4_096] {
            let reading = try csv(text, chunkByteCount: chunkByteCount)
            #expect(reading.message.contains(place), "\(reading.message)")
            #expect(reading.failure?.remedy.contains(remedy) == true, "\(reading.message)")
        }
    }

    @Test func `bytes that are not UTF-8 are refused`() throws {
        let bytes = Array("id,name\n1,".utf8) + [0xFF]
        let reading = try Reading(bytes, ending: ".csv")
        #expect(reading.message.contains("row 1: name: holds bytes that are not UTF-8"))
    }

    @Test func `bad records cost only themselves`() throws {
        let text = """
            id,name,uri
            1,a,
            2,"b"x,"
            3,c,
            4,d"d,
            x,e,
            5,f,,,,
            6
            7,g,u
            """
        for chunkByteCount in [1, 3, 4_096] {
            let reading = try csv(text, skipsBadRows: true, chunkByteCount: chunkByteCount)
            #expect(reading.message == "")
            #expect(reading.ids == [1, 3, 7])
            #expect(reading.positions.map(\.row) == [1, 3, 8])
            #expect(reading.skippedCount == 5)
            #expect(
                reading.faults.map { $0.split(separator: ":")[1] } == ["3", "5", "6", "7", "8"])
        }
    }

    @Test func `an open quote ends the read, as nobody can tell what follows`() throws {
        let reading = try csv("id,name\n1,a\n2,\"b\n3,c\n", skipsBadRows: true)
        #expect(reading.message.contains("FILE:3: row 2: a quote is never closed"))
    }

    @Test func `an endless field is refused before it fills the memory`() throws {
        for start in ["id,name\n1,", "id,name\n1,\""] {
            let bytes = Array(start.utf8) + [UInt8](repeating: 0x61, count: 9_000_000)
            let reading = try Reading(bytes, skipsBadRows: true, ending: ".csv")
            #expect(reading.failure?.problem.contains("4194304 bytes") == true)
        }
        let header = [UInt8](repeating: 0x2C, count: 3_000_000)
        #expect(try Reading(header, format: .csv).failure?.problem.contains("more fields") == true)
    }

    @Test(.timeLimit(.minutes(5)))
    func `mutations never crash and never depend on chunks`() throws {
        var generator = SeededGenerator(seed: 11)
        let lines = [
            "record,id,name,description,domains,features,popularity",
            #"domain,1,"iOS, ""and"" co",x,,,"#, ",1,\"Line\r\nbreak\",,1;2,\"a\\;b;c\",1.5",
            #",2,Größe,"<p>A</p>",,,-3e5"#, "",
        ]
        let original = Array(lines.joined(separator: "\r\n").utf8)
        let pieces: [[UInt8]] = [
            "\"", "\"\"", ",", "\n", "\r", "\r\n", ";", "\\", "domain", "\0", "é", "\u{FEFF}", "{",
        ].map { Array($0.utf8) }
        for _ in 0..<300 {
            var bytes = original
            for _ in 0...Int.random(in: 0..<4, using: &generator) {
                let index = Int.random(in: 0..<bytes.count, using: &generator)
                switch Int.random(in: 0..<4, using: &generator) {
                case 0: bytes[index] = UInt8.random(in: 0...255, using: &generator)
                case 1: bytes.remove(at: index)
                case 2:
                    bytes.insert(
                        contentsOf: pieces.randomElement(using: &generator) ?? [], at: index)
                default: bytes.removeSubrange(index..<min(index + 9, bytes.count))
                }
            }
            let skips = Bool.random(using: &generator)
            let whole = try Reading(bytes, skipsBadRows: skips, ending: ".csv")
            let small = Int.random(in: 1..<9, using: &generator)
            let parts = try Reading(
                bytes, skipsBadRows: skips, ending: ".csv", chunkByteCount: small)
            #expect(whole == parts, "chunks of \(small): \(String(decoding: bytes, as: UTF8.self))")
            for episode in whole.episodes { #expect(throws: Never.self) { try episode.validate() } }
        }
    }
}
