/// Base64 with the URL alphabet and without padding (RFC 4648, section 5), in its canonical form
/// only: one text for each value.
enum Base64URL {
    private static let alphabet: StaticString =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"

    /// Appends the text of `bytes`.
    static func encode(_ bytes: [UInt8], into text: inout [UInt8]) {
        let letters = unsafe UnsafeBufferPointer(start: alphabet.utf8Start, count: 64)
        text.reserveCapacity(text.count + (bytes.count * 4 + 2) / 3)
        var position = 0
        while position < bytes.count {
            let taken = min(3, bytes.count - position)
            var group = UInt32(bytes[position]) << 16
            if taken > 1 { group |= UInt32(bytes[position + 1]) << 8 }
            if taken > 2 { group |= UInt32(bytes[position + 2]) }
            unsafe text.append(letters[Int(group >> 18)])
            unsafe text.append(letters[Int(group >> 12 & 63)])
            if taken > 1 { unsafe text.append(letters[Int(group >> 6 & 63)]) }
            if taken > 2 { unsafe text.append(letters[Int(group & 63)]) }
            position += 3
        }
    }

    /// Nil for any other character, an impossible length, or bits left over that are not 0.
    static func decode(_ text: some Collection<UInt8>) -> [UInt8]? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count / 4 * 3 + 2)
        var buffer: UInt32 = 0
        var bitCount: UInt32 = 0
        for character in text {
            guard let value = value(of: character) else { return nil }
            buffer = buffer << 6 | UInt32(value)
            bitCount += 6
            if bitCount >= 8 {
                bitCount -= 8
                bytes.append(UInt8(truncatingIfNeeded: buffer >> bitCount))
                buffer &= (1 << bitCount) - 1
            }
        }
        return bitCount < 6 && buffer == 0 ? bytes : nil
    }

    private static func value(of character: UInt8) -> UInt8? {
        switch character {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): character - UInt8(ascii: "A")
        case UInt8(ascii: "a")...UInt8(ascii: "z"): character - UInt8(ascii: "a") + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0") + 52
        case UInt8(ascii: "-"): 62
        case UInt8(ascii: "_"): 63
        default: nil
        }
    }
}
