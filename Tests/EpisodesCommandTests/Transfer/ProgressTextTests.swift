// Purpose: what a progress line and a report say.
import Testing

@testable import episodes

struct ProgressTextTests {
    @Test func `the share, the rate and the time left follow from what is done`() {
        #expect(
            ProgressLine.text(done: 250, total: 1_000, rows: 500, elapsed: .seconds(2))
                == "25 %, 500 rows, 250 rows/s, 6 s left")
        #expect(
            ProgressLine.text(done: 1, total: 1_000, rows: 10, elapsed: .milliseconds(500))
                == "0 %, 10 rows, 20 rows/s, 8 min 20 s left")
        #expect(
            ProgressLine.text(done: 2_000, total: 1_000, rows: 1, elapsed: .seconds(1))
                == "100 %, 1 rows, 1 rows/s, 0 s left")
    }

    @Test func `without a known end there is only the rate`() {
        #expect(
            ProgressLine.text(done: 5, total: nil, rows: 7, elapsed: .seconds(7))
                == "7 rows, 1 rows/s")
        #expect(ProgressLine.text(done: 0, total: 9, rows: 0, elapsed: .zero) == "0 rows, 0 rows/s")
    }

    @Test func `a report names what happened, or what would`() {
        var report = ImportReport()
        report.rows = 3
        #expect(report.output(isCheck: true).text(.csv) == "rows,bad_rows,domains\r\n3,0,0\r\n")
        report.repeated = 1
        report.changes = ImportReport.Changes(created: 1, updated: 2, unchanged: 3, deleted: 4)
        #expect(
            report.output(isCheck: true).text(.jsonl) == #"{"rows":"3","repeated_rows":"1","#
                + #""bad_rows":"0","domains":"0","would_be_created":"1","would_be_updated":"2","#
                + #""would_be_deleted":"4","unchanged":"3"}"# + "\n")
        report.revision = 9
        let text = report.output(isCheck: false).text(.table)
        #expect(text.contains("created        1\n") && text.contains("revision       9\n"))
        #expect(report.output(isCheck: false).text(.ids) == "9\n")
    }
}
