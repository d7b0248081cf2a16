import CommandLineKit
import LatencyHistogram
import LoadGenerator

/// `mix show`: what a mix would send.
enum MixShow {
    static func run(_ path: String, _ settings: Settings) throws(Failure) -> ExitCode {
        let entries = try MixSource.load(path).mix.entries
        let total = entries.reduce(0) { $0 + $1.weight }
        var kinds: [String: (count: Int, weight: Double, bytes: Int)] = [:]
        for entry in entries {
            let name = "\(entry.service)/\(entry.method)"
            let kind = kinds[name] ?? (0, 0, 0)
            kinds[name] = (
                kind.count + 1, kind.weight + entry.weight, kind.bytes + entry.payload.count
            )
        }
        let rows = kinds.sorted { ($1.value.weight, $0.key) < ($0.value.weight, $1.key) }.map {
            [
                $0.key, "\($0.value.count)",
                FixedText.text($0.value.weight / total * 100, digits: 2) + " %",
                "\($0.value.bytes / $0.value.count)",
            ]
        }
        let columns: [TextTable.Column] = [
            .init("method"), .init("requests", alignsRight: true),
            .init("share", alignsRight: true), .init("mean bytes", alignsRight: true),
        ]
        try Session.write(
            TextTable(columns: columns, rows: rows).text(
                width: settings.width, emphasizesTitles: settings.usesBold))
        return .ok
    }
}
