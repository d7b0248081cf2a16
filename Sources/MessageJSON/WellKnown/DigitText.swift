/// Reads digits and signs from the start of a text on; what does not fit leaves it where it was.
struct DigitText {
    private let bytes: [UInt8]
    private var position = 0

    init(_ text: String) { bytes = Array(text.utf8) }

    var isAtEnd: Bool { position == bytes.count }

    mutating func skip(_ sign: Unicode.Scalar) -> Bool {
        guard position < bytes.count, Unicode.Scalar(bytes[position]) == sign else { return false }
        position += 1
        return true
    }

    /// A number of exactly `count` digits.
    mutating func number(_ count: Int) -> Int? {
        guard bytes.count - position >= count else { return nil }
        var value = 0
        for byte in bytes[position..<(position + count)] {
            guard (0x30...0x39).contains(byte) else { return nil }
            value = value * 10 + Int(byte - 0x30)
        }
        position += count
        return value
    }

    /// A number of one digit or more.
    mutating func wholeNumber(digitsMaximum: Int) -> Int64? {
        let digits = bytes[position...].prefix { (0x30...0x39).contains($0) }
        guard (1...digitsMaximum).contains(digits.count) else { return nil }
        position += digits.count
        return digits.reduce(0) { $0 * 10 + Int64($1 - 0x30) }
    }

    /// Nanoseconds of a fraction of one to nine digits; 0 when there is no point.
    mutating func fraction() -> Int32? {
        guard skip(".") else { return 0 }
        let start = position
        guard let value = wholeNumber(digitsMaximum: 9) else { return nil }
        return Int32((position - start..<9).reduce(value) { scaled, _ in scaled * 10 })
    }

    /// A point and 3, 6 or 9 digits, or nothing.
    static func fraction(_ nanoseconds: Int32) -> String {
        if nanoseconds == 0 { return "" }
        let digits = padded(Int(nanoseconds), 9)
        if digits.hasSuffix("000000") { return ".\(digits.prefix(3))" }
        return digits.hasSuffix("000") ? ".\(digits.prefix(6))" : ".\(digits)"
    }

    static func padded(_ number: Int, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
