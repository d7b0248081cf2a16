import CommandLineKit

/// What `health` has to do.
struct HealthPlan {
    /// Full name; empty = the server as a whole.
    let service: String
    /// Longest wait until it serves; nil = ask once.
    let waitMilliseconds: Int64?
    let isWatching: Bool

    init(_ command: ParsedCommand, _ settings: Settings) throws(UsageError) {
        service = command.positionals.first ?? ""
        waitMilliseconds = try command.durationMilliseconds("wait", in: 1...86_400_000)
        isWatching = command.flag("watch")
        if isWatching, waitMilliseconds != nil {
            throw UsageError("--watch: shows every change; leave out --wait")
        }
    }
}
