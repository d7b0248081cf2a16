internal import Dispatch
internal import RPCCore
internal import Synchronization
internal import TTRPC

/// The calls of one connection: what waits for which reply, until when, and what must be sent.
///
/// One lock guards the streams, so that stream ids go out in order. Continuations are resumed and
/// the socket is used outside it.
final class ClientCalls: ClientSocket.Delegate {
    typealias Outcome = Result<[UInt8], RPCError>
    typealias Continuation = CheckedContinuation<Outcome, Never>

    struct Request: Sendable {
        var service: String
        var method: String
        var payload: [UInt8]
        var metadata: [(String, String)]
        var deadline: MonotonicTime
    }

    let state = Mutex(ClientCallState())

    func attach(_ socket: ClientSocket) { state.withLock { $0.socket = socket } }

    var hasHeardPeer: Bool { state.withLock { $0.streams.hasHeardPeer } }

    /// A name for a call that has not begun, so that it can be cancelled before it begins.
    func takeTicket() -> UInt64 {
        state.withLock { state in
            defer { state.nextTicket += 1 }
            return state.nextTicket
        }
    }

    func begin(_ request: Request, ticket: UInt64, _ continuation: Continuation) {
        enum Step {
            case wait(flushOn: ClientSocket?)
            case end(RPCError)
        }
        let step = state.withLock { state -> Step in
            if state.cancelledEarly.remove(ticket) != nil { return .end(Self.cancelled()) }
            do throws(RPCError) {
                let (stream, socket) = try state.begin(request, isStream: false)
                state.waiting[stream] = continuation
                state.streamOfTicket[ticket] = stream
                state.ticketOfStream[stream] = ticket
                return .wait(flushOn: socket)
            } catch {
                return .end(error)
            }
        }
        switch step {
        case .wait(let socket): socket?.queue.async { [self] in flush() }
        case .end(let error): continuation.resume(returning: .failure(error))
        }
    }

    func cancel(_ ticket: UInt64) {
        let continuation = state.withLock { state -> Continuation? in
            guard let stream = state.streamOfTicket.removeValue(forKey: ticket) else {
                state.cancelledEarly.insert(ticket)
                return nil
            }
            _ = state.streams.cancel(stream)
            state.ticketOfStream.removeValue(forKey: stream)
            return state.waiting.removeValue(forKey: stream)
        }
        continuation?.resume(returning: .failure(Self.cancelled()))
    }

    /// The call of this ticket is over.
    func forget(_ ticket: UInt64) {
        state.withLock { _ = $0.cancelledEarly.remove(ticket) }
    }

    /// Ends every call with `error`, and later ones too.
    func fail(_ error: RPCError) {
        finish { $0.fail(error) }
    }

    func didReceive(_ bytes: borrowing RawSpan) {
        let (ended, failed, hasStreams) = state.withLock { state in
            let ended = state.streams.receive(bytes)
            return (
                state.collect(ended), state.streams.failure != nil, !state.queues.isEmpty
            )
        }
        for resumption in ended { resumption.resume() }
        if failed {
            state.withLock { $0.socket }?.close()
        } else if hasStreams {
            adjustReading()
        }
    }

    func didClose(_ error: TransportError?) {
        finish { streams in
            guard let error else { return streams.receiveEnd() }
            return streams.fail(RPCError(.unavailable, "the connection was lost: \(error)"))
        }
    }

    static func cancelled() -> RPCError { RPCError(.cancelled, "the call was cancelled") }

    /// Changes the streams and tells the calls that ended by it.
    func finish(_ change: (inout ClientStreams) -> [ClientStreams.Ended]) {
        let ended = state.withLock { state in
            let ended = change(&state.streams)
            return state.collect(ended)
        }
        for resumption in ended { resumption.resume() }
    }
}
