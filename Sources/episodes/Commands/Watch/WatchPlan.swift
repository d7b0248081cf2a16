import CommandLineKit

/// What `watch` has to do.
struct WatchPlan {
    /// End after so many revisions; nil = never.
    let limit: Int?

    init(_ command: ParsedCommand, _ settings: Settings) throws(UsageError) {
        limit = try command.integer("limit", in: 1...1_000_000_000)
    }
}
