import CommandLineKit

/// Which forms of output each command has.
enum CommandFormats {
    private static let records: [OutputFormat] = [.table, .json, .jsonl, .yaml, .csv, .tsv, .ids]
    private static let trees: [OutputFormat] = [.json, .jsonl, .yaml]

    static func of(_ command: String) -> [OutputFormat] {
        switch command {
        case "list", "get", "options", "stream-url", "catalog", "health": records + [.raw]
        case "call": trees + [.table, .csv, .tsv, .raw]
        case "watch", "describe", "config": records
        case "server": [.table, .json, .jsonl, .yaml, .csv, .tsv]
        // Others write files or reports of their own; the format is that of their errors.
        default: OutputFormat.allCases
        }
    }

    /// The format that a command answers in.
    ///
    /// - Throws: when it was asked for one that the command has not, naming those that it has.
    static func format(_ command: ParsedCommand) throws(UsageError) -> OutputFormat {
        let known = of(command.command)
        guard command.origin(of: "output") != .defaultValue,
            let chosen = OutputFormat(rawValue: command.string("output") ?? "")
        else { return known.first ?? .table }
        guard known.contains(chosen) else {
            throw command.invalid(
                "output",
                "'\(command.command)' has no format \(chosen.rawValue); use one of: "
                    + known.map(\.rawValue).joined(separator: ", "))
        }
        return chosen
    }
}
