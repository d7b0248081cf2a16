/// What a transport asks to answer a call. One handler belongs to one event loop: calls never
/// overlap on it and never hop to another queue, so it may keep scratch memory and caches.
public protocol RequestHandler: AnyObject {
    /// Answers one unary call before returning.
    ///
    /// - Parameters:
    ///   - payload: the request message; valid only during the call. Already within the method's
    ///     size limit, otherwise unchecked.
    ///   - reply: takes the one answer of a `.replied` outcome.
    func handle(_ call: CallContext, payload: borrowing RawSpan, reply: any ReplyTarget)
        -> CallOutcome

    /// Opens one call whose messages are pulled from the outcome later: a server-streaming one, or a
    /// unary one that is answered later, whose stream gives one message and is not asked for more.
    ///
    /// - Parameters:
    ///   - payload: the request message, as for `handle`.
    ///   - waker: for those that wait for something to happen; the stream keeps it.
    func open(_ call: CallContext, payload: borrowing RawSpan, waker: any StreamWaker)
        -> StreamOutcome

    /// What it answers from was replaced: the chance to let go of what it keeps of the old, before a
    /// next call comes. Called on its event loop, between calls; several changes may be told once.
    func sourceChanged()
}

extension RequestHandler {
    public func sourceChanged() {}
}

/// Makes the handlers of a server, one for each event loop.
public protocol RequestHandlerFactory: Sendable {
    var methods: MethodTable { get }
    func makeHandler() -> any RequestHandler

    /// Has `listener` called whenever what its handlers answer from was replaced. Any thread.
    func onSourceChange(_ listener: @escaping @Sendable () -> Void)
}

extension RequestHandlerFactory {
    /// For handlers that answer from nothing that changes.
    public func onSourceChange(_ listener: @escaping @Sendable () -> Void) {}
}

/// What a handler may know of the call besides its payload.
public struct CallContext: Sendable {
    public let method: MethodID
    /// When the call was first given to a handler.
    public let arrival: MonotonicTime
    /// Now, as of this attempt.
    public let now: MonotonicTime
    /// After this nobody waits for the answer; never the distant future.
    public let deadline: MonotonicTime

    public init(
        method: MethodID, arrival: MonotonicTime, now: MonotonicTime, deadline: MonotonicTime
    ) {
        self.method = method
        self.arrival = arrival
        self.now = now
        self.deadline = deadline
    }
}

/// How a handler ended its turn.
public enum CallOutcome: Sendable {
    /// The answer was written to the reply target.
    case replied
    /// No answer was begun; this status goes out instead.
    case failed(RPCError)
    /// Ask again with the same payload after this time, on the same loop; nothing was written. The
    /// transport answers DEADLINE_EXCEEDED by itself when the call's deadline comes first.
    case retry(afterMilliseconds: Int64)
}

/// Where a handler writes its one answer: space inside the connection's own output buffer, so that
/// a reply is written once and never copied.
public protocol ReplyTarget: AnyObject {
    /// Opens the answer and returns exactly `byteCount` bytes for its payload. The caller fills
    /// all of them before it returns to the transport and does not keep the pointer.
    ///
    /// - Precondition: called at most once a call; `byteCount` is at most `byteCountMaximum`.
    @unsafe func beginReply(byteCount: Int) -> UnsafeMutableRawBufferPointer

    /// Largest payload that fits one reply of this protocol.
    var byteCountMaximum: Int { get }
}
