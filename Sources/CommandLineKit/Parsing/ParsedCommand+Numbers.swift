extension ParsedCommand {
    /// A whole number in plain decimal digits; nil when the option has no value.
    ///
    /// Spaces, signs other than one `-`, other bases and exponents are refused, so a typing slip
    /// never becomes another number.
    public func integer<Number: FixedWidthInteger>(
        _ name: String, in range: ClosedRange<Number>
    ) throws(UsageError) -> Number? {
        guard let text = string(name) else { return nil }
        guard let number = NumberText.integer(text, as: Number.self), range.contains(number) else {
            throw invalid(
                name,
                "\(quoted(text)) is not a whole number from \(range.lowerBound) "
                    + "to \(range.upperBound)")
        }
        return number
    }

    /// A length of time such as `500ms`, `2s`, `1.5s` or `1m`, in milliseconds.
    public func durationMilliseconds(
        _ name: String, in range: ClosedRange<Int64> = 1...86_400_000
    ) throws(UsageError) -> Int64? {
        guard let text = string(name) else { return nil }
        guard let number = NumberText.milliseconds(text) else {
            throw invalid(
                name,
                "\(quoted(text)) is not a length of time; write a number and a unit, "
                    + "such as 500ms, 2s or 1m")
        }
        guard range.contains(number) else {
            throw invalid(
                name,
                "\(quoted(text)) is out of range; use \(NumberText.duration(range.lowerBound)) "
                    + "to \(NumberText.duration(range.upperBound))")
        }
        return number
    }

    /// A number of bytes such as `65536`, `64KiB` or `4MiB`.
    public func byteCount(
        _ name: String, in range: ClosedRange<Int>
    ) throws(UsageError) -> Int? {
        guard let text = string(name) else { return nil }
        guard let number = NumberText.byteCount(text), range.contains(number) else {
            throw invalid(
                name,
                "\(quoted(text)) is not a number of bytes from \(range.lowerBound) to "
                    + "\(range.upperBound); KiB, MiB and GiB may follow the number")
        }
        return number
    }
}

/// Numbers with units as people type them, read strictly.
public enum NumberText {
    /// Decimal digits with at most one leading `-`; nil for anything else and on overflow.
    public static func integer<Number: FixedWidthInteger>(
        _ text: String, as type: Number.Type = Number.self
    ) -> Number? {
        let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
        guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        return Number(text)
    }

    /// Reads `500ms`, `2s`, `1.5s`, `1m`, `1h`, in milliseconds; the unit is required.
    public static func milliseconds(_ text: String) -> Int64? {
        let units: [(suffix: String, milliseconds: Int64)] = [
            ("ms", 1), ("s", 1_000), ("m", 60_000), ("h", 3_600_000),
        ]
        guard let unit = units.first(where: { text.hasSuffix($0.suffix) }) else { return nil }
        let parts = text.dropLast(unit.suffix.count)
            .split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard let whole = parts.first, whole.first != "-",
            let number = integer(String(whole), as: Int64.self)
        else { return nil }
        let (scaled, overflow) = number.multipliedReportingOverflow(by: unit.milliseconds)
        guard !overflow else { return nil }
        guard parts.count == 2 else { return scaled }
        guard let fraction = fraction(of: unit.milliseconds, digits: String(parts[1])) else {
            return nil
        }
        let (sum, sumOverflow) = scaled.addingReportingOverflow(fraction)
        return sumOverflow ? nil : sum
    }

    /// `0.digits` of a unit; nil when that is not a whole number of milliseconds.
    private static func fraction(of unit: Int64, digits: String) -> Int64? {
        guard (1...3).contains(digits.utf8.count), !digits.hasPrefix("-"),
            let number = integer(digits, as: Int64.self)
        else { return nil }
        let divisor: Int64 = [1: 10, 2: 100, 3: 1_000][digits.utf8.count] ?? 1_000
        let scaled = number * unit
        return scaled.isMultiple(of: divisor) ? scaled / divisor : nil
    }

    /// Reads `65536`, `64KiB`, `4MiB`, `1GiB`.
    public static func byteCount(_ text: String) -> Int? {
        let units: [(suffix: String, bytes: Int)] = [
            ("KiB", 1 << 10), ("MiB", 1 << 20), ("GiB", 1 << 30),
        ]
        let unit = units.first { text.hasSuffix($0.suffix) }
        let digits = text.dropLast(unit?.suffix.count ?? 0)
        guard let number = integer(String(digits), as: Int.self) else { return nil }
        let (scaled, overflow) = number.multipliedReportingOverflow(by: unit?.bytes ?? 1)
        return overflow ? nil : scaled
    }

    /// The shortest text that `milliseconds` reads back.
    public static func duration(_ milliseconds: Int64) -> String {
        if milliseconds != 0, milliseconds.isMultiple(of: 3_600_000) {
            return "\(milliseconds / 3_600_000)h"
        }
        if milliseconds != 0, milliseconds.isMultiple(of: 60_000) {
            return "\(milliseconds / 60_000)m"
        }
        return milliseconds.isMultiple(of: 1_000) && milliseconds != 0
            ? "\(milliseconds / 1_000)s" : "\(milliseconds)ms"
    }
}
