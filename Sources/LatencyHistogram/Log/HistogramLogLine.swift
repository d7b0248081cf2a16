/// One line of a histogram log (`.hlog`): what was counted in an interval.
///
/// Source: HdrHistogram, HistogramLogWriter, format version 1.3.
public struct HistogramLogLine: Hashable, Sendable {
    /// Tells lines of several kinds in one file apart; empty = none.
    public var tag: String
    /// Since the time that the file's head tells.
    public var startSeconds: Double
    public var lengthSeconds: Double
    public var histogram: HDRHistogram

    public init(
        tag: String = "", startSeconds: Double, lengthSeconds: Double, histogram: HDRHistogram
    ) {
        self.tag = tag
        self.startSeconds = startSeconds
        self.lengthSeconds = lengthSeconds
        self.histogram = histogram
    }

    /// The lines that a file begins with.
    public static func head(startSecondsSinceEpoch: Double, comment: String) -> String {
        let start = FixedText.text(startSecondsSinceEpoch, digits: 3)
        return "#\(comment)\n#[Histogram log format version 1.3]\n"
            + "#[StartTime: \(start) (seconds since epoch)]\n"
            + "#[BaseTime: \(start) (seconds since epoch)]\n"
            + "\"StartTimestamp\",\"Interval_Length\",\"Interval_Max\","
            + "\"Interval_Compressed_Histogram\"\n"
    }

    /// The line with its end; nil when there is no memory to encode the histogram.
    ///
    /// - Parameter unitsPerShown: of the maximum that people see; 1,000,000 for milliseconds.
    public func text(unitsPerShown: Double = 1_000_000) -> String? {
        guard let encoded = histogram.encoded() else { return nil }
        let prefix = tag.isEmpty ? "" : "Tag=\(tag),"
        let numbers = [startSeconds, lengthSeconds, Double(histogram.maximum ?? 0) / unitsPerShown]
        return prefix + numbers.map { FixedText.text($0, digits: 3) }.joined(separator: ",")
            + ",\(encoded)\n"
    }

    /// Reads a line; nil for comments, the legend and empty lines.
    /// - Throws: what is wrong with the line.
    public static func parse(
        _ line: some StringProtocol
    ) throws(HDRHistogram.DecodingFault) -> HistogramLogLine? {
        var rest = line[...]
        while let last = rest.last, last.isWhitespace { rest.removeLast() }
        if rest.isEmpty || rest.hasPrefix("#") || rest.hasPrefix("\"") { return nil }
        var tag = ""
        if rest.hasPrefix("Tag=") {
            guard let comma = rest.firstIndex(of: ",") else {
                throw HDRHistogram.DecodingFault(message: "the line has nothing behind its tag")
            }
            tag = String(rest[rest.index(rest.startIndex, offsetBy: 4)..<comma])
            rest = rest[rest.index(after: comma)...]
        }
        let parts = rest.split(separator: ",", maxSplits: 3, omittingEmptySubsequences: false)
        guard parts.count == 4, let start = Double(parts[0]), let length = Double(parts[1]),
            start.isFinite, length.isFinite
        else {
            throw HDRHistogram.DecodingFault(
                message: "the line is not START,LENGTH,MAXIMUM,HISTOGRAM")
        }
        return HistogramLogLine(
            tag: tag, startSeconds: start, lengthSeconds: length,
            histogram: try HDRHistogram(decoding: parts[3]))
    }
}
