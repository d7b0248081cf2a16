internal import RPCCore
internal import Synchronization

/// Tells a lane from any thread that something has happened, such as that a stream has something to
/// send again, with at most one message on its way however often it happens.
final class LaneNotice: StreamWaker {
    private let isPending = Atomic(false)
    private let post: @Sendable (LaneNotice) -> Void

    /// - Parameter post: tells the lane; must not keep it alive, because a notice may outlive it.
    init(_ post: @escaping @Sendable (LaneNotice) -> Void) { self.post = post }

    func wake() {
        if !isPending.exchange(true, ordering: .acquiringAndReleasing) { post(self) }
    }

    /// The lane has seen the message; whatever comes from now on needs another.
    func taken() { isPending.store(false, ordering: .releasing) }
}
