/// Lists as JSON texts, such as `[1,8]` and `["subtitles"]`: what SQLite's `json_each` reads.
enum ListText {
    static func append(_ numbers: [UInt32], to bytes: inout [UInt8]) {
        if numbers.isEmpty { return }
        bytes.append(UInt8(ascii: "["))
        for (index, number) in numbers.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            append(decimal: number, to: &bytes)
        }
        bytes.append(UInt8(ascii: "]"))
    }

    static func append(_ texts: [String], to bytes: inout [UInt8]) {
        if texts.isEmpty { return }
        bytes.append(UInt8(ascii: "["))
        for (index, text) in texts.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            append(quoted: text, to: &bytes)
        }
        bytes.append(UInt8(ascii: "]"))
    }

    private static func append(decimal number: UInt32, to bytes: inout [UInt8]) {
        if number >= 10 { append(decimal: number / 10, to: &bytes) }
        bytes.append(UInt8(ascii: "0") + UInt8(number % 10))
    }

    private static func append(quoted text: String, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                bytes.append(UInt8(ascii: "\\"))
                bytes.append(byte)
            case 0..<0x20:
                bytes += "\\u00".utf8
                bytes.append(hexadecimal[Int(byte >> 4)])
                bytes.append(hexadecimal[Int(byte & 15)])
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private static let hexadecimal = Array("0123456789abcdef".utf8)
}
