internal import LatencyHistogram
internal import LoadGenerator

/// A result for a comment on a change or a page of notes.
public enum MarkdownText {
    public static func text(_ run: RunDocument.Run, _ settings: RunDocument.Settings) -> String {
        let result = run.result
        let verdict = run.verdict
        var text = "**\(verdict.text)**\n\n"
        for outcome in verdict.expectations { text += "- \(SummaryText.line(outcome))\n" }
        if !verdict.expectations.isEmpty { text += "\n" }
        text += table(
            ["rate", "calls", "a second"],
            [
                ["asked", "\(result.askedCount)", RateWords.text(result.askedPerSecond)],
                ["sent", "\(result.sentCount)", RateWords.text(result.sentPerSecond)],
                ["answered", "\(result.answeredCount)", RateWords.text(result.answeredPerSecond)],
            ])
        let ok = result.tally(.ok)
        var rows = Percentiles.shown.map { percentile in
            [
                Percentiles.name(percentile),
                TimeWords.text(ok?.response.value(atPercentile: percentile)),
                TimeWords.text(ok?.service.value(atPercentile: percentile)),
            ]
        }
        rows.append([
            "max", TimeWords.text(ok?.response.maximum), TimeWords.text(ok?.service.maximum),
        ])
        text += table(["latency of OK", "response", "service"], rows)
        text += table(
            ["outcome", "calls", "p50", "p99"],
            result.tallies.map { tally in
                [
                    tally.outcome.name, "\(tally.count)",
                    TimeWords.text(tally.response.value(atPercentile: 50)),
                    TimeWords.text(tally.response.value(atPercentile: 99)),
                ]
            })
        return text
    }

    private static func table(_ titles: [String], _ rows: [[String]]) -> String {
        func line(_ cells: [String]) -> String { "| \(cells.joined(separator: " | ")) |\n" }
        return line(titles) + line(["---"] + titles.dropFirst().map { _ in "---:" })
            + rows.map(line).joined() + "\n"
    }
}
