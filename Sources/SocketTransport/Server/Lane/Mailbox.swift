internal import Synchronization

/// What other threads tell a lane.
enum LaneMessage: Sendable {
    /// Serve this accepted socket; the lane owns it from here.
    case serve(AcceptedSocket)
    /// A page that was asked for is ready to be sent.
    case page(ConnectionKey, [UInt8])
    /// Pull this stream again; it has something to send.
    case wake(ConnectionKey, stream: UInt32, LaneNotice)
    /// What the handler answers from was replaced.
    case sourceChanged(LaneNotice)
    /// Finish what was received, then close every connection.
    case drain
    /// Say that the lane turns.
    case probe(@Sendable () -> Void)
    /// Close everything now; the completion gets the number of connections that were cut.
    case stop(@Sendable (Int) -> Void)
}

/// Messages for a lane from any thread, in order.
final class Mailbox: Sendable {
    private struct State {
        var messages: [LaneMessage] = []
        var isClosed = false
    }

    private let state = Mutex(State())

    /// False when the lane has ended.
    ///
    /// - Parameter wake: called when the lane must be woken, inside the lock: what it uses is gone
    ///   once the mailbox is closed.
    func post(_ message: LaneMessage, wake: () -> Void) -> Bool {
        state.withLock { state in
            guard !state.isClosed else { return false }
            state.messages.append(message)
            if state.messages.count == 1 { wake() }
            return true
        }
    }

    func take() -> [LaneMessage] {
        state.withLock { state in
            let messages = state.messages
            state.messages.removeAll(keepingCapacity: true)
            return messages
        }
    }

    /// Refuses everything from now on and returns what had come.
    func close() -> [LaneMessage] {
        state.withLock { state in
            state.isClosed = true
            let messages = state.messages
            state.messages = []
            return messages
        }
    }
}
