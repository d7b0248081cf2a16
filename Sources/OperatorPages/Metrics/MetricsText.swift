/// Writes metrics in the text form of Prometheus, version 0.0.4.
///
/// Source: Prometheus documentation, "Exposition formats", text-based format.
public struct MetricsText {
    public static let contentType = "text/plain; version=0.0.4; charset=utf-8"

    public enum Kind: String, Sendable {
        case counter, gauge, histogram
    }

    public typealias Label = (name: String, value: String)

    /// The page so far.
    public private(set) var bytes: [UInt8] = []
    private var name = ""

    public init() {}

    /// Begins a family: its samples follow, at least one.
    ///
    /// - Parameters:
    ///   - name: of letters, digits and `_`.
    ///   - help: one sentence for people.
    public mutating func family(_ name: String, _ kind: Kind, help: String) {
        self.name = name
        append("# HELP \(name) \(Self.escaped(help, quotes: false))\n")
        append("# TYPE \(name) \(kind.rawValue)\n")
    }

    /// A sample of a whole number.
    public mutating func sample(_ value: Int, _ labels: [Label] = []) {
        sample("", String(value), labels)
    }

    /// A sample of any number.
    public mutating func sample(_ value: Double, _ labels: [Label] = []) {
        sample("", Self.number(value), labels)
    }

    /// A family of one sample.
    public mutating func single(_ name: String, _ kind: Kind, _ value: Int, help: String) {
        family(name, kind, help: help)
        sample(value)
    }

    public mutating func single(_ name: String, _ kind: Kind, _ value: Double, help: String) {
        family(name, kind, help: help)
        sample(value)
    }

    /// The samples of one histogram.
    ///
    /// - Parameters:
    ///   - bounds: upper ends of the buckets, rising.
    ///   - counts: of each bucket by itself, and behind them of what is above all bounds.
    public mutating func histogram(
        bounds: [Double], counts: [Int], sum: Double, _ labels: [Label] = []
    ) {
        var total = 0
        for (bound, count) in zip(bounds + [.infinity], counts) {
            total += count
            sample("_bucket", String(total), labels + [("le", Self.number(bound))])
        }
        sample("_sum", Self.number(sum), labels)
        sample("_count", String(total), labels)
    }

    private mutating func sample(_ suffix: String, _ value: String, _ labels: [Label]) {
        append(name)
        append(suffix)
        if !labels.isEmpty {
            append("{")
            for (index, label) in labels.enumerated() {
                append(index == 0 ? "" : ",")
                append("\(label.name)=\"\(Self.escaped(label.value, quotes: true))\"")
            }
            append("}")
        }
        append(" \(value)\n")
    }

    private mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }

    private static func escaped(_ text: String, quotes: Bool) -> String {
        var result = ""
        for character in text.unicodeScalars {
            switch character {
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\"" where quotes: result += "\\\""
            default: result.unicodeScalars.append(character)
            }
        }
        return result
    }

    /// Numbers as Go reads them; Swift's own form is one of these.
    private static func number(_ value: Double) -> String {
        if value.isNaN { return "NaN" }
        if value.isInfinite { return value < 0 ? "-Inf" : "+Inf" }
        if let whole = Int64(exactly: value), abs(whole) < 1 << 53 { return String(whole) }
        return "\(value)"
    }
}
