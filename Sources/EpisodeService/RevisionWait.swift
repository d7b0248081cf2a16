internal import RPCCore

/// How a call waits for a revision that this server does not have.
struct RevisionWait {
    /// How long a waiting call rests between two looks.
    private static let pollMilliseconds: Int64 = 5

    /// How long one waits in all.
    let milliseconds: Int64

    enum Step {
        case retry(afterMilliseconds: Int64)
        case giveUp(RPCError)
    }

    func step(for revision: UInt64, _ call: CallContext, has current: UInt64) -> Step {
        let waited = call.now.nanoseconds(since: call.arrival) / 1_000_000
        guard waited < milliseconds else {
            return .giveUp(
                RPCError(
                    .unavailable,
                    "min_revision: this server is at revision \(current) and did not reach "
                        + "\(revision) within \(milliseconds) ms; ask again or ask the server "
                        + "that answered the edit"))
        }
        return .retry(afterMilliseconds: Self.pollMilliseconds)
    }
}
