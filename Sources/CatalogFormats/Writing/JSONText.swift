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

    /// A text in quotes. Beside what must be escaped, DEL and C1 control characters are, so that a
    /// catalogue that is shown cannot drive a terminal.
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
                var length = 1
                var code = UInt32(byte)
                if byte == 0xC2 {
                    // U+0080 to U+00BF are C2 and a second byte that is the code itself.
                    guard index + 1 < utf8.count, unsafe utf8[index + 1] < 0xA0 else {
                        index += 1
                        continue
                    }
                    code = unsafe UInt32(utf8[index + 1])
                    length = 2
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
            || byte == 0xC2
    }

    private static func appendEscape(_ code: UInt32, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\\"))
        switch code {
        case 0x22, 0x5C: bytes.append(UInt8(code))
        case 0x0A: bytes.append(UInt8(ascii: "n"))
        case 0x0D: bytes.append(UInt8(ascii: "r"))
        case 0x09: bytes.append(UInt8(ascii: "t"))
        default:
            append(raw: "u00", to: &bytes)
            let digits = Array("0123456789abcdef".utf8)
            bytes.append(digits[Int(code >> 4 & 0xF)])
            bytes.append(digits[Int(code & 0xF)])
        }
    }
}
