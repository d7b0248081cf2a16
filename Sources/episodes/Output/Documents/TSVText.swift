/// Rows of tab-separated values.
///
/// Tabs, line ends and backslashes inside a value are written as `\t`, `\n`, `\r` and `\\`, as
/// PostgreSQL's COPY has them, so every record is one line.
enum TSVText {
    static func record(_ fields: [String]) -> String {
        fields.map(escaped).joined(separator: "\t") + "\n"
    }

    private static func escaped(_ text: String) -> String {
        guard text.utf8.contains(where: { [0x09, 0x0A, 0x0D, 0x5C].contains($0) }) else {
            return text
        }
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\t": result += "\\t"
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\\": result += "\\\\"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
