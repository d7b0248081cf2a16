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

    private static func escape(_ scalar: Unicode.Scalar) -> String? {
        switch scalar.value {
        case 0x09: return "\\t"
        case 0x0A: return "\\n"
        case 0x0D: return "\\r"
        case 0x1B: return "\\e"
        case 0x00...0x1F, 0x7F...0x9F, 0x2028, 0x2029, 0x202A...0x202E, 0x2066...0x2069, 0xFEFF:
            return "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
        default: return nil
        }
    }
}
