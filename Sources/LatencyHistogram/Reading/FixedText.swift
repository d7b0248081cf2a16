/// Numbers with a fixed count of digits after the point, as tables and other tools want them.
public enum FixedText {
    /// Rounded to the nearest; `n/a` for what is no number.
    ///
    /// - Parameter digits: after the point, 0 to 12.
    public static func text(_ value: Double, digits: Int) -> String {
        guard value.isFinite else { return value.isNaN ? "n/a" : value > 0 ? "inf" : "-inf" }
        let digits = min(max(digits, 0), 12)
        let scale = (0..<digits).reduce(1.0) { power, _ in power * 10 }
        let scaled = (value.magnitude * scale).rounded()
        guard scaled < 9e18 else { return "\(value)" }
        let whole = UInt64(scaled)
        let unit = UInt64(scale)
        let sign = value < 0 && whole > 0 ? "-" : ""
        guard digits > 0 else { return sign + "\(whole)" }
        let fraction = "\(whole % unit)"
        let zeros = String(repeating: "0", count: digits - fraction.utf8.count)
        return "\(sign)\(whole / unit).\(zeros)\(fraction)"
    }

    /// The same at the end of so many columns.
    public static func text(_ value: Double, digits: Int, width: Int) -> String {
        padded(text(value, digits: digits), width)
    }

    static func padded(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(0, width - text.utf8.count)) + text
    }
}
