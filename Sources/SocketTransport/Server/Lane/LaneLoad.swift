internal import RPCCore
internal import Synchronization

/// How many connections a lane serves or was given, which is what new ones are spread by, and what
/// it asked of the system for them.
final class LaneLoad: Sendable {
    private let count = Atomic(0)
    /// Receives, sends and waits.
    let systemCalls = LaneCounter()
    /// Times its handler was asked.
    let calls = LaneCounter()
    let metrics: LaneMetrics

    init(methodCount: Int) { metrics = LaneMetrics(methodCount: methodCount) }

    var connectionCount: Int { count.load(ordering: .relaxed) }
    func add() { count.add(1, ordering: .relaxed) }
    func remove() { count.subtract(1, ordering: .relaxed) }
}
