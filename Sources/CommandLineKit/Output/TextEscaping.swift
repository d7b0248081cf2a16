/// Makes foreign text safe for a terminal line.
public enum TextEscaping {
    /// Control characters (C0, DEL, C1), line and paragraph separators and the marks that reorder
    /// text become visible escapes such as `\n`, `\e` or `\u{202E}`; everything else stays.
    ///
    /// Without this, a name from a catalogue could move the cursor or hide what follows it.
    public static func escaped(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: { escape($0) != nil }) else { return text }
        var result = ""
        for scalar in text.unicodeScalars {
            if let replacement = escape(scalar) {
                result += replacement
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// The same for text of several lines and columns: the ends of its lines, alone or behind a
    /// carriage return, and its tabs stay.
    public static func escapedLines(_ text: String) -> String {
        let isHarmless = text.unicodeScalars.allSatisfy {
            $0 == "\n" || $0 == "\t" || !isUnsafe($0)
        }
        guard !isHarmless else { return text }
        // A line end and the carriage return before it are one character.
        return text.reduce(into: "") { result, character in
            let stays = character == "\n" || character == "\r\n" || character == "\t"
            result += stays ? String(character) : escaped(String(character))
        }
    }

    static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x00...0x1F, 0x7F...0x9F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF: true
        default: false
        }
    }

    private static func escape(_ scalar: Unicode.Scalar) -> String? {
        guard isUnsafe(scalar) else { return nil }
        return switch scalar.value {
        case 0x09: "\\t"
        case 0x0A: "\\n"
        case 0x0D: "\\r"
        case 0x1B: "\\e"
        default: "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
        }
    }
}
