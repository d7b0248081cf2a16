internal import CommandLineKit
internal import LatencyHistogram
public import LoadGenerator

/// A comparison for people and for programs.
public enum ComparisonText {
    /// - Parameter counts: runs of the base and of the new.
    public static func text(_ comparison: RunComparison, _ counts: (Int, Int)) -> String {
        let rows = comparison.rows.map { row in
            [
                row.name + (row.isThin ? " *" : ""), shown(row.base, row), shown(row.new, row),
                row.ratio.map { FixedText.text($0, digits: 3) } ?? "n/a",
                row.noise.map { FixedText.text($0 * 100, digits: 1) + " %" } ?? "n/a",
                row.verdict.rawValue,
            ]
        }
        let columns: [TextTable.Column] = [
            .init("OK"), .init("base", alignsRight: true), .init("new", alignsRight: true),
            .init("ratio", alignsRight: true), .init("noise", alignsRight: true), .init("verdict"),
        ]
        var text = TextTable(columns: columns, rows: rows).text(width: nil)
        if comparison.rows.contains(where: \.isThin) {
            text += "* fewer than ten calls lie beyond: a matter of luck, never called worse\n"
        }
        if min(counts.0, counts.1) < 2 {
            text += "Without repeats on both sides the noise is not known; use --repeat 5.\n"
        }
        let tolerance = FixedText.text(comparison.tolerance * 100, digits: 1)
        text +=
            comparison.isWorse
            ? "The new result is worse.\n"
            : "The new result is not worse, within \(tolerance) % or the noise.\n"
        return text
    }

    private static func shown(_ value: Double?, _ row: RunComparison.Row) -> String {
        guard let value else { return "n/a" }
        if row.isTime { return TimeWords.text(nanoseconds: value) }
        return row.name == "errors"
            ? FixedText.text(value * 100, digits: 3) + " %" : RateWords.text(value)
    }

    public static func json(_ comparison: RunComparison) -> String {
        var writer = JSONWriter(isIndented: true)
        writer.object { writer in
            writer.member("schema", "episodes.bench.compare/1")
            writer.member("tolerance", comparison.tolerance)
            writer.key("worse")
            writer.bool(comparison.isWorse)
            writer.key("rows")
            writer.array { writer in
                for row in comparison.rows {
                    writer.object { writer in
                        let unit = row.isTime ? "_ns" : ""
                        writer.member("name", row.name)
                        writer.member("base\(unit)", row.base ?? .nan)
                        writer.member("new\(unit)", row.new ?? .nan)
                        writer.member("ratio", row.ratio ?? .nan)
                        writer.member("noise", row.noise ?? .nan)
                        writer.member("verdict", row.verdict.rawValue)
                        writer.key("thin")
                        writer.bool(row.isThin)
                    }
                }
            }
        }
        return writer.text + "\n"
    }
}
