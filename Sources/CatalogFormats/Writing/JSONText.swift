/// The parts of JSON (RFC 8259), appended to bytes.
enum JSONText {
    static func append(raw text: StaticString, to bytes: inout [UInt8]) {
        text.withUTF8Buffer { unsafe bytes.append(contentsOf: $0) }
    }

    static func append(digits number: some FixedWidthInteger, to bytes: inout [UInt8]) {
        bytes.append(contentsOf: String(number).utf8)
    }

    /// The shortest text that reads back as the same finite number.
    static func append(_ number: Double, to bytes: inout [UInt8]) {
        let text = number.description.utf8
        let isWhole = text.suffix(2).elementsEqual(".0".utf8)
        bytes.append(contentsOf: isWhole ? text.dropLast(2) : text[...])
    }

    /// A text in quotes. Beside what must be escaped, DEL, C1 control characters, line separators
    /// and marks that reorder text are, so that a catalogue that is shown cannot drive a terminal.
    static func append(_ text: String, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\""))
        var text = text
        text.withUTF8 { utf8 in
            var start = 0
            var index = 0
            while index < utf8.count {
                let byte = unsafe utf8[index]
                guard mayNeedEscape(byte) else {
                    index += 1
                    continue
                }
                let (code, length) = unsafe scalar(of: utf8, at: index)
                guard isUnsafe(code) else {
                    index += length
                    continue
                }
                unsafe bytes.append(contentsOf: utf8[start..<index])
                appendEscape(code, to: &bytes)
                index += length
                start = index
            }
            unsafe bytes.append(contentsOf: utf8[start...])
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private static func mayNeedEscape(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte == 0x7F
            || byte == 0xC2 || byte == 0xE2 || byte == 0xEF
    }

    /// The scalar that begins with a byte that may need an escape, and its length in bytes.
    private static func scalar(
        of utf8: UnsafeBufferPointer<UInt8>, at index: Int
    ) -> (code: UInt32, length: Int) {
        let first = unsafe UInt32(utf8[index])
        let length = first < 0x80 ? 1 : first == 0xC2 ? 2 : 3
        guard length > 1, index + length <= utf8.count else { return (first, 1) }
        let second = unsafe UInt32(utf8[index + 1]) & 0x3F
        if length == 2 { return ((first & 0x1F) << 6 | second, 2) }
        return unsafe ((first & 0xF) << 12 | second << 6 | UInt32(utf8[index + 2]) & 0x3F, 3)
    }

    /// Of the scalars that begin with one of these bytes.
    private static func isUnsafe(_ code: UInt32) -> Bool {
        switch code {
        case 0x00...0x1F, 0x22, 0x5C, 0x7F...0x9F: true
        case 0x2028...0x202E, 0x2066...0x2069, 0xFEFF: true
        default: false
        }
    }

    private static func appendEscape(_ code: UInt32, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\\"))
        switch code {
        case 0x22, 0x5C: bytes.append(UInt8(code))
        case 0x0A: bytes.append(UInt8(ascii: "n"))
        case 0x0D: bytes.append(UInt8(ascii: "r"))
        case 0x09: bytes.append(UInt8(ascii: "t"))
        default:
            append(raw: "u", to: &bytes)
            let digits = Array("0123456789abcdef".utf8)
            for shift in [12, 8, 4, 0] { bytes.append(digits[Int(code >> shift & 0xF)]) }
        }
    }
}
