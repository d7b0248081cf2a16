import Foundation
import LatencyHistogram
import TestSupport
import Testing

/// Purpose: other HDR tools read what is written here and tell the same percentiles.
/// Method: the same samples here and in the `hdrhistogram` package of PyPI, both ways; skipped,
/// loudly, where it is not installed.
@Suite(.timeLimit(.minutes(2)))
struct PyPIHistogramTests {
    private static let percentiles = [0.1, 10, 25, 50, 75, 90, 99, 99.9, 99.99]

    private static let program = """
        import json, sys
        from hdrh.histogram import HdrHistogram
        from hdrh.log import HistogramLogReader
        given = json.load(open(sys.argv[1]))
        own = HdrHistogram(1, 3600000000000, 3)
        for value in given["samples"]: own.record_value(value)
        read = HdrHistogram.decode(given["encoded"])
        reader = HistogramLogReader(given["log"], HdrHistogram(1, 3600000000000, 3))
        lines = []
        while True:
            line = reader.get_next_interval_histogram()
            if line is None: break
            lines.append(line.get_total_count())
        print(json.dumps({
            "own": [own.get_value_at_percentile(p) for p in given["percentiles"]],
            "read": [read.get_value_at_percentile(p) for p in given["percentiles"]],
            "count": read.get_total_count(), "lines": lines, "mean": own.get_mean_value(),
            "deviation": own.get_stddev(), "encoded": own.encode().decode()}))
        """

    private struct Answer: Decodable {
        var own: [Int64]
        var read: [Int64]
        var count: UInt64
        var lines: [UInt64]
        var mean: Double
        var deviation: Double
        var encoded: String
    }

    private static func python(_ arguments: [String]) throws -> (status: Int32, output: Data) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["python3", "-B"] + arguments
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = FileHandle.nullDevice
        try process.run()
        let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return (process.terminationStatus, output)
    }

    private static let isInstalled = (try? python(["-c", "import hdrh.histogram"]))?.status == 0

    @Test(arguments: [7, 1_000, 30_000])
    func `PyPI's hdrhistogram tells the same percentiles and reads text and log`(
        _ count: Int
    ) throws {
        guard Self.isInstalled else {
            return SkipNotice.write("PyPI's hdrhistogram is not installed; tools/test installs it")
        }
        // Above 0, as its minimum is of no use otherwise.
        let samples = RecordingTests.samples(count, seed: UInt64(count)).map { $0 + 1 }
            .filter { $0 < 3_600_000_000_000 }
        let histogram = RecordingTests.histogram(samples)
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("hdr-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let log = folder.appendingPathComponent("run.hlog")
        var text = HistogramLogLine.head(startSecondsSinceEpoch: 1_700_000_000, comment: "test")
        for start in 0..<3 {
            text += try #require(
                HistogramLogLine(
                    startSeconds: Double(start), lengthSeconds: 1, histogram: histogram
                ).text())
        }
        try text.write(to: log, atomically: true, encoding: .utf8)
        let input = folder.appendingPathComponent("input.json")
        try JSONSerialization.data(withJSONObject: [
            "samples": samples, "encoded": try #require(histogram.encoded()), "log": log.path,
            "percentiles": Self.percentiles,
        ]).write(to: input)
        let (status, output) = try Self.python(["-c", Self.program, input.path])
        try #require(status == 0)
        let answer = try JSONDecoder().decode(Answer.self, from: output)
        let largest = try #require(histogram.maximum)
        let mine = try Self.percentiles.map { try #require(histogram.value(atPercentile: $0)) }
        // Its values may lie above the maximum by the width of a counter; ours do not.
        #expect(mine == answer.own.map { min($0, largest) })
        #expect(mine == answer.read.map { min($0, largest) })
        #expect(answer.count == histogram.totalCount)
        #expect(answer.lines == [UInt64](repeating: histogram.totalCount, count: 3))
        #expect(abs(try #require(histogram.mean) - answer.mean) <= answer.mean * 1e-9)
        #expect(
            abs(try #require(histogram.standardDeviation) - answer.deviation)
                <= answer.deviation * 1e-9)
        let theirs = try HDRHistogram(decoding: answer.encoded)
        #expect(theirs.totalCount == histogram.totalCount)
        #expect(
            Self.percentiles.map { min(theirs.value(atPercentile: $0) ?? 0, largest) } == mine)
    }
}
