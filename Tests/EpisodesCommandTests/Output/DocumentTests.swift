// Purpose: the same content in every form.
import CatalogFormats
import Testing

@testable import episodes

struct DocumentTests {
    @Test func `YAML is quoted where it could mean something else`() throws {
        let text = #"""
            {"a":"plain words","b":"true","c":"1.5","d":"","e":" x","f":"a: b","g":"line\nend",
            "h":[],"i":{},"j":[1,{"k":null,"l":[true,"no"]}],"null":"地图","m":[[1,2],[]]}
            """#
        let value = try JSONValue(parsing: Array(text.utf8))
        #expect(
            YAMLText.document(value) == #"""
                a: plain words
                b: "true"
                c: "1.5"
                d: ""
                e: " x"
                f: "a: b"
                g: "line\nend"
                h: []
                i: {}
                j:
                  - 1
                  - k: null
                    l:
                      - true
                      - "no"
                "null": "地图"
                m:
                  - - 1
                    - 2
                  - []

                """#)
        #expect(YAMLText.document(.string("x")) == "x\n")
        #expect(YAMLText.document(.array([])) == "[]\n")
    }

    @Test func `tab-separated records are one line each`() {
        #expect(TSVText.record(["a\tb", "c\nd", "e\\f", ""]) == "a\\tb\tc\\nd\te\\\\f\t\n")
    }

    @Test func `rows are the same in every format`() {
        let rows = RowsOutput(
            columns: ["metric", "value"], rows: [["a{x=\"1\"}", "5"], ["b", "NaN"]], numbers: [1])
        #expect(rows.text(.table) == "METRIC    VALUE\na{x=\"1\"}      5\nb           NaN\n")
        #expect(rows.text(.csv) == "metric,value\r\n\"a{x=\"\"1\"\"}\",5\r\nb,NaN\r\n")
        #expect(rows.text(.tsv) == "metric\tvalue\na{x=\"1\"}\t5\nb\tNaN\n")
        #expect(
            rows.text(.jsonl)
                == #"{"metric":"a{x=\"1\"}","value":5}"# + "\n"
                + #"{"metric":"b","value":"NaN"}"# + "\n")
        #expect(rows.text(.ids) == "a{x=\"1\"}\nb\n")
    }

    @Test func `counts and sizes are short`() {
        #expect(CountText.number(4_193) == "4,193")
        #expect(CountText.number(1_234_567) == "1,234,567")
        #expect(CountText.number(-1_000) == "-1,000")
        #expect(CountText.number(7) == "7")
        #expect(CountText.bytes(999) == "999 B")
        #expect(CountText.bytes(3_140) == "3.1 KB")
        #expect(CountText.bytes(4_194_304) == "4.2 MB")
        let times = StepTimes()
        times.add("connect", .microseconds(120))
        times.add("list", .microseconds(1_050))
        times.add("list", .microseconds(1_000))
        times.result = "20 of 4,193"
        times.receivedByteCount = 312
        #expect(times.line == "connect 0.12 list (2x) 2.05 ms; 20 of 4,193; 312 B")
    }
}
