/// The samples of a page in the text format of Prometheus.
///
/// Source: https://prometheus.io/docs/instrumenting/exposition_formats/
enum MetricSamples {
    static func rows(_ page: String) -> RowsOutput {
        let rows = page.split(separator: "\n").filter { !$0.hasPrefix("#") }
            .compactMap { row($0) }
        return RowsOutput(columns: ["metric", "labels", "value"], rows: rows, numbers: [2])
    }

    /// `name{labels} value`, of which the labels may be missing and may hold anything in quotes.
    private static func row(_ line: Substring) -> [String]? {
        let name = line.prefix { $0 != "{" && $0 != " " }
        var rest = line.dropFirst(name.count)
        var labels = Substring()
        if rest.first == "{" {
            guard let end = endOfLabels(rest) else { return nil }
            labels = rest[rest.index(after: rest.startIndex)..<end]
            rest = rest[rest.index(after: end)...]
        }
        guard let value = rest.split(separator: " ").first, !name.isEmpty else { return nil }
        return [String(name), String(labels), String(value)]
    }

    private static func endOfLabels(_ text: Substring) -> Substring.Index? {
        var (isQuoted, isEscaped) = (false, false)
        for index in text.indices {
            if isEscaped {
                isEscaped = false
            } else if text[index] == "\\" {
                isEscaped = true
            } else if text[index] == "\"" {
                isQuoted.toggle()
            } else if text[index] == "}", !isQuoted {
                return index
            }
        }
        return nil
    }
}
