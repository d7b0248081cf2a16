internal import RPCCore

/// Whether one server gets calls: it does not for a while after so many bad answers in a row.
struct Ejection: Sendable {
    private let settings: EjectionSettings
    private(set) var failureCount = 0
    /// How often it was ejected without a good answer since.
    private var ejectionCount = 0
    private(set) var endsAt: MonotonicTime?

    init(_ settings: EjectionSettings) { self.settings = settings }

    /// False while it is ejected. After its time it is available again, but one bad answer is enough
    /// then.
    func isAvailable(_ now: MonotonicTime) -> Bool {
        guard let endsAt else { return true }
        return now >= endsAt
    }

    /// Nothing bad is known of the server.
    var isClean: Bool { failureCount == 0 && ejectionCount == 0 }

    mutating func noteSuccess() {
        failureCount = 0
        ejectionCount = 0
        endsAt = nil
    }

    /// - Returns: whether this failure ejects the server.
    mutating func noteFailure(_ now: MonotonicTime) -> Bool {
        guard settings.consecutiveFailureCount > 0 else { return false }
        // Answers to calls that were made before it was ejected say nothing new.
        guard isAvailable(now) else { return false }
        failureCount += 1
        guard failureCount >= settings.consecutiveFailureCount || ejectionCount > 0 else {
            return false
        }
        let doubled = min(ejectionCount, 30)
        let (length, overflow) = settings.firstMilliseconds.multipliedReportingOverflow(
            by: 1 << Int64(doubled))
        let wait = overflow ? settings.maximumMilliseconds : length
        endsAt = now.advanced(byMilliseconds: min(wait, settings.maximumMilliseconds))
        ejectionCount += 1
        failureCount = 0
        return true
    }

    /// Whether an answer is a sign of a sick server.
    static func isBad(_ code: StatusCode) -> Bool {
        code == .unavailable || code == .deadlineExceeded || code == .internalError
    }
}
