import CommandLineKit
import SocketTransport

/// From arguments to exit code.
enum Program {
    /// Runs the command line of this process.
    static func run() async -> ExitCode {
        StandardStreams.prepare()
        let environment = ProcessArguments.environment(
            EpisodesTable.table.variables + Settings.variables)
        var arguments: [String] = []
        // A file of settings may ask for JSON too.
        var isJSON: Bool?
        do throws(Failure) {
            arguments = try readArguments()
            switch try prepare(arguments, environment) {
            case .text(let text):
                try Session.write(text)
                return .ok
            case .config(let command, let format):
                return try command.run(format)
            case .action(let action, let settings):
                isJSON = settings.format.isJSON
                return try await action.run(settings)
            }
        } catch {
            if !error.message.isEmpty {
                let text = error.text(isJSON: isJSON ?? asksForJSON(arguments, environment))
                try? StandardStreams.write(text, to: .error)
            }
            return error.exitCode
        }
    }

    private enum Work {
        case text(String)
        case config(ConfigCommand, OutputFormat)
        case action(Action, Settings)
    }

    private static func readArguments() throws(Failure) -> [String] {
        do throws(ProcessArguments.InvalidArgument) {
            return try ProcessArguments.read()
        } catch {
            throw Failure(
                .usage, status: "USAGE",
                message: "argument \(error.position) is not valid UTF-8; write it as UTF-8")
        }
    }

    /// Everything that can be wrong with a command line is found before anything is connected.
    private static func prepare(
        _ arguments: [String], _ environment: [String: String]
    ) throws(Failure) -> Work {
        do throws(UsageError) {
            let place = ConfigurationPlace(environment: environment)
            let invocation = try EpisodesTable.table.parse(
                arguments: arguments, environment: environment
            ) { (command) throws(UsageError) in
                guard ConfigCommand.usesFile(command) else { return [:] }
                return try place.read().values(
                    profile: command.string("profile"), askedBy: command.label(of: "profile"))
            }
            switch invocation {
            case .text(let text):
                return .text(text)
            case .command(let command):
                let isTerminal = StandardStreams.isTerminal(.output)
                let settings = try Settings(
                    command, environment: environment,
                    terminalWidth: isTerminal ? StandardStreams.terminalWidth() ?? 80 : nil,
                    terminalHeight: isTerminal ? StandardStreams.terminalHeight() ?? 24 : nil)
                guard command.command != "config" else {
                    return .config(try ConfigCommand(command, place), settings.format)
                }
                return .action(try Action(command, settings), settings)
            }
        } catch {
            throw Failure(error)
        }
    }

    /// Whether errors are wanted as JSON, also when the command line cannot be read as a whole.
    static func asksForJSON(_ arguments: [String], _ environment: [String: String]) -> Bool {
        let typed = arguments.indices.compactMap { index -> String? in
            let argument = arguments[index]
            if argument == "-o" || argument == "--output" {
                return index + 1 < arguments.count ? arguments[index + 1] : nil
            }
            for start in ["--output=", "-o"] where argument.hasPrefix(start) {
                return String(argument.dropFirst(start.count))
            }
            return nil
        }
        let name = typed.last ?? environment["EPISODES_OUTPUT"] ?? ""
        return OutputFormat(rawValue: name)?.isJSON ?? false
    }
}
