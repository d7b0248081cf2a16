import CommandLineKit

/// A command that was read and checked, ready to run.
enum Action {
    case list(ListPlan)
    case get(GetCommand)
    case options
    case streamURL(UInt64)
    case catalog
    case health(service: String)
    case exporting(ExportPlan)
    case importing(ImportPlan)

    init(_ command: ParsedCommand, format: OutputFormat) throws(UsageError) {
        switch command.command {
        case "list": self = .list(try ListPlan(command, format: format))
        case "get": self = .get(try GetCommand(command))
        case "options": self = .options
        case "stream-url":
            self = .streamURL(
                try Identifiers.parse(command.positionals.first ?? "", label: "VIDEO"))
        case "catalog": self = .catalog
        case "export": self = .exporting(try ExportPlan(command))
        case "import": self = .importing(try ImportPlan(command))
        case "health": self = .health(service: command.positionals.first ?? "")
        default: throw UsageError("the command '\(command.command)' is unknown here")
        }
    }

    func run(_ settings: Settings) async throws(Failure) -> ExitCode {
        switch self {
        case .exporting(let plan):
            if let path = plan.storePath {
                return try StoreExport(plan: plan, settings: settings).run(path)
            }
        // A file is read before anything is connected.
        case .importing(let plan): return try await ImportCommand(plan, settings).run()
        default: break
        }
        let session = try await Session(settings)
        defer { session.showSteps() }
        return try await run(session)
    }

    private func run(_ session: Session) async throws(Failure) -> ExitCode {
        switch self {
        case .exporting(let plan):
            return try await ServerExport(plan: plan, session: session).run()
        case .importing(let plan):
            return try await ImportCommand(plan, session.settings).run()
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
