import CommandLineKit
import LatencyHistogram
import LoadGenerator
import LoadReport
import SocketTransport

/// Each second of a run on standard error: on a terminal a few lines that stay where they are,
/// elsewhere a line a second.
struct LiveView {
    private let isOn: Bool
    private let isTerminal: Bool
    private let isPlain: Bool
    private let width: Int
    private let seconds: Double
    private var lineCount = 0
    private var rates: [Double] = []

    init(_ settings: Settings, isOn: Bool, seconds: Double) {
        self.isOn = isOn && !settings.isQuiet
        let environment = ProcessArguments.environment(["TERM"])
        isTerminal = StandardStreams.isTerminal(.error) && environment["TERM"] != "dumb"
        isPlain = !Self.localeSpeaksUnicode
        width = settings.width ?? StandardStreams.terminalWidth() ?? 80
        self.seconds = seconds
    }

    /// Whether the characters of this process's locale are UTF-8.
    static var localeSpeaksUnicode: Bool {
        speaksUnicode(ProcessArguments.environment(["LC_ALL", "LC_CTYPE", "LANG"]))
    }

    static func speaksUnicode(_ environment: [String: String]) -> Bool {
        let name =
            ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment[$0] }
            .first { !$0.isEmpty } ?? ""
        return name.uppercased().contains("UTF-8") || name.uppercased().contains("UTF8")
    }

    mutating func show(_ point: SeriesPoint) {
        guard isOn, point.lengthSeconds > 0 else { return }
        rates.append(Double(point.okCount) / point.lengthSeconds)
        if rates.count > 60 { rates.removeFirst() }
        let lines = Self.lines(
            point, total: seconds, rates: isTerminal ? rates : [], isPlain: isPlain)
        guard isTerminal else { return write(lines.joined(separator: "  ") + "\n") }
        var text = lineCount > 0 ? "\u{1B}[\(lineCount)A" : ""
        for line in lines { text += "\r\u{1B}[K\(CellWidth.truncated(line, to: width - 1))\n" }
        lineCount = lines.count
        write(text)
    }

    /// The lines stay; what follows stands below them.
    mutating func end() { lineCount = 0 }

    private func write(_ text: String) { try? StandardStreams.write(text, to: .error) }

    static func lines(
        _ point: SeriesPoint, total: Double, rates: [Double], isPlain: Bool
    ) -> [String] {
        func rate(_ count: UInt64) -> String { RateWords.text(Double(count) / point.lengthSeconds) }
        let time = FixedText.text(point.startSeconds + point.lengthSeconds, digits: 0)
        let end = total < 86_400 ? " of \(FixedText.text(total, digits: 0))" : ""
        var first =
            "\(time)\(end) s  asked \(rate(point.askedCount))  sent \(rate(point.sentCount))"
        first += "  ok \(rate(point.okCount))  failed \(rate(point.failureCount))"
        var second = "p50 \(TimeWords.text(point.p50Nanoseconds))"
        second += "  p99 \(TimeWords.text(point.p99Nanoseconds))"
        second += "  max \(TimeWords.text(point.maximumNanoseconds))"
        second += "  in flight \(point.inFlightCount)"
        if point.backlogCount > 0 { second += "  waiting \(point.backlogCount)" }
        if rates.isEmpty { return [first, second] }
        return [first, second, "ok/s " + Sparkline.text(rates, isPlain: isPlain)]
    }
}
