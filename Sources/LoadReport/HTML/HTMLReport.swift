internal import LatencyHistogram
internal import LoadGenerator

/// A result as one page that needs nothing else: no network, no other files. Light or dark as the
/// reader's system is.
public enum HTMLReport {
    public static func text(_ document: RunDocument) -> String {
        guard let run = document.merged else { return "" }
        let settings = document.settings
        let title = "Load test of \(settings.address)"
        var page = "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        page += "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
        page += "<meta name=\"color-scheme\" content=\"light dark\">\n"
        page += "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
        page += "style-src 'unsafe-inline'; script-src 'unsafe-inline'\">\n"
        page += "<title>\(HTMLText.escaped(title))</title>\n<style>\(PageStyle.css)</style>\n"
        page += "</head>\n<body>\n<main>\n<h1>\(HTMLText.escaped(title))</h1>\n"
        page += verdict(run)
        page += "<section class=\"tables\">\n\(rates(run.result))\(latencies(run.result))"
        page += "\(outcomes(run.result))</section>\n"
        page += ResultCharts.html(run.result)
        page += notes(document, run)
        page += "</main>\n<script>\(PageStyle.script)</script>\n</body>\n</html>\n"
        return page
    }

    private static func verdict(_ run: RunDocument.Run) -> String {
        let verdict = run.verdict
        let isGood = verdict.kind == .fine && (run.result.failureShare ?? 0) < 0.01
        var html = "<section class=\"verdict \(isGood ? "good" : "bad")\">"
        html += "<p>\(HTMLText.escaped(verdict.text))</p>"
        if !verdict.expectations.isEmpty {
            html += "<ul>"
            for outcome in verdict.expectations {
                html += "<li>\(HTMLText.escaped(SummaryText.line(outcome)))</li>"
            }
            html += "</ul>"
        }
        return html + "</section>\n"
    }

    private static func rates(_ result: RunResult) -> String {
        HTMLText.table(RateRows.columns, RateRows.rows(result))
    }

    private static func latencies(_ result: RunResult) -> String {
        let ok = result.tally(.ok)
        var rows = Percentiles.shown.map { percentile in
            [
                Percentiles.name(percentile)
                    + (Percentiles.isThin(ok?.response, percentile) ? " *" : ""),
                TimeWords.text(ok?.response.value(atPercentile: percentile)),
                TimeWords.text(ok?.service.value(atPercentile: percentile)),
            ]
        }
        rows.append([
            "max", TimeWords.text(ok?.response.maximum), TimeWords.text(ok?.service.maximum),
        ])
        let table = HTMLText.table(["latency of OK", "response", "service"], rows)
        let isThin = Percentiles.shown.contains { Percentiles.isThin(ok?.response, $0) }
        return "<div>\(table)"
            + (isThin ? "<p class=\"caption\">* fewer than ten calls lie beyond</p>" : "")
            + "</div>\n"
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
        return HTMLText.table(["outcome", "calls", "share", "p50", "p99"], rows)
    }

    private static func notes(_ document: RunDocument, _ run: RunDocument.Run) -> String {
        let settings = document.settings
        let result = run.result
        let late = result.lateness
        var rows = [
            ["command", (["episodes"] + settings.arguments).joined(separator: " ")],
            ["protocol", settings.wireProtocol],
            [
                "pace",
                result.isOpenLoop
                    ? "open loop, \(settings.arrivals) arrivals"
                    : "closed loop: these latencies are not what users would wait",
            ],
            [
                "connections",
                "\(Plural.text(result.connectionCount, "connection")) of "
                    + Plural.text(result.streamCount, "stream"),
            ],
            ["mix", settings.mix],
            [
                "this machine's lateness",
                "p50 \(TimeWords.text(late.value(atPercentile: 50))), "
                    + "p99 \(TimeWords.text(late.value(atPercentile: 99))), "
                    + "max \(TimeWords.text(late.maximum))",
            ],
            ["reconnects", "\(result.reconnectCount)"],
            [
                "machine",
                "\(document.machine.processor), "
                    + "\(Plural.text(document.machine.processorCount, "processor")), "
                    + document.machine.system,
            ],
            ["version", "episodes \(document.version)"],
        ]
        if document.runs.count > 1 {
            rows.insert(["runs", "\(document.runs.count), added up; charts show the last"], at: 0)
        }
        for tally in result.tallies where !tally.firstMessage.isEmpty {
            rows.append(["first \(tally.outcome.name)", tally.firstMessage])
        }
        return "<section class=\"notes\"><h2>How it was measured</h2>"
            + HTMLText.table(["", ""], rows) + "</section>\n"
    }
}
