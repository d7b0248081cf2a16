/// Several values in one field of CSV: `subtitles;quiz`. A semicolon or a backslash that belongs to a
/// value has a backslash before it.
public enum CSVList {
    private static let separator = UInt8(ascii: ";")
    private static let escape = UInt8(ascii: "\\")

    /// The values as one text; it reads back as the same values when none of them is empty.
    public static func text(_ items: [String]) -> String {
        var bytes: [UInt8] = []
        append(items, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    static func append(_ items: [String], to bytes: inout [UInt8]) {
        for (index, item) in items.enumerated() {
            if index > 0 { bytes.append(separator) }
            for byte in item.utf8 {
                if byte == separator || byte == escape { bytes.append(escape) }
                bytes.append(byte)
            }
        }
    }

    /// The values of a text. A backslash before any other sign stands for itself.
    static func items(_ text: Span<UInt8>) -> [[UInt8]] {
        var items: [[UInt8]] = [[]]
        var isEscaped = false
        for index in text.indices {
            let byte = text[index]
            if isEscaped {
                isEscaped = false
                if byte != separator && byte != escape { items[items.count - 1].append(escape) }
                items[items.count - 1].append(byte)
            } else if byte == escape {
                isEscaped = true
            } else if byte == separator {
                items.append([])
            } else {
                items[items.count - 1].append(byte)
            }
        }
        if isEscaped { items[items.count - 1].append(escape) }
        return items
    }

    /// The text without blanks around it.
    static func trimmed(_ text: [UInt8]) -> [UInt8] {
        let start = text.drop { $0 == UInt8(ascii: " ") }
        let end = start.lastIndex { $0 != UInt8(ascii: " ") } ?? start.startIndex - 1
        return start.isEmpty ? [] : Array(start[...end])
    }
}
