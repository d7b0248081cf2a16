/// Plain text set in lines, for help and messages. ASCII in, ASCII out.
enum WordWrap {
    /// Breaks at spaces so that no line is longer than `width`, unless one word is.
    static func lines(_ text: String, width: Int) -> [String] {
        var lines: [String] = []
        var line = ""
        for word in text.split(separator: " ") {
            if !line.isEmpty, line.count + 1 + word.count > width {
                lines.append(line)
                line = ""
            }
            line += line.isEmpty ? String(word) : " \(word)"
        }
        if !line.isEmpty { lines.append(line) }
        return lines
    }

    /// Terms on the left, wrapped explanations on the right. A term that is too long for its
    /// column gets a line of its own.
    static func twoColumns(
        _ rows: [(term: String, text: String)], indent: Int = 2, width: Int = 80
    ) -> String {
        let columnMaximum = 24
        let longest = rows.map(\.term.count).filter { $0 <= columnMaximum }.max() ?? columnMaximum
        let textStart = indent + longest + 2
        let margin = String(repeating: " ", count: textStart)
        var result = ""
        for row in rows {
            let head = String(repeating: " ", count: indent) + row.term
            let text = lines(row.text, width: width - textStart)
            if head.count + 2 > textStart || text.isEmpty {
                result += head + "\n"
                for line in text { result += margin + line + "\n" }
            } else {
                result += head + String(repeating: " ", count: textStart - head.count)
                result += text.joined(separator: "\n" + margin) + "\n"
            }
        }
        return result
    }
}
