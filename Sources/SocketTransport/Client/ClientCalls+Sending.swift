internal import Dispatch
internal import RPCCore
internal import Synchronization
internal import TTRPC

/// What goes out, and the timer. All of it runs on the socket's queue.
extension ClientCalls {
    func didSendAll() { flush() }

    /// On the socket's queue: hands over what is to be sent, unless the socket still holds earlier
    /// frames, and sets the timer.
    func flush() {
        guard let socket = state.withLock({ $0.socket }) else { return }
        let canSend = socket.unsentByteCount == 0
        let (bytes, earliest) = state.withLock { state in
            state.flushIsDue = false
            defer {
                if canSend { state.outgoing = [] }
                state.earliestBegun = .distantFuture
            }
            return (canSend ? state.outgoing : [], state.earliestBegun)
        }
        if !bytes.isEmpty { socket.send(bytes) }
        setAlarm(earliest, on: socket)
    }

    /// On the socket's queue: makes the timer fire at `deadline` unless it fires before that. It may
    /// fire for a call that has ended by then, which only costs the look.
    private func setAlarm(_ deadline: MonotonicTime, on socket: ClientSocket) {
        let delay = state.withLock { state -> Int64? in
            guard deadline < state.alarm else { return nil }
            state.alarm = deadline
            return max(0, deadline.nanoseconds(since: .now))
        }
        guard let delay else { return }
        let nanoseconds = Int(clamping: min(delay, 3_600_000_000_000))
        socket.queue.asyncAfter(deadline: .now() + .nanoseconds(nanoseconds)) {
            [weak self, weak socket] in
            guard let self, let socket else { return }
            finish { $0.expire(now: .now) }
            let next = state.withLock { state in
                state.alarm = .distantFuture
                return state.streams.earliestDeadline
            }
            if let next { setAlarm(next, on: socket) }
        }
    }
}
