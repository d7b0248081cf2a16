internal import CommandLineKit
internal import LatencyHistogram
public import LoadGenerator

/// The series of a run as CSV (RFC 4180), a row a second.
public enum SeriesCSV {
    private static let names = [
        "start_s", "length_s", "asked", "sent", "ok", "failed", "in_flight", "backlog",
        "received_bytes", "p50_us", "p90_us", "p99_us", "max_us",
    ]

    public static func text(_ series: [SeriesPoint]) -> String {
        var text = CSVText.record(names)
        for point in series {
            func micro(_ nanoseconds: Int64?) -> String {
                nanoseconds.map { FixedText.text(Double($0) / 1_000, digits: 3) } ?? ""
            }
            text += CSVText.record([
                FixedText.text(point.startSeconds, digits: 3),
                FixedText.text(point.lengthSeconds, digits: 3), "\(point.askedCount)",
                "\(point.sentCount)", "\(point.okCount)", "\(point.failureCount)",
                "\(point.inFlightCount)", "\(point.backlogCount)", "\(point.receivedByteCount)",
                micro(point.p50Nanoseconds), micro(point.p90Nanoseconds),
                micro(point.p99Nanoseconds), micro(point.maximumNanoseconds),
            ])
        }
        return text
    }
}
