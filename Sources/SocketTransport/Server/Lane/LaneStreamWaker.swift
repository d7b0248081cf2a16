internal import RPCCore
internal import Synchronization

/// Wakes one stream of a lane from any thread, with at most one message on its way.
final class LaneStreamWaker: StreamWaker {
    private let isPending = Atomic(false)
    private let post: @Sendable (LaneStreamWaker) -> Void

    /// - Parameter post: tells the lane; must not keep it alive, because a waker may outlive it.
    init(_ post: @escaping @Sendable (LaneStreamWaker) -> Void) { self.post = post }

    func wake() {
        if !isPending.exchange(true, ordering: .acquiringAndReleasing) { post(self) }
    }

    /// The lane has seen the message; whatever comes from now on needs another.
    func taken() { isPending.store(false, ordering: .releasing) }
}
