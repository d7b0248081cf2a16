internal import RPCCore

/// When a server that answers badly gets no calls for a while.
///
/// UNAVAILABLE, DEADLINE_EXCEEDED and INTERNAL are bad; every other answer shows that the server
/// works. An ejected server is tried again after its time; if that fails it is ejected for twice as
/// long. Servers are ejected only while a better one is there.
public struct EjectionSettings: Hashable, Sendable {
    /// Bad answers in a row that eject a server; 0 ejects none.
    public var consecutiveFailureCount = 5
    /// How long the first time.
    public var firstMilliseconds: Int64 = 1_000
    /// How long at most.
    public var maximumMilliseconds: Int64 = 60_000

    public init() {}

    func check() throws(RPCError) {
        try ClientConfiguration.check(
            "ejection.consecutiveFailureCount", consecutiveFailureCount, 0...1_000_000)
        try ClientConfiguration.check(
            "ejection.firstMilliseconds", Int(clamping: firstMilliseconds), 1...86_400_000)
        try ClientConfiguration.check(
            "ejection.maximumMilliseconds", Int(clamping: maximumMilliseconds), 1...86_400_000)
    }
}
