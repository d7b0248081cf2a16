/// Texts as parts of a page.
enum HTMLText {
    static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "'": result += "&#39;"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// A JSON string that no parser of HTML takes for markup.
    static func scriptString(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            let isPlain =
                (0x20..<0x7F).contains(scalar.value) && !"\"\\<>&'".unicodeScalars.contains(scalar)
            if isPlain {
                result.unicodeScalars.append(scalar)
            } else {
                for unit in String(scalar).utf16 {
                    let hex = String(unit, radix: 16)
                    result += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
                }
            }
        }
        return result + "\""
    }

    /// A table; the first column holds names, the others numbers.
    static func table(_ titles: [String], _ rows: [[String]]) -> String {
        let head = titles.map { "<th>\(escaped($0))</th>" }.joined()
        let body = rows.map { row in
            "<tr>" + row.map { "<td>\(escaped($0))</td>" }.joined() + "</tr>"
        }
        return "<table><thead><tr>\(head)</tr></thead><tbody>\(body.joined(separator: "\n"))"
            + "</tbody></table>\n"
    }
}
