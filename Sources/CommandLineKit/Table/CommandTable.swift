/// The whole command line of a program as one value. Parsing, help, completion scripts and the
/// manual page are all read from it, so they cannot disagree.
///
/// Three commands and two options come by themselves: `help [COMMAND]`, `completion SHELL`,
/// `man [COMMAND]`, `--help` and `--version`.
public struct CommandTable: Sendable {
    public var program: String
    /// One line, without a full stop.
    public var summary: String
    /// What `--version` prints after the program's name.
    public var version: String
    /// Options that every command takes.
    public var globalOptions: [Option]
    /// All commands, the built-in ones last.
    public let commands: [Command]
    public var examples: [Example]
    public var notes: [Note]

    public init(
        program: String, summary: String, version: String, globalOptions: [Option] = [],
        commands: [Command], examples: [Example] = [], notes: [Note] = [ExitCode.note]
    ) {
        self.program = program
        self.summary = summary
        self.version = version
        self.globalOptions = globalOptions + Self.builtInOptions
        self.commands = commands + Self.builtInCommands(program: program)
        self.examples = examples
        self.notes = notes
    }

    /// Names of all environment variables that options can come from.
    public var variables: [String] {
        (globalOptions + commands.flatMap(\.options)).compactMap(\.variable)
    }

    func command(named name: String) -> Command? { commands.first { $0.name == name } }

    static let builtInOptions: [Option] = [
        .flag("help", short: "h", help: "Show help and leave."),
        .flag("version", help: "Show the version and leave."),
    ]

    static func builtInCommands(program: String) -> [Command] {
        [
            Command(
                name: "completion", summary: "print a completion script for a shell",
                arguments: [
                    Argument("SHELL", choices: CompletionShell.allCases.map(\.rawValue), help: "")
                ],
                examples: [
                    Example(
                        "source <(\(program) completion bash)", "complete words in this bash"),
                    Example(
                        "\(program) completion fish > ~/.config/fish/completions/\(program).fish",
                        "for every fish from now on"),
                ]),
            Command(
                name: "man", summary: "print the manual page of the program or a command",
                arguments: [
                    Argument(
                        "COMMAND", isRequired: false, isRepeated: true,
                        help: "Only the page of this command.")
                ],
                examples: [
                    Example("\(program) man | man -l -", "read it"),
                    Example("\(program) man help | man -l -", "one command"),
                ]),
            Command(
                name: "help", summary: "show help for the program or a command",
                arguments: [
                    Argument(
                        "COMMAND", isRequired: false, isRepeated: true,
                        help: "The command to explain.")
                ],
                examples: [Example("\(program) help completion", "how to set up completion")]),
        ]
    }
}

/// Shells that completion scripts exist for.
public enum CompletionShell: String, CaseIterable, Sendable {
    case bash
    case zsh
    case fish
}
