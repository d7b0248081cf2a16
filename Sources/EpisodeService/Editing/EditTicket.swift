internal import EpisodeStore
internal import RPCCore
internal import Synchronization

/// An edit on its way: written to by whoever does it, asked by the call that waits for it.
final class EditTicket: Sendable {
    private let outcome = Mutex<Result<StoreReceipt, RPCError>?>(nil)
    private let waker: any StreamWaker

    init(waker: any StreamWaker) { self.waker = waker }

    /// Nil while the edit is on its way.
    var result: Result<StoreReceipt, RPCError>? { outcome.withLock { $0 } }

    func finish(_ result: Result<StoreReceipt, RPCError>) {
        outcome.withLock { $0 = result }
        waker.wake()
    }
}
