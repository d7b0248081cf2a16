internal import RPCCore
internal import TTRPC

/// Everything that the lock of `ClientCalls` guards.
struct ClientCallState {
    var streams = ClientStreams()
    var nextTicket: UInt64 = 1
    var waiting: [UInt32: ClientCalls.Continuation] = [:]
    /// Of the streaming calls that somebody still reads.
    var queues: [UInt32: StreamQueue] = [:]
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

    /// Request bytes that wait for the server to take them; more is refused.
    private static let outgoingByteCountMaximum = 16_777_216

    /// Begins a call: its stream, and the socket whose `flush` is due when none was before.
    mutating func begin(
        _ request: ClientCalls.Request, isStream: Bool
    ) throws(RPCError) -> (stream: UInt32, flushOn: ClientSocket?) {
        guard outgoing.count <= Self.outgoingByteCountMaximum else {
            throw RPCError(.resourceExhausted, "too many unsent requests on this connection")
        }
        let (stream, frame) = try streams.begin(
            service: request.service, method: request.method, payload: request.payload,
            metadata: request.metadata, deadline: request.deadline, now: .now, isStream: isStream)
        outgoing += frame
        earliestBegun = min(earliestBegun, request.deadline)
        let isFirst = !flushIsDue
        flushIsDue = true
        return (stream, isFirst ? socket : nil)
    }

    /// Takes out who waits for the messages that came and for the calls that ended, in this order.
    mutating func collect(_ ended: [ClientStreams.Ended]) -> [Resumption] {
        var resumptions: [Resumption] = []
        for message in streams.takeMessages() {
            if let consumer = queues[message.stream]?.add(message.bytes) {
                resumptions.append(.stream(consumer, .success(message.bytes)))
            }
        }
        for call in ended {
            if let ticket = ticketOfStream.removeValue(forKey: call.stream) {
                streamOfTicket.removeValue(forKey: ticket)
            }
            if let continuation = waiting.removeValue(forKey: call.stream) {
                resumptions.append(.call(continuation, call.outcome))
            } else if let consumer = queues[call.stream]?.finish(call.outcome.map { _ in }) {
                resumptions.append(.stream(consumer, call.outcome.map { _ in nil }))
            }
        }
        return resumptions
    }

    /// Somebody who waits, and what for.
    enum Resumption {
        case call(ClientCalls.Continuation, ClientCalls.Outcome)
        case stream(StreamQueue.Continuation, StreamQueue.Outcome)

        /// Outside the lock.
        func resume() {
            switch self {
            case .call(let continuation, let outcome): continuation.resume(returning: outcome)
            case .stream(let continuation, let outcome): continuation.resume(returning: outcome)
            }
        }
    }
}
