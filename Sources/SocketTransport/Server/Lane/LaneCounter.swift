internal import Synchronization

/// Counts what one lane does. Only the lane counts, so a plain load and store do; anyone may read.
final class LaneCounter: Sendable {
    private let count = Atomic(0)

    var value: Int { count.load(ordering: .relaxed) }

    @inline(__always)
    func add() { count.store(count.load(ordering: .relaxed) &+ 1, ordering: .relaxed) }
}
