internal import Synchronization

/// What other threads tell a lane.
enum LaneMessage: Sendable {
    /// Serve this accepted socket; the lane owns it from here.
    case serve(descriptor: Int32)
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

    enum Posting { case first, later, refused }

    private let state = Mutex(State())

    /// `.first` means that the lane must be woken; `.refused` that it has ended.
    func post(_ message: LaneMessage) -> Posting {
        state.withLock { state in
            guard !state.isClosed else { return .refused }
            state.messages.append(message)
            return state.messages.count == 1 ? .first : .later
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
