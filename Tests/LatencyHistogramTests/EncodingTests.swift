import LatencyHistogram
import TestSupport
import Testing

/// Purpose: histograms survive their text form, and no text makes the reader crash or grow.
struct EncodingTests {
    @Test(arguments: [0, 1, 50, 10_000])
    func `What is written is read again`(_ count: Int) throws {
        let samples = RecordingTests.samples(count, seed: 77).filter { $0 <= 3_600_000_000_000 }
        let histogram = RecordingTests.histogram(samples)
        var read = try HDRHistogram(decoding: #require(histogram.encoded()))
        read.restore(
            minimum: histogram.minimum ?? 0, maximum: histogram.maximum ?? 0, overRangeCount: 0)
        #expect(read == histogram)
    }

    @Test func `Extremes that the counters contradict are not believed`() throws {
        let histogram = RecordingTests.histogram([1_000, 2_000])
        var read = try HDRHistogram(decoding: #require(histogram.encoded()))
        read.restore(minimum: 5, maximum: 9_000_000, overRangeCount: 0)
        #expect(read.minimum == 1_000)
        #expect(read.maximum == 2_000)
    }

    @Test(arguments: ["", "HISTFAAAA", "!!!!", "QUJD", "HISTFAAAAEV42pNpmSz"])
    func `Texts that are no histogram are refused`(_ text: String) {
        #expect(throws: HDRHistogram.DecodingFault.self) { try HDRHistogram(decoding: text) }
    }

    @Test func `Damaged texts never crash`() throws {
        let whole = try #require(
            RecordingTests.histogram(RecordingTests.samples(300, seed: 1)).encoded())
        var random = SeededGenerator(seed: 5)
        var refusedCount = 0
        for _ in 0..<2_000 {
            var bytes = Array(whole.utf8)
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] =
                    UInt8.random(in: 0x2B...0x7A, using: &random)
            }
            if Bool.random(using: &random) {
                bytes.removeLast(Int.random(in: 0..<bytes.count, using: &random))
            }
            let text = String(decoding: bytes, as: UTF8.self)
            if (try? HDRHistogram(decoding: text)) == nil { refusedCount += 1 }
        }
        #expect(refusedCount > 1_500)
    }

    @Test func `A line of a log is read again, with and without a tag`() throws {
        let histogram = RecordingTests.histogram([1_000_000, 2_000_000])
        for tag in ["", "service"] {
            let line = HistogramLogLine(
                tag: tag, startSeconds: 1.5, lengthSeconds: 1, histogram: histogram)
            let text = try #require(line.text())
            #expect(text.hasPrefix(tag.isEmpty ? "1.500,1.000,2.000," : "Tag=service,1.500,"))
            let read = try #require(try HistogramLogLine.parse(text))
            #expect(read.tag == tag)
            #expect(read.startSeconds == 1.5)
            #expect(read.histogram.totalCount == 2)
        }
        let head = HistogramLogLine.head(startSecondsSinceEpoch: 1_700_000_000, comment: "x")
        for line in head.split(separator: "\n") {
            #expect(try HistogramLogLine.parse(line) == nil)
        }
        #expect(throws: HDRHistogram.DecodingFault.self) { try HistogramLogLine.parse("1,2,3") }
    }
}
