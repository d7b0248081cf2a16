internal import RPCCore

/// How far a connection is with its orderly end.
struct DrainState {
    enum Stage {
        case open
        /// The client was told that an end comes; calls that it has sent meanwhile are still taken.
        case noticed
        /// No further call is taken.
        case final
    }

    var stage = Stage.open
    var reason = DrainReason.shutdown
    /// When the second step comes at the latest.
    var limit = MonotonicTime.distantFuture
    /// When the connection is old.
    var ageLimit = MonotonicTime.distantFuture
}

/// Why a connection ends in good order; clients see the name.
public enum DrainReason: String, Hashable, Sendable {
    case shutdown = "server_shutdown"
    case idle = "max_idle"
    case age = "max_age"
}
