import CommandLineKit
import RPCCore

/// What a server may take of time and memory while it tells of itself: it may be any server.
struct ReflectionBudget {
    static let serviceCountMaximum = 1_000
    static let byteCountMaximum = 16 << 20

    private let timeoutMilliseconds: Int64
    private let end: ContinuousClock.Instant
    private var byteCount = 0

    /// - Parameter timeoutMilliseconds: for all answers together, from now on.
    init(timeoutMilliseconds: Int64) {
        self.timeoutMilliseconds = timeoutMilliseconds
        end = .now + .milliseconds(timeoutMilliseconds)
    }

    /// - Throws: DEADLINE_EXCEEDED when nothing is left.
    func restMilliseconds() throws(Failure) -> Int64 {
        let rest = Int64((end - .now) / .milliseconds(1))
        guard rest > 0 else {
            throw Failure(
                RPCError(
                    .deadlineExceeded,
                    "the server did not tell all its types within "
                        + NumberText.duration(timeoutMilliseconds)),
                serverWasHeard: true)
        }
        return rest
    }

    func checkServices(_ count: Int) throws(Failure) {
        guard count <= Self.serviceCountMaximum else {
            throw Self.excess(
                "the server lists \(count) services; at most \(Self.serviceCountMaximum) are read")
        }
    }

    /// Counts one more file of descriptors.
    mutating func take(_ fileByteCount: Int) throws(Failure) {
        byteCount += fileByteCount
        guard byteCount <= Self.byteCountMaximum else {
            throw Self.excess(
                "the server tells more than \(Self.byteCountMaximum) bytes of descriptors; no more "
                    + "are read")
        }
    }

    private static func excess(_ message: String) -> Failure {
        Failure(RPCError(.resourceExhausted, message), serverWasHeard: true)
    }
}
