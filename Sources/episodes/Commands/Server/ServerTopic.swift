import CommandLineKit

/// `server`: facts or metrics.
enum ServerTopic {
    case info
    case metrics

    init(_ command: ParsedCommand) throws(UsageError) {
        self = command.positionals.first == "metrics" ? .metrics : .info
    }

    func run(_ settings: Settings) async throws(Failure) -> ExitCode {
        switch self {
        case .info: try await ServerInfo.run(settings)
        case .metrics: try await ServerMetrics.run(settings)
        }
        return .ok
    }
}
