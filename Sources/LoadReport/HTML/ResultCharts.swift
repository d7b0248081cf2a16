internal import LatencyHistogram
internal import LoadGenerator

/// The four charts of a result.
enum ResultCharts {
    /// More points than a chart has pixels for are put together.
    private static let pointCountMaximum = 720

    static func html(_ result: RunResult) -> String {
        [percentiles(result), latency(result), rate(result), outcomes(result)]
            .map { $0.html() }.joined()
    }

    /// Latency against percentile: the farther right, the rarer.
    static func percentiles(_ result: RunResult) -> Chart {
        let ok = result.tally(.ok)
        func line(_ name: String, _ style: Int, _ histogram: HDRHistogram?) -> Chart.Line {
            var points: [(x: Double, y: Double)] = []
            guard let histogram, !histogram.isEmpty else {
                return Chart.Line(name: name, style: style, points: [])
            }
            let last = Double(histogram.totalCount)
            for step in PercentileWalk(histogram, ticksPerHalf: 10) {
                let x = step.percentile < 100 ? 100 / (100 - step.percentile) : last
                if x <= last { points.append((max(x, 1), Double(max(step.value, 1)))) }
            }
            return Chart.Line(name: name, style: style, points: points)
        }
        let lines = [line("response", 1, ok?.response), line("service", 2, ok?.service)]
        return Chart(
            title: "Latency by percentile",
            caption: "Calls that ended with OK. Response counts from when a call was due, service "
                + "from when it was sent.",
            lines: lines, xScale: .logarithmic, yScale: .logarithmic,
            xTicks: Ticks.percentiles(ok?.count ?? 0),
            yTicks: Ticks.times(lines.flatMap { $0.points.map(\.y) }),
            xText: { "p" + FixedText.text(100 - 100 / $0, digits: $0 > 100 ? 4 : 1) },
            yText: { TimeWords.text(nanoseconds: $0) })
    }

    static func latency(_ result: RunResult) -> Chart {
        let series = grouped(result.series)
        func line(
            _ name: String, _ style: Int, _ value: (SeriesPoint) -> Int64?
        ) -> Chart.Line {
            Chart.Line(
                name: name, style: style,
                points: series.compactMap { group in
                    guard let worst = group.compactMap(value).max() else { return nil }
                    return (time(group), Double(max(worst, 1)))
                })
        }
        let lines = [
            line("max", 4) { $0.maximumNanoseconds }, line("p99", 3) { $0.p99Nanoseconds },
            line("p90", 2) { $0.p90Nanoseconds }, line("p50", 1) { $0.p50Nanoseconds },
        ]
        return Chart(
            title: "Latency over time",
            caption: "Response times of calls that ended with OK, second by second.", lines: lines,
            yScale: .logarithmic, xTicks: timeTicks(result.series),
            yTicks: Ticks.times(lines.flatMap { $0.points.map(\.y) }), xText: timeText,
            yText: { TimeWords.text(nanoseconds: $0) })
    }

    static func rate(_ result: RunResult) -> Chart {
        let series = grouped(result.series)
        func line(_ name: String, _ style: Int, _ value: (SeriesPoint) -> UInt64) -> Chart.Line {
            Chart.Line(name: name, style: style, points: series.map { rate($0, value) })
        }
        var lines = [line("sent", 2) { $0.sentCount }, line("OK", 1) { $0.okCount }]
        if result.isOpenLoop { lines.insert(line("asked", 3) { $0.askedCount }, at: 0) }
        return Chart(
            title: "Rate", caption: "Calls a second that were due, sent and answered with OK.",
            lines: lines, xTicks: timeTicks(result.series),
            yTicks: rateTicks(lines), xText: timeText, yText: { RateWords.text($0) })
    }

    /// Every outcome on top of the ones before it, failures at the bottom.
    static func outcomes(_ result: RunResult) -> Chart {
        let series = grouped(result.series)
        var lines: [Chart.Line] = []
        var below = [Double](repeating: 0, count: series.count)
        let failures = result.tallies.map(\.outcome).filter { $0 != .ok && $0 != .notSent }
        for (number, outcome) in failures.enumerated() {
            let points = series.map { rate($0) { $0.failures[outcome] ?? 0 } }
            let stacked = zip(points, below).map { ($0.x, $0.y + $1) }
            below = stacked.map(\.1)
            lines.append(
                Chart.Line(
                    name: outcome.name, style: 4 + number % 4, points: stacked, isFilled: true))
        }
        let ok = zip(series.map { rate($0) { $0.okCount } }, below).map { ($0.x, $0.y + $1) }
        lines.append(Chart.Line(name: "OK", style: 1, points: ok, isFilled: true))
        // The largest sums are drawn first, so that all of them show.
        lines.reverse()
        return Chart(
            title: "Outcomes",
            caption: failures.isEmpty
                ? "Sent calls a second by how they ended: all of them with OK."
                : "Sent calls a second by how they ended, one on top of the other.",
            lines: lines, xTicks: timeTicks(result.series), yTicks: rateTicks(lines),
            xText: timeText, yText: { RateWords.text($0) })
    }

    private static func grouped(_ series: [SeriesPoint]) -> [ArraySlice<SeriesPoint>] {
        // The wait for the last answers is no second of the load.
        let whole = series.filter { $0.lengthSeconds >= 0.2 || $0.sentCount > 0 }
        let size = max(1, (whole.count + pointCountMaximum - 1) / pointCountMaximum)
        return stride(from: 0, to: whole.count, by: size).map {
            whole[$0..<min($0 + size, whole.count)]
        }
    }

    private static func rate(
        _ group: ArraySlice<SeriesPoint>, _ value: (SeriesPoint) -> UInt64
    ) -> (x: Double, y: Double) {
        let seconds = group.reduce(0) { $0 + $1.lengthSeconds }
        let count = group.reduce(0.0) { $0 + Double(value($1)) }
        // Next to no time tells no rate.
        return (time(group), seconds > 1e-6 ? count / seconds : 0)
    }

    private static func time(_ group: ArraySlice<SeriesPoint>) -> Double {
        guard let last = group.last else { return 0 }
        return last.startSeconds + last.lengthSeconds
    }

    private static func timeTicks(_ series: [SeriesPoint]) -> [Chart.Tick] {
        let end = grouped(series).last.map(time) ?? 0
        return Ticks.linear(to: end) {
            FixedText.text($0, digits: $0 == $0.rounded() ? 0 : 1) + " s"
        }
    }

    private static func rateTicks(_ lines: [Chart.Line]) -> [Chart.Tick] {
        Ticks.linear(to: lines.flatMap { $0.points.map(\.y) }.max() ?? 0) { RateWords.text($0) }
    }

    private static func timeText(_ seconds: Double) -> String {
        FixedText.text(seconds, digits: 1) + " s"
    }
}
