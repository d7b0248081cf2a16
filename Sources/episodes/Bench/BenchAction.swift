import CommandLineKit

/// A command of the load tester that was read and checked, ready to run.
enum BenchAction {
    case bench(BenchPlan)

    /// Nil when the command is none of them.
    init?(_ command: ParsedCommand) throws(UsageError) {
        switch command.command {
        case "bench": self = .bench(try BenchPlan(command))
        default: return nil
        }
    }

    func run(_ settings: Settings) async throws(Failure) -> ExitCode {
        switch self {
        case .bench(let plan): return try await BenchCommand(plan: plan, settings: settings).run()
        }
    }
}
