import CommandLineKit
import SocketTransport

/// What the options of every command say.
struct Settings {
    var server: String
    var timeoutMilliseconds: Int64
    /// Whether somebody set it.
    var isTimeoutChosen: Bool
    var format: OutputFormat
    var usesBold: Bool
    var isQuiet: Bool
    var isVerbose: Bool
    /// Cells of a line; nil when the output is no terminal and nothing may be cut.
    var width: Int?

    /// Variables beside those of the options.
    static let variables = ["NO_COLOR", "TERM", "COLUMNS"]

    init(
        _ command: ParsedCommand, environment: [String: String], terminalWidth: Int?
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
        format = OutputFormat(rawValue: command.string("output") ?? "") ?? .table
        isQuiet = command.flag("quiet")
        isVerbose = command.flag("verbose")
        if isQuiet, isVerbose {
            throw UsageError("--quiet and --verbose exclude each other; give one of them")
        }
        width = terminalWidth
        if terminalWidth != nil, let columns = environment["COLUMNS"],
            let number = NumberText.integer(columns, as: Int.self), number > 0
        {
            width = number
        }
        switch command.string("color") {
        case "always": usesBold = true
        case "never": usesBold = false
        default:
            usesBold =
                terminalWidth != nil && (environment["NO_COLOR"] ?? "").isEmpty
                && environment["TERM"] != "dumb"
        }
    }
}

extension Settings {
    /// A remark for people, to standard error; losing it is no failure.
    func remark(_ text: String) {
        guard !isQuiet else { return }
        try? StandardStreams.write(text + "\n", to: .error)
    }
}
