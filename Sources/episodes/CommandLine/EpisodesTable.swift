import CommandLineKit
import EpisodeModel

/// The command line of this program.
enum EpisodesTable {
    static let table = CommandTable(
        program: "episodes", summary: "search and list the episodes of a catalogue server",
        version: ProductVersion.text, globalOptions: globalOptions,
        commands: [
            ListTable.command, getCommand, optionsCommand, streamURLCommand, catalogCommand,
            healthCommand, TransferTable.exportCommand, TransferTable.importCommand,
        ],
        examples: [
            Example("episodes list swift ui --free", "free episodes with words like these"),
            Example("episodes list --domain ios --sort -popularity", "the most popular for iOS"),
            Example("episodes get 4412 -o json", "one episode as JSON"),
            Example("episodes options", "everything a filter can select"),
            Example("episodes export -f all.jsonl", "the whole catalogue as a file"),
        ],
        notes: [
            ExitCode.note,
            Note(
                "Environment",
                [
                    Note.Row("NO_COLOR", "when not empty, --color auto means never"),
                    Note.Row("COLUMNS", "width of the terminal, instead of asking it"),
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
            help: "Form of the output."),
        .single(
            "color", value: "WHEN", choices: ["auto", "always", "never"], default: "auto",
            help: "Whether titles are bold; auto means on a terminal only."),
        .flag("quiet", short: "q", help: "No summary lines on standard error."),
        .flag("verbose", short: "v", help: "Show on standard error how long each step took."),
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

    static let catalogCommand = Command(
        name: "catalog", summary: "show the catalogue's revision, size and source",
        examples: [Example("episodes catalog", "what the server holds")])

    static let healthCommand = Command(
        name: "health", summary: "ask whether the server serves; exit code 0 if so",
        arguments: [
            Argument(
                "SERVICE", isRequired: false,
                help: "Full name of a service; without it the server as a whole.")
        ],
        examples: [
            Example("episodes health -q && echo ready", "for scripts"),
            Example("episodes health episodes.v1.EpisodeService", "one service"),
        ])
}
