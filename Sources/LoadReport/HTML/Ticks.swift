internal import LatencyHistogram
internal import LoadGenerator

/// Marks of axes at round values.
enum Ticks {
    /// Evenly spaced, from 0 to at least the largest value.
    static func linear(to largest: Double, _ text: (Double) -> String) -> [Chart.Tick] {
        guard largest > 1e-9, largest < 1e18 else { return [Chart.Tick(value: 0, text: text(0))] }
        var step = 1.0
        while step * 10 < largest { step *= 10 }
        while step > largest { step /= 10 }
        if largest / step < 2 { step /= 5 } else if largest / step < 5 { step /= 2 }
        let count = Int((largest / step - 0.02).rounded(.up))
        return (0...max(1, count)).map { number in
            Chart.Tick(value: Double(number) * step, text: text(Double(number) * step))
        }
    }

    /// Powers of ten around the values, in nanoseconds.
    static func times(_ values: [Double]) -> [Chart.Tick] {
        guard let low = values.filter({ $0 > 0 }).min(), let high = values.max() else { return [] }
        var value = 1.0
        while value * 10 <= low { value *= 10 }
        var ticks: [Chart.Tick] = []
        while true {
            ticks.append(Chart.Tick(value: value, text: short(value)))
            if value >= high || ticks.count > 14 { break }
            value *= 10
        }
        guard ticks.count <= 2, let first = ticks.first?.value else { return ticks }
        // Within one power of ten, marks in between help.
        return [1, 2, 5, 10].map { Chart.Tick(value: first * $0, text: short(first * $0)) }
    }

    /// `1 ms`, without digits after the point.
    private static func short(_ nanoseconds: Double) -> String {
        for (unit, scale) in [("s", 1e9), ("ms", 1e6), ("us", 1e3)] where nanoseconds >= scale {
            return FixedText.text(nanoseconds / scale, digits: 0) + " \(unit)"
        }
        return FixedText.text(nanoseconds, digits: 0) + " ns"
    }

    /// Percentiles whose distances to 100 shrink tenfold, as far as there are calls for them.
    static func percentiles(_ count: UInt64) -> [Chart.Tick] {
        var ticks = [Chart.Tick(value: 1, text: "0 %"), Chart.Tick(value: 2, text: "50 %")]
        var value = 10.0
        for text in ["90 %", "99 %", "99.9 %", "99.99 %", "99.999 %", "99.9999 %"] {
            ticks.append(Chart.Tick(value: value, text: text))
            if value >= Double(count) { break }
            value *= 10
        }
        return ticks
    }
}
