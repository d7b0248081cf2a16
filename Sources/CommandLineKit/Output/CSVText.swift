/// Comma-separated values as RFC 4180 has them.
public enum CSVText {
    /// One record, ended by CR LF. A field with a comma, a quote, a line break or a blank at an end
    /// is quoted.
    public static func record(_ fields: [String]) -> String {
        fields.map(field).joined(separator: ",") + "\r\n"
    }

    private static func field(_ text: String) -> String {
        let needsQuotes =
            text.utf8.contains { [0x22, 0x2C, 0x0A, 0x0D].contains($0) }
            || text.utf8.first == 0x20 || text.utf8.last == 0x20
        guard needsQuotes else { return text }
        var result = "\""
        for scalar in text.unicodeScalars {
            if scalar == "\"" { result += "\"" }
            result.unicodeScalars.append(scalar)
        }
        return result + "\""
    }
}
