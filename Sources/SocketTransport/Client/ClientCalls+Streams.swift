internal import Dispatch
internal import RPCCore
internal import Synchronization
internal import TTRPC

/// Streams: their messages wait in a bounded queue each, and a full one stops the reading.
extension ClientCalls {
    /// Begins a streaming call; its number.
    func open(_ request: Request) throws(RPCError) -> UInt32 {
        let result = state.withLock { state -> Result<(UInt32, ClientSocket?), RPCError> in
            do throws(RPCError) {
                let (stream, socket) = try state.begin(request, isStream: true)
                state.queues[stream] = StreamQueue()
                return .success((stream, socket))
            } catch {
                return .failure(error)
            }
        }
        let (stream, socket) = try result.get()
        socket?.queue.async { [self] in flush() }
        return stream
    }

    /// The next message of a stream; nil at its end.
    func nextMessage(of stream: UInt32) async -> StreamQueue.Outcome {
        await withTaskCancellationHandler {
            await withCheckedContinuation { (continuation: StreamQueue.Continuation) in
                take(stream, continuation)
            }
        } onCancel: {
            giveUp(stream, Self.cancelled())
        }
    }

    private func take(_ stream: UInt32, _ continuation: StreamQueue.Continuation) {
        let (outcome, earlier, socket) = state.withLock {
            state -> (StreamQueue.Outcome?, StreamQueue.Continuation?, ClientSocket?) in
            guard let wasFull = state.queues[stream]?.isFull else {
                return (.success(nil), nil, nil)
            }
            guard let outcome = state.queues[stream]?.take() else {
                return (nil, state.queues[stream]?.await(continuation), nil)
            }
            let isFull = state.queues[stream]?.isFull ?? false
            return (outcome, nil, wasFull && !isFull ? state.socket : nil)
        }
        earlier?.resume(
            returning: .failure(
                RPCError(.failedPrecondition, "two tasks read one stream at the same time")))
        if let outcome { continuation.resume(returning: outcome) }
        socket?.queue.async { [self] in adjustReading() }
    }

    /// Ends a stream from this side: what waits gets `error`, what is queued is still given out.
    func giveUp(_ stream: UInt32, _ error: RPCError) {
        end(stream) { $0.queues[stream]?.finish(.failure(error)) }?
            .resume(returning: .failure(error))
    }

    /// Nobody wants the stream any more.
    func release(_ stream: UInt32) {
        _ = end(stream) { state in
            state.queues[stream] = nil
            return nil
        }
    }

    /// Tells the server unless the stream has ended, and changes the queue.
    private func end(
        _ stream: UInt32, _ change: (inout ClientCallState) -> StreamQueue.Continuation?
    ) -> StreamQueue.Continuation? {
        let (continuation, socket) = state.withLock {
            state -> (StreamQueue.Continuation?, ClientSocket?) in
            state.outgoing += state.streams.giveUp(stream)
            return (change(&state), state.socket)
        }
        socket?.queue.async { [self] in
            flush()
            adjustReading()
        }
        return continuation
    }

    /// On the socket's queue: reads on unless a stream's queue is full.
    func adjustReading() {
        let (socket, isFull) = state.withLock { state in
            (state.socket, state.queues.values.contains(where: \.isFull))
        }
        socket?.setReading(!isFull)
    }
}
