internal import RPCCore
internal import Synchronization

/// Numbers of a server since its start.
public struct ServerStatistics: Hashable, Sendable {
    /// Connections open now.
    public var openConnectionCount = 0
    /// The same for each loop.
    public var openConnectionCountByLoop: [Int] = []
    public var acceptedConnectionCount = 0
    /// Closed at once because too many were open or no descriptor was left.
    public var refusedConnectionCount = 0
    /// Closed because nothing moved for the idle time, or a frame took too long to come.
    public var expiredConnectionCount = 0
    /// Closed because the first bytes were those of neither protocol.
    public var wrongProtocolCount = 0
    /// Times a handler was asked.
    public var callCount = 0
    /// Streaming calls open now.
    public var openStreamCount = 0
    /// gRPC connections that were ended because of what their clients did, by the name of the limit.
    public var abusedLimits: [String: Int] = [:]
    /// Bytes of memory that all connections hold for requests and replies now.
    public var bufferedByteCount = 0
    /// Closed because they held most when that was too much.
    public var shedConnectionCount = 0
    /// Receives, sends and, in the epoll form, waits of all loops: at most 3 a call, and hardly
    /// over 2 when many connections are busy.
    public var systemCallCount = 0
}

/// The same numbers, counted by all loops.
final class ServerCounters: Sendable {
    private let open = Atomic(0)
    private let accepted = Atomic(0)
    private let refused = Atomic(0)
    private let expired = Atomic(0)
    private let wrongProtocol = Atomic(0)
    /// One for each loop.
    let loads: [LaneLoad]
    /// Connections that were refused, by why. Counted on the queue that accepts.
    private let refusals = CounterBlock(count: LimitKind.allCases.count)
    private let streams = Atomic(0)
    private let shed = Atomic(0)
    private let abuses = Mutex<[String: Int]>([:])
    private let onWarning: (@Sendable (String) -> Void)?

    init(loopCount: Int, methodCount: Int, onWarning: (@Sendable (String) -> Void)?) {
        loads = (0..<loopCount).map { _ in LaneLoad(methodCount: methodCount) }
        self.onWarning = onWarning
    }

    /// Counts a new connection; false when `maximum` are open.
    func tryOpen(maximum: Int) -> Bool {
        guard open.add(1, ordering: .relaxed).newValue <= maximum else {
            open.subtract(1, ordering: .relaxed)
            countRefused(
                .connections, "more than \(maximum) connections; new ones are closed at once")
            return false
        }
        accepted.add(1, ordering: .relaxed)
        return true
    }

    func connectionClosed() { open.subtract(1, ordering: .relaxed) }
    func countExpired() { expired.add(1, ordering: .relaxed) }
    func addStreams(_ count: Int) { streams.add(count, ordering: .relaxed) }
    func streamOpened() { streams.add(1, ordering: .relaxed) }
    func streamClosed() { streams.subtract(1, ordering: .relaxed) }

    var openConnectionCount: Int { open.load(ordering: .relaxed) }

    func countShed() {
        if shed.add(1, ordering: .relaxed).oldValue == 0 {
            onWarning?("buffers hold too much memory; the connections that hold most are closed")
        }
    }

    func countRefused(_ limit: LimitKind, _ reason: @autoclosure () -> String) {
        refusals.add(1, to: LimitKind.allCases.firstIndex(of: limit) ?? 0)
        if refused.add(1, ordering: .relaxed).oldValue == 0 { onWarning?(reason()) }
    }

    func countWrongProtocol() {
        if wrongProtocol.add(1, ordering: .relaxed).oldValue == 0 {
            onWarning?("a client spoke a protocol that is not spoken here and was closed")
        }
    }

    func countAbuse(_ limit: String) {
        let count = abuses.withLock { abuses in
            abuses[limit, default: 0] += 1
            return abuses[limit]
        }
        if count == 1 { onWarning?("a gRPC client was cut off (\(limit))") }
    }

    /// All of what the lanes counted, beside what is counted here.
    func metrics(_ methods: MethodTable) -> ServerMetrics {
        var metrics = ServerMetrics(methods: methods)
        for load in loads { metrics.add(load.metrics) }
        for (index, limit) in LimitKind.allCases.enumerated() {
            metrics.limitCounts[limit, default: 0] += refusals[index]
        }
        metrics.acceptedConnectionCount = accepted.load(ordering: .relaxed)
        metrics.wrongProtocolCount = wrongProtocol.load(ordering: .relaxed)
        metrics.openStreamCount = streams.load(ordering: .relaxed)
        return metrics
    }

    var statistics: ServerStatistics {
        ServerStatistics(
            openConnectionCount: open.load(ordering: .relaxed),
            openConnectionCountByLoop: loads.map(\.connectionCount),
            acceptedConnectionCount: accepted.load(ordering: .relaxed),
            refusedConnectionCount: refused.load(ordering: .relaxed),
            expiredConnectionCount: expired.load(ordering: .relaxed),
            wrongProtocolCount: wrongProtocol.load(ordering: .relaxed),
            callCount: loads.reduce(0) { $0 + $1.calls.value },
            openStreamCount: streams.load(ordering: .relaxed),
            abusedLimits: abuses.withLock { $0 },
            shedConnectionCount: shed.load(ordering: .relaxed),
            systemCallCount: loads.reduce(0) { $0 + $1.systemCalls.value })
    }
}
