internal import RPCCore
internal import TTRPC

/// Everything that the lock of `ClientCalls` guards.
struct ClientCallState {
    var streams = ClientStreams()
    var nextTicket: UInt64 = 1
    var waiting: [UInt32: ClientCalls.Continuation] = [:]
    /// Stream of a ticket whose call waits.
    var streamOfTicket: [UInt64: UInt32] = [:]
    var ticketOfStream: [UInt32: UInt64] = [:]
    /// Tickets that were cancelled before their call began.
    var cancelledEarly: Set<UInt64> = []
    /// Frames that the socket has not been given yet.
    var outgoing: [UInt8] = []
    var flushIsDue = false
    /// The earliest deadline of the calls begun since the timer was looked at.
    var earliestBegun = MonotonicTime.distantFuture
    /// When the timer fires next; the distant future when it does not.
    var alarm = MonotonicTime.distantFuture
    weak var socket: ClientSocket?

    /// Takes out the continuations of calls that ended.
    mutating func collect(_ ended: [ClientStreams.Ended]) -> [(
        ClientCalls.Continuation, ClientCalls.Outcome
    )] {
        ended.compactMap { call in
            if let ticket = ticketOfStream.removeValue(forKey: call.stream) {
                streamOfTicket.removeValue(forKey: ticket)
            }
            return waiting.removeValue(forKey: call.stream).map { ($0, call.outcome) }
        }
    }
}
