import Foundation

/// Messages written by Google's Python implementation; see Golden/generate.py.
enum GoldenFiles {
    static func bytes(_ name: String) throws -> [UInt8] {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("Golden/\(name).hex")
        let digits = try String(contentsOf: file, encoding: .utf8).filter { !$0.isWhitespace }
        return try hexBytes(digits)
    }
}

struct NotHexadecimal: Error { let text: String }

/// Bytes of hexadecimal text, blanks ignored.
func hexBytes(_ text: String) throws -> [UInt8] {
    let digits = Array(text.utf8.filter { $0 != UInt8(ascii: " ") })
    guard digits.count % 2 == 0 else { throw NotHexadecimal(text: text) }
    var bytes: [UInt8] = []
    for start in stride(from: 0, to: digits.count, by: 2) {
        guard
            let byte = UInt8(String(decoding: digits[start...start + 1], as: UTF8.self), radix: 16)
        else { throw NotHexadecimal(text: text) }
        bytes.append(byte)
    }
    return bytes
}
