import Foundation
import LatencyHistogram
import LoadGenerator
import LoadReport
import Testing

/// Purpose: reports say what was measured, in every form, and hold only what is safe to show.
struct ReportTextTests {
    @Test func `The summary shows rates, both latencies, outcomes, lateness and the verdict`()
        throws
    {
        let document = try SampleResult.document()
        let text = SummaryText.text(document.runs[0], document.settings)
        for part in [
            "asked", "sent", "answered", "response", "service", "p50", "p99.99 *", "max",
            "UNAVAILABLE", "this machine's lateness", "reconnects", "FAIL p99<5ms",
            "PASS errors<10%", "The rate of 100/s was held.", "1 of 2 expectations failed.",
        ] {
            #expect(text.contains(part), "\(part)")
        }
        #expect(!text.contains("\u{1B}"))
        #expect(!text.contains("nan"))
    }

    @Test func `What was not measured is not called zero`() throws {
        let document = try SampleResult.document([RunResult()])
        let text = SummaryText.text(document.runs[0], document.settings)
        #expect(text.contains("n/a"))
        #expect(text.contains("nothing was measured"))
        #expect(text.contains("FAIL p99<5ms: nothing was measured"))
        #expect(!text.contains("nan"))
        #expect(!text.contains("inf"))
    }

    @Test func `What happened once is told so`() throws {
        var result = SampleResult.result()
        result.connecting = HDRHistogram()
        func text() throws -> String {
            let document = try SampleResult.document([result])
            return SummaryText.text(document.runs[0], document.settings)
        }
        result.connecting.record(1_000)
        result.reconnectCount = 1
        #expect(try text().contains("connecting: once, p50"))
        #expect(try text().contains("; 1 reconnect\n"))
        result.connecting.record(1_000)
        result.reconnectCount = 2
        #expect(try text().contains("connecting: 2 times, p50"))
        #expect(try text().contains("; 2 reconnects\n"))
    }

    @Test func `A closed loop is called one`() throws {
        var result = SampleResult.result()
        result.isOpenLoop = false
        let document = try SampleResult.document([result])
        let text = SummaryText.text(document.runs[0], document.settings)
        #expect(text.contains("closed loop (not what users would see)"))
        #expect(!text.contains("asked"))
    }

    @Test func `The series is CSV with a row a second`() {
        let text = SeriesCSV.text(SampleResult.result().series)
        let rows = text.components(separatedBy: "\r\n").dropLast()
        #expect(rows.count == 11)
        #expect(rows.allSatisfy { $0.components(separatedBy: ",").count == 13 })
        #expect(rows[1].hasPrefix("0.000,1.000,100,100,96,4,3,0,"))
    }

    @Test func `The percentile table ends with all calls`() throws {
        let histogram = try #require(SampleResult.result().tally(.ok)).response
        let text = HGRMText.text(histogram)
        #expect(text.hasPrefix("       Value     Percentile TotalCount 1/(1-Percentile)\n\n"))
        let rows = text.split(separator: "\n").filter { !$0.hasPrefix("#") }.dropFirst()
        #expect(rows.last?.contains("1.000000000000        960") ?? false)
        #expect(text.contains("#[Max     ="))
    }

    @Test(
        arguments: [
            (0.0, 3, "0.000"), (1.0005, 3, "1.001"), (-2.5, 0, "-3"), (1e12, 2, "1000000000000.00"),
            (0.999, 2, "1.00"), (.nan, 2, "n/a"), (.infinity, 1, "inf"), (-0.0001, 2, "0.00"),
        ] as [(Double, Int, String)])
    func `Numbers have as many digits as asked`(_ value: Double, _ digits: Int, _ text: String) {
        #expect(FixedText.text(value, digits: digits) == text)
    }

    @Test(
        arguments: [
            (0, "0 ns"), (999, "999 ns"), (1_000, "1.00 us"), (12_345, "12.3 us"),
            (999_999, "1.00 ms"), (5_432_100, "5.43 ms"), (1_200_000_000, "1.20 s"),
            (3_600_000_000_000, "3600 s"),
        ] as [(Int64, String)])
    func `Times have the unit that fits`(_ nanoseconds: Int64, _ text: String) {
        #expect(TimeWords.text(nanoseconds) == text)
    }

    @Test func `Bars are as high as their values`() {
        #expect(Sparkline.text([0, 1, 2, 4]) == "▁▃▅█")
        #expect(Sparkline.text([0, 1, 2, 4], isPlain: true).utf8.allSatisfy { $0 < 0x80 })
        #expect(Sparkline.text([]) == "")
    }

    @Test func `A comparison says what is worse`() {
        let base = [SampleResult.result(seed: 1), SampleResult.result(seed: 2)]
        let same = RunComparison(base: base, new: base, tolerance: 0.05)
        #expect(ComparisonText.text(same, (2, 2)).contains("is not worse"))
        let worse = RunComparison(base: base, new: [RunResult()], tolerance: 0.05)
        let text = ComparisonText.text(worse, (2, 1))
        #expect(text.contains("The new result is worse."))
        #expect(text.contains("use --repeat"))
        let json = Data(ComparisonText.json(worse).utf8)
        #expect((try? JSONSerialization.jsonObject(with: json)) is [String: Any])
    }
}
