import CommandLineKit
import SocketTransport

/// What the options of every command say.
struct Settings {
    var server: String
    var timeoutMilliseconds: Int64
    /// Whether somebody set it.
    var isTimeoutChosen: Bool
    var format: OutputFormat
    /// Whether somebody set it.
    var isFormatChosen: Bool
    /// Whether marks of terminals, such as bold, may stand in the output.
    var usesBold: Bool
    var isQuiet: Bool
    /// 0, or how often `-v` stands there.
    var verbosity: Int
    /// Print the request instead of sending it.
    var isDryRun: Bool
    /// Cells of a line; nil when the output is no terminal and nothing may be cut.
    var width: Int?
    /// Lines of the terminal; nil when the output is none.
    var height: Int?
    /// The shell command that shows what does not fit the terminal; nil = none.
    var pager: String?

    var isVerbose: Bool { verbosity > 0 }
    /// Whether the output is read by a person now.
    var isTerminal: Bool { height != nil }

    /// Variables beside those of the options.
    static let variables =
        ["NO_COLOR", "CLICOLOR_FORCE", "TERM", "COLUMNS", "LINES", "PAGER"]
        + ConfigurationPlace.variables

    init(
        _ command: ParsedCommand, environment: [String: String], terminalWidth: Int?,
        terminalHeight: Int? = nil
    ) throws(UsageError) {
        server = command.string("server") ?? ""
        do throws(TransportError) {
            _ = try SocketAddress.parse(server)
        } catch {
            throw command.invalid("server", error.message)
        }
        timeoutMilliseconds =
            try command.durationMilliseconds("timeout", in: 1...3_600_000) ?? 10_000
        isTimeoutChosen = command.origin(of: "timeout") != .defaultValue
        format = try CommandFormats.format(command)
        isFormatChosen = command.origin(of: "output") != .defaultValue
        isQuiet = command.flag("quiet")
        verbosity = command.count("verbose")
        isDryRun = command.flag("dry-run")
        width = Self.size(terminalWidth, environment["COLUMNS"])
        height = Self.size(terminalHeight, environment["LINES"])
        usesBold = Self.usesBold(command.string("color"), environment, terminalWidth != nil)
        let isPaged = terminalHeight != nil && !command.flag("no-pager")
        pager = isPaged ? Self.pager(command, environment) : nil
        if command.command == "call" { try readShortForms(command) }
        if isQuiet, verbosity > 0 {
            throw UsageError("--quiet and --verbose exclude each other; give one of them")
        }
    }

    /// What `call` has for `--output raw` and `--verbose`.
    private mutating func readShortForms(_ command: ParsedCommand) throws(UsageError) {
        if command.flag("timing") { verbosity = max(verbosity, 1) }
        guard command.flag("raw") else { return }
        guard !isFormatChosen || format == .raw else {
            throw UsageError("--raw: --output says another format; leave out one of them")
        }
        (format, isFormatChosen) = (.raw, true)
    }

    /// A variable may say another size of a terminal, but makes none.
    private static func size(_ terminal: Int?, _ variable: String?) -> Int? {
        guard terminal != nil, let variable,
            let number = NumberText.integer(variable, as: Int.self), number > 0
        else { return terminal }
        return number
    }

    /// Sources: https://no-color.org and https://bixense.com/clicolors
    private static func usesBold(
        _ choice: String?, _ environment: [String: String], _ isTerminal: Bool
    ) -> Bool {
        func isSet(_ name: String) -> Bool { !(environment[name] ?? "").isEmpty }
        switch choice {
        case "always": return true
        case "never": return false
        default:
            if isSet("NO_COLOR") { return false }
            if isSet("CLICOLOR_FORCE"), environment["CLICOLOR_FORCE"] != "0" { return true }
            return isTerminal && environment["TERM"] != "dumb"
        }
    }

    private static func pager(
        _ command: ParsedCommand, _ environment: [String: String]
    ) -> String? {
        let chosen = command.string("pager") ?? environment["PAGER"] ?? "less"
        let isNone = chosen.isEmpty || chosen == "cat" || environment["TERM"] == "dumb"
        return isNone ? nil : chosen
    }
}

extension Settings {
    /// A remark for people, to standard error; losing it is no failure. It may hold what a server
    /// said, so nothing in it drives a terminal.
    func remark(_ text: String) {
        guard !isQuiet else { return }
        try? StandardStreams.write(TextEscaping.escapedLines(text) + "\n", to: .error)
    }

    /// Output that programs read as it is, made harmless where a terminal would.
    func safe(_ text: String) -> String {
        isTerminal && [.csv, .tsv].contains(format) ? TextEscaping.escapedLines(text) : text
    }
}
