import CommandLineKit
import EpisodeModel

/// The command line of this program.
enum EpisodesTable {
    static let table = CommandTable(
        program: "episodes", summary: "search and list the episodes of a catalogue server",
        version: ProductVersion.text, globalOptions: globalOptions,
        commands: [
            ListTable.command, getCommand, optionsCommand, streamURLCommand,
            ServerTable.catalogCommand, ServerTable.watchCommand, ServerTable.healthCommand,
            ServerTable.serverCommand, CallTable.callCommand, CallTable.describeCommand,
            TransferTable.exportCommand, TransferTable.importCommand, ConfigTable.command,
        ] + BenchTable.commands,
        examples: [
            Example("episodes list swift ui --free", "free episodes with words like these"),
            Example("episodes list --domain ios --sort -popularity", "the most popular for iOS"),
            Example("episodes get 4412 -o json", "one episode as JSON"),
            Example("episodes options", "everything a filter can select"),
            Example("episodes export -f all.jsonl", "the whole catalogue as a file"),
            Example("episodes call GetCatalog", "any method of the server"),
        ],
        notes: [
            ExitCode.note,
            Note(
                "Environment",
                [
                    Note.Row("NO_COLOR", "when not empty, --color auto means never"),
                    Note.Row(
                        "CLICOLOR_FORCE", "when neither empty nor 0, --color auto means always"),
                    Note.Row("COLUMNS, LINES", "size of the terminal, instead of asking it"),
                    Note.Row("PAGER", "as --pager"),
                    Note.Row("XDG_CONFIG_HOME", "see 'episodes help config'"),
                ]),
        ])

    static let globalOptions: [Option] = [
        .single(
            "server", value: "ADDRESS", variable: "EPISODES_SERVER", default: "127.0.0.1:50051",
            help: "Where the server is: HOST:PORT, [IPV6]:PORT or unix:PATH."),
        .single(
            "timeout", value: "TIME", variable: "EPISODES_TIMEOUT", default: "10s",
            help: "Longest wait for connecting and for each answer (a deadline), such as 500ms, "
                + "2s or 1m."),
        .single(
            "output", short: "o", value: "FORMAT", choices: OutputFormat.allCases.map(\.rawValue),
            variable: "EPISODES_OUTPUT", default: OutputFormat.table.rawValue,
            help: "Form of the output. Not every command has all of them."),
        .single(
            "color", value: "WHEN", choices: ["auto", "always", "never"], default: "auto",
            help: "Whether titles are bold; auto means on a terminal only."),
        .single(
            "profile", value: "NAME", variable: "EPISODES_PROFILE",
            help: "Settings of this profile, see 'episodes help config'."),
        .single(
            "pager", value: "COMMAND",
            help: "Shows what does not fit the terminal; less when nothing says otherwise."),
        .flag("no-pager", help: "Never a pager."),
        .flag(
            "dry-run",
            help: "Send nothing; print the request as JSON and the equal grpcurl command."),
        .flag("quiet", short: "q", help: "No summary lines on standard error."),
        .counted(
            "verbose", short: "v",
            help: "Show on standard error how long each step took; -vv also what is sent."),
    ]

    static let getCommand = Command(
        name: "get", summary: "show episodes by id",
        options: [fieldsOption],
        arguments: [
            Argument(
                "ID", isRepeated: true,
                help: "Ids of episodes; - reads them from standard input, one a line.")
        ],
        examples: [
            Example("episodes get 4412", "everything about one episode"),
            Example("episodes list swift -o ids | episodes get - -o jsonl", "whole rows of a list"),
        ])

    static let fieldsOption = Option.single(
        "fields", value: "NAMES",
        help: "Only these fields, separated by commas, such as id,name,released_at.")

    static let optionsCommand = Command(
        name: "options", summary: "show everything that filters can select",
        examples: [
            Example("episodes options", "domains, difficulties, types, ... with counts"),
            Example("episodes options -o json", "the same for programs"),
        ])

    static let streamURLCommand = Command(
        name: "stream-url", summary: "show where a video streams from",
        arguments: [Argument("VIDEO", help: "A video_identifier, as 'get' shows it.")],
        examples: [Example("episodes stream-url 3021", "the URL for a player")])
}
