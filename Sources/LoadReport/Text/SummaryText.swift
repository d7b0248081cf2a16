internal import CommandLineKit
internal import LatencyHistogram
public import LoadGenerator

/// A result for people, on a terminal or in a log.
public enum SummaryText {
    /// - Parameter isPlain: bars are drawn with letters that every terminal has.
    public static func text(
        _ run: RunDocument.Run, _ settings: RunDocument.Settings, isPlain: Bool = false
    ) -> String {
        let result = run.result
        let verdict = run.verdict
        var text = heading(result, settings) + "\n"
        text += rates(result) + "\n"
        text += latencies(result) + "\n"
        text += outcomes(result)
        text += machine(result)
        if let line = Sparkline.lines(result.series, isPlain: isPlain) { text += line }
        text += "\n\(verdict.text)\n"
        for outcome in verdict.expectations { text += line(outcome) + "\n" }
        return text
    }

    private static func heading(
        _ result: RunResult, _ settings: RunDocument.Settings
    ) -> String {
        let loop =
            result.isOpenLoop
            ? "open loop, \(settings.arrivals) arrivals" : "closed loop (not what users would see)"
        let seconds = FixedText.text(result.sendingSeconds, digits: 1)
        var text = "\(settings.address) over \(settings.wireProtocol), \(loop), \(seconds) s, "
        text += "\(Plural.text(result.connectionCount, "connection")) of "
        text += "\(Plural.text(result.streamCount, "stream")), "
        text += "mix \(settings.mix)"
        if result.warmupCount > 0 {
            text += ", \(RateWords.grouped(result.warmupCount)) warm-up calls left out"
        }
        return text + "\n"
    }

    private static func rates(_ result: RunResult) -> String {
        let columns = RateRows.columns.enumerated().map { place, name in
            TextTable.Column(name, alignsRight: place > 0)
        }
        return TextTable(columns: columns, rows: RateRows.rows(result)).text(width: nil)
    }

    /// Both latencies side by side: what a user would have waited, and what the server took.
    private static func latencies(_ result: RunResult) -> String {
        guard let ok = result.tally(.ok) else { return "latency of OK: n/a, no call ended so\n" }
        var rows: [[String]] = []
        var hasThin = false
        for percentile in Percentiles.shown {
            let isThin = Percentiles.isThin(ok.response, percentile)
            hasThin = hasThin || isThin
            rows.append([
                Percentiles.name(percentile) + (isThin ? " *" : ""),
                TimeWords.text(ok.response.value(atPercentile: percentile)),
                TimeWords.text(ok.service.value(atPercentile: percentile)),
            ])
        }
        rows.append([
            "max", TimeWords.text(ok.response.maximum), TimeWords.text(ok.service.maximum),
        ])
        rows.append([
            "mean", TimeWords.text(nanoseconds: ok.response.mean ?? .nan),
            TimeWords.text(nanoseconds: ok.service.mean ?? .nan),
        ])
        let columns: [TextTable.Column] = [
            .init("latency of OK"), .init("response", alignsRight: true),
            .init("service", alignsRight: true),
        ]
        var text = TextTable(columns: columns, rows: rows).text(width: nil)
        if hasThin { text += "* fewer than ten calls lie beyond: a matter of luck\n" }
        text += "response: from when a call was due; service: from when it was sent\n"
        if ok.response.overRangeCount > 0 {
            text += "\(ok.response.overRangeCount) calls took over an hour\n"
        }
        return text
    }

    private static func outcomes(_ result: RunResult) -> String {
        let total = Double(max(result.endedCount, 1))
        let rows = result.tallies.map { tally in
            [
                tally.outcome.name, RateWords.grouped(tally.count),
                FixedText.text(Double(tally.count) / total * 100, digits: 2) + " %",
                TimeWords.text(tally.response.value(atPercentile: 50)),
                TimeWords.text(tally.response.value(atPercentile: 99)),
            ]
        }
        let columns: [TextTable.Column] = [
            .init("outcome"), .init("calls", alignsRight: true), .init("share", alignsRight: true),
            .init("p50", alignsRight: true), .init("p99", alignsRight: true),
        ]
        var text = TextTable(columns: columns, rows: rows).text(width: nil)
        for tally in result.tallies where !tally.firstMessage.isEmpty {
            text += "first \(tally.outcome.name): \(TextEscaping.escaped(tally.firstMessage))\n"
        }
        return text + "\n"
    }

    private static func machine(_ result: RunResult) -> String {
        let late = result.lateness
        var text = "this machine's lateness: p50 \(TimeWords.text(late.value(atPercentile: 50))), "
        text += "p99 \(TimeWords.text(late.value(atPercentile: 99))), "
        text += "max \(TimeWords.text(late.maximum))"
        if result.sendingSeconds > 0 {
            let share = result.senderProcessorSeconds / result.sendingSeconds * 100
            text += "; sender busy \(FixedText.text(share, digits: 0)) % of one processor"
        }
        text += "\nconnecting: \(times(result.connecting.totalCount)), "
        text += "p50 \(TimeWords.text(result.connecting.value(atPercentile: 50))), "
        text += "max \(TimeWords.text(result.connecting.maximum)); "
        text += count(result.reconnectCount, "reconnect")
        if result.lateAnswerCount > 0 {
            text += "; \(count(result.lateAnswerCount, "answer")) came too late"
        }
        text += "\nbytes: \(RateWords.grouped(result.sentByteCount)) sent, "
        text += "\(RateWords.grouped(result.receivedByteCount)) received\n"
        return text
    }

    private static func count(_ number: some BinaryInteger, _ noun: String) -> String {
        "\(number) \(noun)\(number == 1 ? "" : "s")"
    }

    private static func times(_ count: some BinaryInteger) -> String {
        count == 1 ? "once" : "\(count) times"
    }

    static func line(_ outcome: ExpectationOutcome) -> String {
        let word = outcome.isMet ? "PASS" : "FAIL"
        var text = "\(word) \(outcome.expectation.text): \(outcome.shownValue)"
        if outcome.isThin { text += " (fewer than ten calls lie beyond: a matter of luck)" }
        return text
    }
}

extension ExpectationOutcome {
    /// The value in the unit of its kind.
    public var shownValue: String {
        guard let value else { return "nothing was measured" }
        switch expectation.metric {
        case .errorShare, .rateShare: return FixedText.text(value * 100, digits: 3) + " %"
        case .errorCount: return FixedText.text(value, digits: 0)
        case .okPerSecond: return RateWords.text(value)
        default: return TimeWords.text(nanoseconds: value)
        }
    }
}
