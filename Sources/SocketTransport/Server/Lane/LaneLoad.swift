internal import Synchronization

/// How many connections a lane serves or was given: what new ones are spread by.
final class LaneLoad: Sendable {
    private let count = Atomic(0)

    var connectionCount: Int { count.load(ordering: .relaxed) }
    func add() { count.add(1, ordering: .relaxed) }
    func remove() { count.subtract(1, ordering: .relaxed) }
}
