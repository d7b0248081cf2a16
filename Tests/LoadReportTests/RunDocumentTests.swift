import Foundation
import LatencyHistogram
import LoadGenerator
import LoadReport
import RPCCore
import TestSupport
import Testing

/// A result with a bit of everything.
enum SampleResult {
    static func result(seed: UInt64 = 1, failures: Int = 40) -> RunResult {
        var random = SeededGenerator(seed: seed)
        var result = RunResult()
        var ok = OutcomeTally(outcome: .ok)
        for second in 0..<10 {
            var interval = IntervalRecord(startSeconds: Double(second))
            interval.lengthSeconds = 1
            interval.askedCount = 100
            interval.sentCount = 100
            interval.inFlightCount = 3
            for _ in 0..<96 {
                let time = Int64.random(in: 200_000...9_000_000, using: &random)
                ok.response.record(time)
                ok.service.record(time / 2)
                interval.response.record(time)
            }
            interval.failures[LoadOutcome(.unavailable)] = UInt64(failures / 10)
            result.series.append(SeriesPoint(interval))
        }
        var failed = OutcomeTally(
            outcome: LoadOutcome(.unavailable), firstMessage: "<b>down & \"out\"</b>\u{1B}[1m")
        for _ in 0..<failures {
            failed.response.record(5_000)
            failed.service.record(4_000)
        }
        result.tallies = [ok, failed].filter { $0.count > 0 }
        result.sentCount = 960 + UInt64(failures)
        result.askedCount = result.sentCount
        result.sendingSeconds = 10
        result.totalSeconds = 10
        result.lastAnswerSeconds = 9.99
        result.startMicroseconds = 1_700_000_000_000_000
        for _ in 0..<1_000 { result.lateness.record(.random(in: 0...50_000, using: &random)) }
        result.connecting.record(100_000)
        result.connectionCount = 4
        result.streamCount = 16
        return result
    }

    static func document(_ results: [RunResult] = [result()]) throws -> RunDocument {
        var settings = RunDocument.Settings()
        settings.arguments = ["bench", "--rate", "100", "--expect", "p99<5ms"]
        settings.address = "127.0.0.1:50051"
        settings.wireProtocol = "native"
        settings.arrivals = "uniform"
        settings.segments = [.init(seconds: 10, fromPerSecond: 100, toPerSecond: 100)]
        settings.connectionCount = 4
        settings.streamCount = 16
        settings.seed = .max
        settings.mix = "<script>alert(1)</script>"
        var machine = RunDocument.Machine()
        machine.system = "Linux 6.1"
        machine.processorCount = 2
        let expectations = try Expectation.parse(list: "p99<5ms,errors<10%")
        return RunDocument(
            version: "1.2.3", machine: machine, settings: settings,
            runs: results.map { RunDocument.Run($0, expectations) })
    }
}

/// Purpose: a saved result says the same when it is read again.
struct RunDocumentTests {
    @Test func `What is written is valid JSON and read again whole`() throws {
        let document = try SampleResult.document([
            SampleResult.result(), SampleResult.result(seed: 2, failures: 0), RunResult(),
        ])
        let text = document.json()
        #expect(try JSONSerialization.jsonObject(with: Data(text.utf8)) is [String: Any])
        let read = try RunDocument(json: Array(text.utf8))
        #expect(read.settings == document.settings)
        #expect(read.machine == document.machine)
        #expect(read.runs.count == 3)
        for (left, right) in zip(document.runs, read.runs) {
            #expect(left.result.tallies == right.result.tallies)
            #expect(left.result.lateness == right.result.lateness)
            #expect(left.result.series == right.result.series)
            #expect(left.result.askedCount == right.result.askedCount)
            #expect(left.verdict == right.verdict)
        }
        #expect(read.json() == text)
    }

    @Test func `Names of numbers end in their unit`() throws {
        let text = try SampleResult.document().json()
        let object = try #require(
            JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        #expect(object["schema"] as? String == "episodes.bench/1")
        let run = try #require((object["runs"] as? [[String: Any]])?.first)
        let response = try #require(
            (run["outcomes"] as? [[String: Any]])?.first?["response"] as? [String: Any])
        #expect(response["p99_us"] is Double)
        #expect((response["thin"] as? [String])?.contains("p99.9") ?? false)
        let expectation = try #require(
            ((run["verdict"] as? [String: Any])?["expectations"] as? [[String: Any]])?.first)
        #expect(expectation["value_ns"] is Double)
    }

    @Test func `Merged runs are as if all calls had been one run`() throws {
        let (left, right) = (SampleResult.result(seed: 5), SampleResult.result(seed: 6))
        let merged = try #require(try SampleResult.document([left, right]).merged)
        var response = try #require(left.tally(.ok)).response
        response.add(try #require(right.tally(.ok)).response)
        #expect(merged.result.tally(.ok)?.response == response)
        #expect(merged.result.askedCount == left.askedCount + right.askedCount)
        #expect(merged.result.askedPerSecond == left.askedPerSecond)
    }

    @Test(arguments: [
        "", "{", "[]", "{}", #"{"schema":"episodes.bench/2"}"#, #"{"schema":"episodes.bench/1"}"#,
        #"{"schema":"episodes.bench/1","runs":[{}]}"#,
        #"{"schema":"episodes.bench/1","runs":[{"sending_s":1,"total_s":1,"asked":1,"sent":1,"#
            + #""lateness":{"histogram_ns":"xyz"}}]}"#,
    ])
    func `What is no result is refused with words`(_ text: String) {
        let fault = #expect(throws: RunDocument.Fault.self) {
            try RunDocument(json: Array(text.utf8))
        }
        #expect((fault?.message.count ?? 0) > 10)
    }

    /// A saved result with one number put in the place of another.
    private func document(_ name: String, _ value: String) throws -> [UInt8] {
        let text = try SampleResult.document().json()
        let pattern = "\"\(name)\": [0-9.]+"
        let changed = text.replacingOccurrences(
            of: pattern, with: "\"\(name)\": \(value)", options: .regularExpression)
        try #require(changed != text, "\(name)")
        return Array(changed.utf8)
    }

    @Test(
        arguments: [
            ("asked", "9007199254740993"), ("sent", "-1"), ("sent", "1.5"), ("warmup", "1e300"),
            ("sent_late", "18446744073709551615"), ("answered_after_sending", "true"),
            ("max_ns", "4611686018427387905"), ("connections", "10001"),
            ("streams_per_connection", "9223372036854775807"), ("sending_s", "1e7"),
            ("total_s", "-0.1"), ("start_s", "1e300"), ("length_s", "1000001"),
            ("backlog_max_us", "1e16"), ("p99_us", "-1"), ("in_flight", "1e17"), ("code", "17"),
            ("code", "-5"), ("code", "0"), ("over_range", "1e17"), ("14", "1e17"),
        ] as [(String, String)])
    func `Numbers that no run comes to are refused by name`(
        _ name: String, _ value: String
    ) throws {
        let bytes = try document(name, value)
        let fault = #expect(throws: RunDocument.Fault.self) { try RunDocument(json: bytes) }
        #expect(fault?.message.contains(name) ?? false, "\(fault?.message ?? "")")
    }

    @Test(
        arguments: [
            ("asked", "9007199254740992"), ("max_ns", "4611686018427387904"),
            ("length_s", "5e-324"), ("start_s", "1000000"), ("backlog_max_us", "4e15"),
            ("sending_s", "5e-324"), ("received_bytes", "9007199254740992"),
            ("14", "9007199254740992"), ("ok", "9007199254740992"), ("p50_us", "4e15"),
            ("connections", "10000"), ("streams_per_connection", "16384"),
        ] as [(String, String)])
    func `The largest numbers that are taken can be shown in every form`(
        _ name: String, _ value: String
    ) throws {
        var read = try RunDocument(json: document(name, value))
        read.runs = Array(repeating: read.runs[0], count: 3)
        let merged = try #require(read.merged)
        for run in [merged, read.runs[0]] {
            #expect(!SummaryText.text(run, read.settings).isEmpty)
            #expect(!MarkdownText.text(run, read.settings).isEmpty)
            #expect(!SeriesCSV.text(run.result.series).isEmpty)
        }
        #expect(!HTMLReport.text(read).isEmpty)
        let results = read.runs.map(\.result)
        let comparison = RunComparison(base: results, new: results, tolerance: 0.05)
        #expect(!ComparisonText.text(comparison, (3, 3)).isEmpty)
    }

    @Test func `Damaged results never crash`() throws {
        let bytes = Array(try SampleResult.document().json().utf8)
        var random = SeededGenerator(seed: 4)
        for _ in 0..<200 {
            var damaged = bytes
            for _ in 0..<4 {
                damaged[Int.random(in: 0..<damaged.count, using: &random)] = UInt8.random(
                    in: 0x20...0x7E, using: &random)
            }
            if let read = try? RunDocument(json: damaged) {
                #expect(!SummaryText.text(read.runs[0], read.settings).isEmpty)
                #expect(!HTMLReport.text(read).isEmpty)
            }
        }
    }
}
