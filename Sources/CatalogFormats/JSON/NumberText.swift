/// Reads JSON numbers from their text, so that 64-bit ids survive and nothing is rounded unseen.
enum NumberText {
    /// The exact value when it is a whole number from 0 to `UInt64.max`; `1.0`, `1e0` and `100e-2`
    /// are 1.
    ///
    /// - Parameter text: a number by the JSON grammar.
    static func wholeNumber(_ text: Span<UInt8>) -> UInt64? {
        if let value = digits(text) { return value }
        guard !text.isEmpty else { return nil }
        var value: UInt64 = 0
        var pendingZeros = 0
        var exponent = 0
        var index = 0
        var isFraction = false
        while index < text.count, text[index] | 0x20 != UInt8(ascii: "e") {
            let byte = text[index]
            index += 1
            if byte == UInt8(ascii: ".") {
                isFraction = true
                continue
            }
            guard isDigit(byte) else { return nil }
            if isFraction { exponent -= 1 }
            // Zeros wait: at the end they only move the exponent.
            if byte == UInt8(ascii: "0") {
                pendingZeros += value == 0 ? 0 : 1
                continue
            }
            guard let scaled = scale(value, pendingZeros + 1) else { return nil }
            let (sum, overflow) = scaled.addingReportingOverflow(UInt64(byte & 0xF))
            guard !overflow else { return nil }
            value = sum
            pendingZeros = 0
        }
        if value == 0 { return 0 }
        guard let written = writtenExponent(text, from: index) else { return nil }
        let total = exponent + pendingZeros + written
        return total < 0 ? nil : scale(value, total)
    }

    /// The value of plain decimal digits, without a sign.
    static func digits(_ text: Span<UInt8>) -> UInt64? {
        guard !text.isEmpty, text.count <= 20 else { return nil }
        var value: UInt64 = 0
        for index in text.indices {
            guard isDigit(text[index]) else { return nil }
            let (scaled, overflow) = value.multipliedReportingOverflow(by: 10)
            let (sum, overflowToo) = scaled.addingReportingOverflow(UInt64(text[index] & 0xF))
            guard !overflow, !overflowToo else { return nil }
            value = sum
        }
        return value
    }

    /// The nearest double; infinite when it is too large.
    static func real(_ text: Span<UInt8>) -> Double? {
        // Up to 15 digits are exact.
        if text.count <= 15, let value = digits(text) { return Double(value) }
        guard let utf8 = try? UTF8Span(validating: text) else { return nil }
        return Double(String(copying: utf8))
    }

    private static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 <= 9 }

    private static func scale(_ value: UInt64, _ zeros: Int) -> UInt64? {
        if value == 0 { return 0 }
        guard zeros < 20 else { return nil }
        var value = value
        for _ in 0..<zeros {
            let (scaled, overflow) = value.multipliedReportingOverflow(by: 10)
            guard !overflow else { return nil }
            value = scaled
        }
        return value
    }

    /// The number after `e`, kept within a billion, far outside of what can be right.
    private static func writtenExponent(_ text: Span<UInt8>, from start: Int) -> Int? {
        guard start < text.count else { return 0 }
        var index = start + 1
        guard index < text.count else { return nil }
        let isNegative = text[index] == UInt8(ascii: "-")
        if isNegative || text[index] == UInt8(ascii: "+") { index += 1 }
        guard index < text.count else { return nil }
        var value = 0
        while index < text.count {
            guard isDigit(text[index]) else { return nil }
            value = min(value * 10 + Int(text[index] & 0xF), 1_000_000_000)
            index += 1
        }
        return isNegative ? -value : value
    }
}

extension NumberText {
    /// Whether a text is a number by the grammar of JSON (RFC 8259, section 6).
    static func isNumber(_ text: Span<UInt8>) -> Bool {
        var index = 0
        _ = skip("-", nil, text, &index)
        guard skip("0", nil, text, &index) || skipDigits(text, &index) else { return false }
        if skip(".", nil, text, &index), !skipDigits(text, &index) { return false }
        if skip("e", "E", text, &index) {
            _ = skip("+", "-", text, &index)
            guard skipDigits(text, &index) else { return false }
        }
        return index == text.count
    }

    private static func skipDigits(_ text: Span<UInt8>, _ index: inout Int) -> Bool {
        let start = index
        while index < text.count, isDigit(text[index]) { index += 1 }
        return index > start
    }

    /// Moves over one of two signs.
    private static func skip(
        _ sign: Unicode.Scalar, _ other: Unicode.Scalar?, _ text: Span<UInt8>, _ index: inout Int
    ) -> Bool {
        guard index < text.count else { return false }
        let scalar = Unicode.Scalar(text[index])
        guard scalar == sign || scalar == other else { return false }
        index += 1
        return true
    }
}
