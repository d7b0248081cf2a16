internal import LatencyHistogram

/// A line chart as SVG: values are turned into places here, colours are the page's.
struct Chart {
    struct Line {
        var name: String
        /// Number of the colour and pattern, from 1.
        var style: Int
        var points: [(x: Double, y: Double)]
        /// The area below is filled.
        var isFilled = false
    }

    enum Scale {
        case linear
        case logarithmic
    }

    /// A mark on an axis.
    struct Tick {
        var value: Double
        var text: String
    }

    var title: String
    /// What a reader is to know of the axes.
    var caption: String
    var lines: [Line]
    var xScale = Scale.linear
    var yScale = Scale.linear
    var xTicks: [Tick]
    var yTicks: [Tick]
    /// Text of a value for the readout under the pointer.
    var xText: (Double) -> String
    var yText: (Double) -> String

    private static let size = (width: 720.0, height: 300.0)
    private static let margin = (left: 70.0, right: 40.0, top: 12.0, bottom: 36.0)

    private func place(_ value: Double, _ scale: Scale, _ range: ClosedRange<Double>) -> Double {
        let (low, high) = (
            Self.scaled(range.lowerBound, scale), Self.scaled(range.upperBound, scale)
        )
        guard high > low else { return 0.5 }
        return min(1, max(0, (Self.scaled(value, scale) - low) / (high - low)))
    }

    private static func scaled(_ value: Double, _ scale: Scale) -> Double {
        scale == .linear ? value : Logarithm.base2(max(value, 1e-9))
    }

    private static func range(_ values: [Double]) -> ClosedRange<Double> {
        guard let low = values.min(), let high = values.max() else { return 0...1 }
        return low...high
    }

    func html() -> String {
        let all = lines.flatMap(\.points)
        guard !all.isEmpty else {
            return "<figure><h2>\(HTMLText.escaped(title))</h2>"
                + "<p class=\"empty\">nothing was measured</p></figure>\n"
        }
        let xRange = Self.range(all.map(\.x) + xTicks.map(\.value))
        let yRange = Self.range(all.map(\.y) + yTicks.map(\.value))
        let (width, height) = Self.size
        let plot = (
            width: width - Self.margin.left - Self.margin.right,
            height: height - Self.margin.top - Self.margin.bottom
        )
        func x(_ value: Double) -> Double {
            Self.margin.left + place(value, xScale, xRange) * plot.width
        }
        func y(_ value: Double) -> Double {
            Self.margin.top + (1 - place(value, yScale, yRange)) * plot.height
        }
        let bottom = Self.margin.top + plot.height
        var svg = "<svg viewBox=\"0 0 \(Int(width)) \(Int(height))\" role=\"img\" "
        svg += "aria-label=\"\(HTMLText.escaped(title))\">\n"
        for tick in yTicks {
            let place = number(y(tick.value))
            svg += "<line class=\"grid\" x1=\"\(number(Self.margin.left))\" "
            svg += "x2=\"\(number(width - Self.margin.right))\" y1=\"\(place)\" y2=\"\(place)\"/>"
            svg += "<text class=\"tick end\" x=\"\(number(Self.margin.left - 8))\" "
            svg += "y=\"\(number(y(tick.value) + 4))\">\(HTMLText.escaped(tick.text))</text>\n"
        }
        for tick in xTicks {
            let place = number(x(tick.value))
            svg += "<line class=\"grid\" x1=\"\(place)\" x2=\"\(place)\" "
            svg += "y1=\"\(number(Self.margin.top))\" y2=\"\(number(bottom))\"/>"
            svg += "<text class=\"tick middle\" x=\"\(place)\" y=\"\(number(bottom + 20))\">"
            svg += "\(HTMLText.escaped(tick.text))</text>\n"
        }
        for line in lines { svg += path(line, x, y, bottom) }
        svg += "<line class=\"cross\" y1=\"\(number(Self.margin.top))\" y2=\"\(number(bottom))\"/>"
        svg += "</svg>\n"
        return "<figure data-chart><h2>\(HTMLText.escaped(title))</h2>\n"
            + "<p class=\"caption\">\(HTMLText.escaped(caption))</p>\n\(svg)\(legend())"
            + "<p class=\"readout\" aria-live=\"polite\"></p>\(data(x))</figure>\n"
    }

    private func path(
        _ line: Line, _ x: (Double) -> Double, _ y: (Double) -> Double, _ bottom: Double
    ) -> String {
        guard let first = line.points.first, let last = line.points.last else { return "" }
        var places = line.points.map { "\(number(x($0.x))),\(number(y($0.y)))" }
        if places.count == 1 {
            // A single point shows as a short dash.
            places.append("\(number(x(first.x) + 4)),\(number(y(first.y)))")
        }
        var svg = ""
        if line.isFilled {
            svg += "<polygon class=\"area s\(line.style)\" points=\""
            svg += "\(number(x(first.x))),\(number(bottom)) \(places.joined(separator: " ")) "
            svg += "\(number(x(last.x))),\(number(bottom))\"/>\n"
        }
        return svg + "<polyline class=\"line s\(line.style)\" "
            + "points=\"\(places.joined(separator: " "))\"/>\n"
    }

    private func legend() -> String {
        let items = lines.map { line in
            "<li><svg viewBox=\"0 0 28 10\"><line class=\"line s\(line.style)\" x1=\"1\" x2=\"27\" "
                + "y1=\"5\" y2=\"5\"/></svg>\(HTMLText.escaped(line.name))</li>"
        }
        return "<ul class=\"legend\">\(items.joined())</ul>\n"
    }

    /// What the readout shows, as JSON: for each place on the x axis the texts of all lines.
    private func data(_ x: (Double) -> Double) -> String {
        var columns: [(x: Double, texts: [String])] = []
        let places = Set(lines.flatMap { $0.points.map(\.x) }).sorted()
        // A page stays small however long the run was.
        let step = max(1, places.count / 1_000)
        let values = lines.map { line in
            Dictionary(line.points.map { ($0.x, $0.y) }, uniquingKeysWith: { $1 })
        }
        for place in stride(from: 0, to: places.count, by: step) {
            let position = places[place]
            var texts = [xText(position)]
            for (line, points) in zip(lines, values) {
                if let value = points[position] { texts.append("\(line.name) \(yText(value))") }
            }
            columns.append((x(position), texts))
        }
        let rows = columns.map { column in
            "[\(number(column.x)),\(HTMLText.scriptString(column.texts.joined(separator: "   ")))]"
        }
        return "<script type=\"application/json\">[\(rows.joined(separator: ","))]</script>"
    }

    private func number(_ value: Double) -> String { FixedText.text(value, digits: 1) }
}

/// Logarithms without a mathematics library: charts need few digits.
enum Logarithm {
    /// To about twelve digits, for positive finite numbers.
    static func base2(_ value: Double) -> Double {
        guard value > 0, value.isFinite else { return 0 }
        var rest = value.significand
        var result = Double(value.exponent)
        var part = 0.5
        for _ in 0..<40 {
            rest *= rest
            if rest >= 2 {
                rest /= 2
                result += part
            }
            part /= 2
        }
        return result
    }
}
