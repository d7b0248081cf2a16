/// Base64 (RFC 4648): written with padding and the standard signs, read with either alphabet, with
/// padding or without, as the JSON mapping wants it.
enum Base64 {
    private static let signs = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    static func text(_ bytes: some Collection<UInt8>) -> String {
        var result: [UInt8] = []
        result.reserveCapacity((bytes.count + 2) / 3 * 4)
        var (value, count): (UInt32, Int) = (0, 0)
        for byte in bytes {
            value = value << 8 | UInt32(byte)
            count += 1
            if count == 3 {
                append(value, signs: 4, to: &result)
                (value, count) = (0, 0)
            }
        }
        if count > 0 {
            append(value << UInt32(8 * (3 - count)), signs: count + 1, to: &result)
            for _ in count..<3 { result.append(UInt8(ascii: "=")) }
        }
        return String(decoding: result, as: UTF8.self)
    }

    private static func append(_ value: UInt32, signs count: Int, to result: inout [UInt8]) {
        for index in 0..<count {
            result.append(signs[Int(value >> UInt32(18 - 6 * index) & 0x3F)])
        }
    }

    /// Nil when the text is no base64.
    static func bytes(_ text: String) -> [UInt8]? {
        var digits = Array(text.utf8)[...]
        let padded = digits.count
        while digits.last == UInt8(ascii: "="), padded - digits.count < 2 { digits.removeLast() }
        if padded != digits.count, !padded.isMultiple(of: 4) { return nil }
        guard digits.count % 4 != 1 else { return nil }
        var result: [UInt8] = []
        result.reserveCapacity(digits.count / 4 * 3 + 2)
        var (value, bitCount): (UInt32, Int) = (0, 0)
        for digit in digits {
            guard let sixBits = sixBits(digit) else { return nil }
            value = value << 6 | sixBits
            bitCount += 6
            if bitCount >= 8 {
                bitCount -= 8
                result.append(UInt8(truncatingIfNeeded: value >> UInt32(bitCount)))
            }
        }
        return result
    }

    private static func sixBits(_ digit: UInt8) -> UInt32? {
        switch digit {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(digit - UInt8(ascii: "A"))
        case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(digit - UInt8(ascii: "a")) + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(digit - UInt8(ascii: "0")) + 52
        case UInt8(ascii: "+"), UInt8(ascii: "-"): 62
        case UInt8(ascii: "/"), UInt8(ascii: "_"): 63
        default: nil
        }
    }
}
