import CommandLineKit

/// A command of the load tester that was read and checked, ready to run.
enum BenchAction {
    case bench(BenchPlan)
    case find(FindCommand)
    case compare(CompareCommand)
    case report(ReportCommand)
    case synthesis(MixSynth)
    case record(log: String, file: String?)
    case show(mix: String)

    /// Nil when the command is none of them.
    init?(_ command: ParsedCommand) throws(UsageError) {
        switch command.command {
        case "bench": self = .bench(try BenchPlan(command))
        case "bench find": self = .find(try FindCommand(command))
        case "bench compare": self = .compare(try CompareCommand(command))
        case "bench report": self = .report(ReportCommand(command))
        case "mix synth": self = .synthesis(try MixSynth(command))
        case "mix record":
            self = .record(log: command.positionals.first ?? "", file: command.string("file"))
        case "mix show": self = .show(mix: command.positionals.first ?? "")
        default: return nil
        }
    }

    func run(_ settings: Settings) async throws(Failure) -> ExitCode {
        switch self {
        case .bench(let plan): return try await BenchCommand(plan: plan, settings: settings).run()
        case .find(let command): return try await command.run(settings)
        case .compare(let command): return try command.run(settings)
        case .report(let command): return try command.run(settings)
        case .synthesis(let command): return try await command.run(settings)
        case .record(let log, let file): return try MixRecord.run(log, to: file, settings)
        case .show(let mix): return try MixShow.run(mix, settings)
        }
    }
}
