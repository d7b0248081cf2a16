package import RPCCore

/// How a unary call ended, and whether the server can have seen it.
package struct CallEnd: Sendable {
    package var outcome: Result<[UInt8], RPCError>
    /// False when no byte of the call has left this side, so that it may be made again safely.
    package var wasSent: Bool
}

/// Somebody who waits, and what for. Resumed outside of all locks.
@safe enum ClientResumption {
    typealias Call = UnsafeContinuation<CallEnd, Never>

    case call(Call, CallEnd)
    case stream(StreamQueue.Continuation, StreamQueue.Outcome)
    case action(@Sendable () -> Void)

    func resume() {
        switch self {
        case .call(let continuation, let end): unsafe continuation.resume(returning: end)
        case .stream(let continuation, let outcome): continuation.resume(returning: outcome)
        case .action(let action): action()
        }
    }
}
