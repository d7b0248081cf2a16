internal import RPCCore

/// One call of a connection whose messages are pulled: a streaming one, or a unary one that is
/// answered later.
final class OpenStream {
    let id: UInt32
    let method: MethodID
    let arrival: MonotonicTime
    /// Nil once it was taken out of its connection; a place it still has in the line counts no more.
    private(set) var source: (any ReplyStream)?
    let deadline: MonotonicTime
    /// Its one message is the reply.
    let isUnary: Bool
    /// In the line of those that may be pulled; otherwise it waits for its waker.
    var isReady = true

    init(id: UInt32, _ call: CallContext, source: any ReplyStream, isUnary: Bool) {
        self.id = id
        method = call.method
        arrival = call.arrival
        self.source = source
        deadline = call.deadline
        self.isUnary = isUnary
    }

    var isOver: Bool { source == nil }

    /// Lets go of everything the stream holds.
    func release() { source = nil }
}
