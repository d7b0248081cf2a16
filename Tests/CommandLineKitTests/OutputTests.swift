// Purpose: what programs and people read: cells, tables, JSON and CSV, down to the byte.
import CommandLineKit
import Foundation
import Testing

struct OutputTests {
    @Test(arguments: [
        ("abc", 3), ("", 0), ("caf\u{E9}", 4), ("cafe\u{301}", 4), ("中文", 4), ("ﾊﾝ", 2),
        ("한글", 4), ("\u{1112}\u{1161}\u{11AB}", 2), ("👩‍👩‍👧", 2), ("🇩🇪", 2), ("❤️", 2),
        ("❤", 1), ("，", 2), ("…", 1), ("ก็", 1), ("\u{200B}", 0), ("𠮷", 2), ("あア", 4),
    ])
    func `a text takes the cells a terminal gives it`(text: String, cells: Int) {
        #expect(CellWidth.of(text) == cells)
    }

    @Test func `a cut never splits a grapheme nor passes the width`() {
        #expect(CellWidth.truncated("abcdef", to: 6) == "abcdef")
        #expect(CellWidth.truncated("abcdef", to: 4) == "abc…")
        #expect(CellWidth.truncated("中文字", to: 4) == "中…")
        #expect(CellWidth.truncated("a👩‍👩‍👧b👩‍👩‍👧", to: 4) == "a👩‍👩‍👧…")
        #expect(CellWidth.truncated("abc", to: 0).isEmpty)
        for text in ["日本語のテキスト", "cafe\u{301} au lait", "👍🏽👍🏽👍🏽"] {
            for width in 0...12 {
                let cut = CellWidth.truncated(text, to: width)
                #expect(CellWidth.of(cut) <= width)
                #expect(cut == text || text.hasPrefix(cut.dropLast()))
            }
        }
    }

    private static let table = TextTable(
        columns: [
            TextTable.Column("ID", alignsRight: true),
            TextTable.Column("NAME", widthMinimum: 6),
            TextTable.Column("DOMAINS", widthMinimum: 4, dropRank: 2),
            TextTable.Column("LENGTH", alignsRight: true, dropRank: 1),
        ],
        rows: [
            ["1", "Introduction to maps", "iOS & Swift", "5:00"],
            ["100", "地图 and\nmore", "", "1:02:03"],
        ])

    @Test func `without a width nothing is cut and no blank ends a line`() {
        let text = Self.table.text(width: nil)
        #expect(
            text == """
                 ID  NAME                  DOMAINS       LENGTH
                  1  Introduction to maps  iOS & Swift     5:00
                100  地图 and\\nmore                     1:02:03

                """)
    }

    @Test func `a narrow terminal shrinks columns and then leaves the least important out`() {
        #expect(
            Self.table.text(width: 34) == """
                 ID  NAME       DOMAINS     LENGTH
                  1  Introduc…  iOS & Sw…     5:00
                100  地图 and…             1:02:03

                """)
        #expect(
            Self.table.text(width: 20) == """
                 ID  NAME     LENGTH
                  1  Intro…     5:00
                100  地图 …  1:02:03

                """)
        #expect(
            Self.table.text(width: 14) == """
                 ID  NAME
                  1  Introduc…
                100  地图 and…

                """)
        for width in 1...60 {
            for line in Self.table.text(width: width).split(separator: "\n") where width >= 11 {
                #expect(CellWidth.of(line) <= width)
            }
        }
    }

    @Test func `titles are bold only when asked`() {
        #expect(Self.table.text(width: nil, emphasizesTitles: true).hasPrefix("\u{1B}[1m ID"))
        #expect(!Self.table.text(width: nil).contains("\u{1B}"))
    }

    @Test func `control characters and marks that reorder text become visible`() {
        #expect(
            TextEscaping.escaped("a\u{1B}[31m\tb\u{7F}\u{9B}\u{202E}c")
                == #"a\e[31m\tb\u{7F}\u{9B}\u{202E}c"#)
        #expect(TextEscaping.escaped("👩‍👩‍👧 中\u{301}") == "👩‍👩‍👧 中\u{301}")
    }

    @Test func `lines and columns stay while what is in them becomes visible`() {
        #expect(
            TextEscaping.escapedLines("a\tb\r\nc\u{1B}[2J\rd\n\n\u{2028}\u{2067}e\n")
                == "a\tb\r\nc\\e[2J\\rd\n\n\\u{2028}\\u{2067}e\n")
        #expect(TextEscaping.escapedLines("a\r\n\t地图\n") == "a\r\n\t地图\n")
        #expect(TextEscaping.escapedLines("").isEmpty)
    }

    @Test func `JSON is written in one line or indented`() throws {
        func fill(_ writer: inout JSONWriter) {
            writer.object { writer in
                writer.key("a")
                writer.array { writer in
                    writer.integer(UInt64.max)
                    writer.number(1.5)
                    writer.number(100)
                    writer.number(.nan)
                }
                writer.key("b \"")
                writer.object { _ in }
                writer.key("c")
                writer.bool(false)
            }
        }
        var compact = JSONWriter()
        fill(&compact)
        #expect(compact.text == #"{"a":[18446744073709551615,1.5,100,null],"b \"":{},"c":false}"#)
        var indented = JSONWriter(isIndented: true)
        fill(&indented)
        #expect(
            indented.text == #"""
                {
                  "a": [
                    18446744073709551615,
                    1.5,
                    100,
                    null
                  ],
                  "b \"": {},
                  "c": false
                }
                """#)
    }

    @Test(arguments: [
        "plain", "q\"b\\s/", "\u{0}\u{1}\u{1F}\n\r\t", "\u{7F}\u{9B}", "é中👩‍👩‍👧\u{2028}", "",
        "\u{2029}\u{202A}\u{202E}\u{2066}\u{2069}\u{FEFF}",
    ])
    func `another JSON reader reads back every text`(text: String) throws {
        var writer = JSONWriter()
        writer.array { $0.string(text) }
        #expect(try JSONDecoder().decode([String].self, from: Data(writer.text.utf8)) == [text])
        #expect(TextEscaping.escaped(writer.text) == writer.text)
    }

    @Test(arguments: [0.1, 1e300, -2.5e-10, 123_456_789.125, 1e16, 2.5e-308, 1_000_000])
    func `another JSON reader reads back every number`(number: Double) throws {
        var writer = JSONWriter()
        writer.array { $0.number(number) }
        #expect(try JSONDecoder().decode([Double].self, from: Data(writer.text.utf8)) == [number])
    }

    @Test func `CSV quotes what would break a record`() {
        #expect(
            CSVText.record(["a", "b,c", "d\"e", "f\r\ng", " h", "i ", "", "中"])
                == "a,\"b,c\",\"d\"\"e\",\"f\r\ng\",\" h\",\"i \",,中\r\n")
    }

    @Test func `statuses become exit codes above 64 and never success`() {
        #expect(ExitCode.status(3).rawValue == 67)
        #expect(ExitCode.status(16).rawValue == 80)
        for number: Int32 in [0, 17, 255, -1, .max, .min] {
            #expect(ExitCode.status(number).rawValue == 66)
        }
    }
}
