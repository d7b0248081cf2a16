import CatalogFormats

/// JSON values as YAML 1.2 in block style, one document.
///
/// Texts that could be taken for something else, and all that need an escape, stand in the quotes
/// that they have in JSON, which YAML reads the same way.
enum YAMLText {
    static func document(_ value: JSONValue) -> String {
        var text = ""
        write(value, indent: 0, follows: false, to: &text)
        return text
    }

    /// - Parameter follows: the line has begun already, after `- `.
    private static func write(
        _ value: JSONValue, indent: Int, follows: Bool, to text: inout String
    ) {
        let margin = String(repeating: " ", count: indent)
        switch value {
        case .array(let values) where !values.isEmpty:
            for (index, element) in values.enumerated() {
                text += (index == 0 && follows ? "" : margin) + "- "
                write(element, indent: indent + 2, follows: true, to: &text)
            }
        case .object(let members) where !members.isEmpty:
            for (index, member) in members.enumerated() {
                text += (index == 0 && follows ? "" : margin) + scalar(.string(member.name)) + ":"
                if isBlock(member.value) {
                    text += "\n"
                    write(member.value, indent: indent + 2, follows: false, to: &text)
                } else {
                    text += " " + scalar(member.value) + "\n"
                }
            }
        default: text += scalar(value) + "\n"
        }
    }

    private static func isBlock(_ value: JSONValue) -> Bool {
        switch value {
        case .array(let values): !values.isEmpty
        case .object(let members): !members.isEmpty
        default: false
        }
    }

    private static func scalar(_ value: JSONValue) -> String {
        guard case .string(let text) = value, isPlain(text) else { return value.text() }
        return text
    }

    /// Letters of ASCII and some signs inside, and no word that means something.
    private static func isPlain(_ text: String) -> Bool {
        guard let first = text.utf8.first, isLetter(first), text.utf8.last != 0x20 else {
            return false
        }
        let inside = Set("0123456789_-./ ".utf8)
        return text.utf8.allSatisfy { isLetter($0) || inside.contains($0) }
            && !["null", "true", "false", "yes", "no", "on", "off", "y", "n", "nan", "inf"]
                .contains(text.lowercased())
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
    }
}
