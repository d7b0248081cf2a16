import CommandLineKit

/// A small table that uses every kind of option and argument.
enum Sample {
    static let table = CommandTable(
        program: "shelf", summary: "keep books on a shelf", version: "1.2.3",
        globalOptions: [
            .single(
                "output", short: "o", value: "FORMAT", choices: ["table", "json"],
                variable: "SHELF_OUTPUT", default: "table", help: "How to print. Quickly."),
            .flag("quiet", short: "q", help: "Say nothing but errors."),
            .flag("verbose", short: "v", help: "Say more."),
            .single(
                "timeout", value: "TIME", variable: "SHELF_TIMEOUT", default: "2s",
                help: "How long to wait."),
        ],
        commands: [
            Command(
                name: "list", summary: "list books",
                options: [
                    .single("sort", value: "KEYS", help: "Keys, separated by commas."),
                    .repeated(
                        "topic", short: "t", value: "NAME", variable: "SHELF_TOPICS",
                        help: "Only books on this topic."),
                    .single("limit", value: "N", default: "20", unit: "books", help: "At most N."),
                    .single(
                        "facets", value: "NAMES", impliedValue: "all",
                        help: "Count values, the reader's way."),
                ],
                arguments: [
                    Argument("QUERY", isRequired: false, isRepeated: true, help: "Words to find.")
                ],
                examples: [Example("shelf list --topic maps", "books with maps")],
                notes: [Note("Operators", [Note.Row("=", "equal"), Note.Row("^=", "begins with")])]
            ),
            Command(
                name: "get", summary: "show books",
                arguments: [Argument("ID", isRepeated: true, help: "Ids of books.")]),
        ],
        examples: [Example("shelf list", "what there is")])

    static func parse(
        _ words: String..., environment: [String: String] = [:]
    ) throws(UsageError) -> ParsedCommand {
        switch try table.parse(arguments: words, environment: environment) {
        case .command(let command): return command
        case .text(let text): throw UsageError("got text: \(text)")
        }
    }

    static func text(_ words: String...) throws(UsageError) -> String {
        switch try table.parse(arguments: words, environment: [:]) {
        case .command(let command): throw UsageError("got command \(command.command)")
        case .text(let text): return text
        }
    }

    /// The message of the usage error that these words must cause.
    static func complaint(_ words: String..., environment: [String: String] = [:]) -> String {
        do throws(UsageError) {
            _ = try table.parse(arguments: words, environment: environment)
            return "no error"
        } catch {
            return error.message
        }
    }
}
