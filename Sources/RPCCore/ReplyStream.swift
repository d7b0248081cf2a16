/// A server-streaming call that was opened: many answers to one request.
///
/// The transport pulls. It asks for the next message only when what this stream has produced
/// before is nearly taken, so a slow client slows its own stream and nothing waits for it. A stream
/// belongs to one event loop, like the handler that opened it, and keeps whatever it reads from (a
/// snapshot) alive until the transport lets go of it: at its end, its deadline, when the client
/// gives up or its connection closes. Being let go of is all the notice a stream gets.
public protocol ReplyStream: AnyObject {
    /// Produces at most one message, in one bounded turn.
    ///
    /// - Parameter reply: takes the one message of a `.message` step.
    func next(now: MonotonicTime, into reply: any ReplyTarget) -> StreamStep
}

/// What one pull of a stream gave.
public enum StreamStep: Sendable {
    /// One message was written to the reply target; there may be more.
    case message
    /// Everything was sent before; nothing was written now. The stream ends with OK.
    case end
    /// The stream ends with this status; nothing was written.
    case failed(RPCError)
    /// Nothing now. The transport asks again after the stream's waker was called.
    case wait
}

/// Brings a stream that said `.wait` back to its event loop. Any thread may call it, at any time:
/// calls for a stream that does not wait, or is over, do nothing.
public protocol StreamWaker: AnyObject, Sendable {
    func wake()
}

/// How a handler took a server-streaming call.
public enum StreamOutcome {
    case opened(any ReplyStream)
    case failed(RPCError)
    /// Ask again with the same payload after this time, on the same loop.
    case retry(afterMilliseconds: Int64)
}

extension RequestHandler {
    /// For handlers whose table has no streaming methods.
    public func open(_ call: CallContext, payload: borrowing RawSpan, waker: any StreamWaker)
        -> StreamOutcome
    {
        .failed(RPCError(.unimplemented, "this method does not stream"))
    }
}
