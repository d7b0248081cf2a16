import CommandLineKit

/// A command that was read and checked, ready to run.
enum Action {
    case list(ListPlan)
    case get(GetCommand)
    case options
    case streamURL(UInt64)
    case catalog
    case health(service: String)

    init(_ command: ParsedCommand, format: OutputFormat) throws(UsageError) {
        switch command.command {
        case "list": self = .list(try ListPlan(command, format: format))
        case "get": self = .get(try GetCommand(command))
        case "options": self = .options
        case "stream-url":
            self = .streamURL(
                try Identifiers.parse(command.positionals.first ?? "", label: "VIDEO"))
        case "catalog": self = .catalog
        case "health": self = .health(service: command.positionals.first ?? "")
        default: throw UsageError("the command '\(command.command)' is unknown here")
        }
    }

    func run(_ session: Session) async throws(Failure) -> ExitCode {
        switch self {
        case .list(let plan):
            try await ListCommand(plan: plan, session: session).run()
            return .ok
        case .get(let command): return try await command.run(session)
        case .options:
            try await OptionsCommand.run(session)
            return .ok
        case .streamURL(let id):
            try await StreamURLCommand.run(session, videoIdentifier: id)
            return .ok
        case .catalog:
            try await CatalogCommand.run(session)
            return .ok
        case .health(let service): return try await HealthCommand.run(session, service: service)
        }
    }
}
