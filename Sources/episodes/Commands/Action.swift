import CommandLineKit
import EpisodeProtocol

/// A command that was read and checked, ready to run.
enum Action {
    case list(ListPlan)
    case get(GetCommand)
    case options
    case streamURL(UInt64)
    case catalog
    case health(HealthPlan)
    case watch(WatchPlan)
    case server(ServerTopic)
    case call(CallPlan)
    case describe(DescribePlan)
    case exporting(ExportPlan)
    case importing(ImportPlan)
    case bench(BenchAction)

    init(_ command: ParsedCommand, _ settings: Settings) throws(UsageError) {
        switch command.command {
        case "list": self = .list(try ListPlan(command, format: settings.format))
        case "get": self = .get(try GetCommand(command))
        case "options": self = .options
        case "stream-url":
            self = .streamURL(
                try Identifiers.parse(command.positionals.first ?? "", label: "VIDEO"))
        case "catalog": self = .catalog
        case "watch": self = .watch(try WatchPlan(command, settings))
        case "server": self = .server(try ServerTopic(command))
        case "call": self = .call(try CallPlan(command, settings))
        case "describe": self = .describe(try DescribePlan(command))
        case "export": self = .exporting(try ExportPlan(command))
        case "import": self = .importing(try ImportPlan(command))
        case "health": self = .health(try HealthPlan(command, settings))
        default:
            guard let bench = try BenchAction(command) else {
                throw UsageError("the command '\(command.command)' is unknown here")
            }
            self = .bench(bench)
        }
        if settings.isDryRun { try checkDryRun(command.command) }
        if settings.format == .raw { try checkRaw() }
    }

    private func checkDryRun(_ name: String) throws(UsageError) {
        switch self {
        case .describe, .server, .bench:
            throw UsageError("--dry-run: '\(name)' makes more than one call, or none; leave it out")
        case .importing:
            throw UsageError("--dry-run: 'import' has --check, which says what would change")
        case .exporting(let plan) where plan.storePath != nil:
            throw UsageError("--dry-run: --store asks no server; leave out one of them")
        default: break
        }
    }

    private func checkRaw() throws(UsageError) {
        if case .list(let plan) = self, plan.isWalk || plan.watchMilliseconds != nil {
            throw UsageError(
                "--output: raw is one reply; leave out --all, --limit and --watch, or use 'call "
                    + "StreamEpisodes'")
        }
        if case .health(let plan) = self, plan.isWatching || plan.waitMilliseconds != nil {
            throw UsageError("--output: raw is one reply; leave out --watch and --wait")
        }
    }

    func run(_ settings: Settings) async throws(Failure) -> ExitCode {
        if settings.isDryRun || settings.format == .raw, !isAboutFiles {
            return try await runInBytes(settings)
        }
        switch self {
        case .exporting(let plan):
            if let path = plan.storePath {
                return try StoreExport(plan: plan, settings: settings).run(path)
            }
        // A file is read before anything is connected.
        case .importing(let plan): return try await ImportCommand(plan, settings).run()
        case .describe(let plan): return try await plan.run(settings)
        case .call(let plan): return try await CallCommand(plan: plan, settings: settings).run()
        case .watch(let plan): return try await WatchCommand(plan: plan, settings: settings).run()
        case .server(let topic): return try await topic.run(settings)
        case .health(let plan) where plan.isWatching || plan.waitMilliseconds != nil:
            return try await HealthWatch(plan: plan, settings: settings).run()
        // Its calls have connections of their own.
        case .bench(let action): return try await action.run(settings)
        default: break
        }
        let session = try await Session(settings)
        do throws(Failure) {
            let code = try await run(session)
            try session.finish()
            return code
        } catch {
            try? session.finish()
            throw error
        }
    }

    /// Whether `-o` is not about what is shown.
    private var isAboutFiles: Bool {
        switch self {
        case .importing: true
        case .exporting(let plan): plan.storePath != nil
        default: false
        }
    }

    private func run(_ session: Session) async throws(Failure) -> ExitCode {
        switch self {
        case .exporting(let plan):
            return try await ServerExport(plan: plan, session: session).run()
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
        case .health(let plan):
            return try await HealthCommand.run(session, service: plan.service)
        case .watch, .server, .call, .describe, .importing, .bench: return .ok
        }
    }
}
