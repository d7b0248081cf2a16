/// How statuses are written into header fields.
enum StatusText {
    private static let hexDigits = Array("0123456789ABCDEF".utf8)
    private static let base64Digits = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    /// The value of `grpc-message`: UTF-8 with `%` and every byte outside printable ASCII as `%XX`.
    /// Source: grpc/grpc doc/PROTOCOL-HTTP2.md, "Percent-Encoded".
    static func percentEncoded(_ text: String) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(text.utf8.count)
        for byte in text.utf8 {
            if (0x20...0x7E).contains(byte), byte != UInt8(ascii: "%") {
                result.append(byte)
            } else {
                result += [
                    UInt8(ascii: "%"), hexDigits[Int(byte >> 4)], hexDigits[Int(byte & 15)],
                ]
            }
        }
        return result
    }

    /// Base64 without padding, as `-bin` header fields are sent.
    static func base64(_ bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity((bytes.count * 4 + 2) / 3)
        var (held, bitCount): (UInt32, UInt32) = (0, 0)
        for byte in bytes {
            held = (held << 8 | UInt32(byte)) & 0xFFFF
            bitCount += 8
            while bitCount >= 6 {
                bitCount -= 6
                result.append(base64Digits[Int(held >> bitCount & 63)])
            }
        }
        if bitCount > 0 { result.append(base64Digits[Int(held << (6 - bitCount) & 63)]) }
        return result
    }
}
