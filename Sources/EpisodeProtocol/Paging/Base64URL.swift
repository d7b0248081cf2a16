/// Base64 with the URL alphabet and without padding (RFC 4648, section 5), in its canonical form
/// only: one text for each value.
enum Base64URL {
    private static let alphabet: StaticString =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"

    /// Characters of the text of so many bytes.
    static func characterCount(_ byteCount: Int) -> Int { (byteCount * 4 + 2) / 3 }

    /// Writes the text of `bytes`.
    /// - Precondition: there is room for `characterCount(bytes.count)` characters.
    @unsafe static func encode(
        _ bytes: UnsafeRawBufferPointer, into text: UnsafeMutablePointer<UInt8>
    ) {
        let letters = unsafe alphabet.utf8Start
        var text = unsafe text
        var position = 0
        while position + 3 <= bytes.count {
            let group =
                unsafe UInt32(bytes[position]) << 16 | UInt32(bytes[position + 1]) << 8
                | UInt32(bytes[position + 2])
            unsafe text[0] = letters[Int(group >> 18)]
            unsafe text[1] = letters[Int(group >> 12 & 63)]
            unsafe text[2] = letters[Int(group >> 6 & 63)]
            unsafe text[3] = letters[Int(group & 63)]
            unsafe text += 4
            position += 3
        }
        guard position < bytes.count else { return }
        var group = unsafe UInt32(bytes[position]) << 16
        if position + 1 < bytes.count { group |= unsafe UInt32(bytes[position + 1]) << 8 }
        unsafe text[0] = letters[Int(group >> 18)]
        unsafe text[1] = letters[Int(group >> 12 & 63)]
        if position + 1 < bytes.count { unsafe text[2] = letters[Int(group >> 6 & 63)] }
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
