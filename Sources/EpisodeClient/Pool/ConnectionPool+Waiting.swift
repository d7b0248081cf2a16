internal import Dispatch
internal import RPCCore
internal import SocketTransport
internal import Synchronization

/// Waiting for the connections to change, with one timer for all.
extension ConnectionPool {
    /// Returns when something has changed since `version`, or at `until`.
    /// - Throws: CANCELLED when the task was cancelled.
    func waitForChange(after version: UInt64, until: MonotonicTime) async throws(RPCError) {
        let id = state.withLock { $0.waiters.makeID() }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isWaiting = state.withLock { state in
                    guard state.waiters.version == version, state.closed == nil,
                        !Task.isCancelled
                    else { return false }
                    state.waiters.add(id, continuation, until: until)
                    return true
                }
                if isWaiting { setAlarm(until) } else { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.waiters.take(id) }?.resume()
        }
        if Task.isCancelled { throw RPCError(.cancelled, "the call was cancelled") }
    }

    private func setAlarm(_ time: MonotonicTime) {
        let isEarlier = state.withLock { state in
            guard time < state.waiters.alarm else { return false }
            state.waiters.alarm = time
            return true
        }
        guard isEarlier else { return }
        let wait = Int(clamping: min(max(0, time.nanoseconds(since: .now)), 3_600_000_000_000))
        DispatchQueue.global().asyncAfter(deadline: .now() + .nanoseconds(wait)) { [weak self] in
            self?.ring(time)
        }
    }

    private func ring(_ time: MonotonicTime) {
        let (expired, next) = state.withLock { state in
            // An earlier one was set meanwhile and has looked after everybody.
            if state.waiters.alarm == time { state.waiters.alarm = .distantFuture }
            return state.waiters.takeExpired(.now)
        }
        for continuation in expired { continuation.resume() }
        if let next { setAlarm(next) }
    }
}
