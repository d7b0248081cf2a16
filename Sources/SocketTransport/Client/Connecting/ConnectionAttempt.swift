internal import Dispatch
internal import RPCCore
internal import Synchronization

/// Runs a connector on a thread of its own and answers once: when it is done, when the time is over
/// or when somebody gives up. A connection that comes too late is closed.
final class ConnectionAttempt: Sendable {
    typealias Outcome = Result<Int32, RPCError>

    private enum State {
        case idle
        case running(CheckedContinuation<Outcome, Never>)
        case finished(Outcome?)
    }

    private let connector: SocketConnector
    private let state = Mutex(State.idle)

    init(_ connector: SocketConnector) { self.connector = connector }

    func start(_ continuation: CheckedContinuation<Outcome, Never>) {
        let early = state.withLock { state -> Outcome? in
            if case .finished(let outcome?) = state {
                state = .finished(nil)
                return outcome
            }
            state = .running(continuation)
            return nil
        }
        if let early { return continuation.resume(returning: early) }
        let queue = DispatchQueue.global()
        queue.async { [self] in finish(connector.connect()) }
        // The resolver has time limits of its own, longer than anybody wants to wait.
        let limit = Int(clamping: min(connector.timeoutMilliseconds, 3_600_000)) + 10
        queue.asyncAfter(deadline: .now() + .milliseconds(limit)) { [weak self] in
            guard let self else { return }
            finish(.failure(connector.timeoutError()))
        }
    }

    /// The first outcome counts.
    func finish(_ outcome: Outcome) {
        let continuation = state.withLock { state -> CheckedContinuation<Outcome, Never>? in
            switch state {
            case .idle:
                state = .finished(outcome)
                return nil
            case .running(let continuation):
                state = .finished(nil)
                return continuation
            case .finished:
                if case .success(let descriptor) = outcome { Syscalls.close(descriptor) }
                return nil
            }
        }
        continuation?.resume(returning: outcome)
    }
}
