internal import RPCCore
internal import Synchronization

/// The open watches of a server, to be woken when there is something to tell.
final class CatalogWatchers: Sendable {
    private struct State {
        var wakers: [UInt64: any StreamWaker] = [:]
        var nextNumber: UInt64 = 0
    }

    private let state = Mutex(State())

    /// - Returns: what `remove` takes.
    func add(_ waker: any StreamWaker) -> UInt64 {
        state.withLock { state in
            state.nextNumber += 1
            state.wakers[state.nextNumber] = waker
            return state.nextNumber
        }
    }

    func remove(_ number: UInt64) { state.withLock { $0.wakers[number] = nil } }

    /// - Complexity: O(watches).
    func wakeAll() {
        let wakers = state.withLock { $0.wakers }
        for waker in wakers.values { waker.wake() }
    }

    var count: Int { state.withLock { $0.wakers.count } }
}
