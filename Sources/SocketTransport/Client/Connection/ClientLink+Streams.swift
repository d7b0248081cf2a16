internal import RPCCore
internal import Synchronization
internal import TTRPC

/// Streams: their messages wait in a bounded queue each, and a full one stops the reading.
extension ClientLink {
    /// Begins a streaming call; its number.
    func open(_ request: ClientRequest) throws(RPCError) -> UInt32 {
        var due = ClientLinkState.Due()
        let isOnLoop = loop.isCurrentThread
        let result = state.withLock { state -> Result<UInt32, RPCError> in
            do throws(RPCError) {
                let stream = try state.begin(
                    request, tag: -1, now: .now, isOnLoop: isOnLoop, due: &due)
                state.queues[stream] = StreamQueue()
                return .success(stream)
            } catch {
                return .failure(error)
            }
        }
        perform(due)
        return try result.get()
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
        var due = ClientLinkState.Due()
        let (outcome, earlier) = state.withLock {
            state -> (StreamQueue.Outcome?, StreamQueue.Continuation?) in
            guard let wasFull = state.queues[stream]?.isFull else { return (.success(nil), nil) }
            guard let outcome = state.queues[stream]?.take() else {
                return (nil, state.queues[stream]?.await(continuation))
            }
            if wasFull, state.queues[stream]?.isFull == false { state.post(&due) }
            return (outcome, nil)
        }
        earlier?.resume(
            returning: .failure(
                RPCError(.failedPrecondition, "two tasks read one stream at the same time")))
        if let outcome { continuation.resume(returning: outcome) }
        perform(due)
    }

    /// Whether the failure that ended a stream came before any byte of it was sent.
    func wasNeverSent(_ stream: UInt32) -> Bool {
        state.withLock { $0.queues[stream]?.wasSent == false }
    }

    /// Ends a stream from this side: what waits gets `error`, what is queued is still given out.
    func giveUp(_ stream: UInt32, _ error: RPCError) {
        end(stream) { $0.queues[stream]?.finish(.failure(error), true) }?
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
        _ stream: UInt32, _ change: (inout ClientLinkState) -> StreamQueue.Continuation?
    ) -> StreamQueue.Continuation? {
        var due = ClientLinkState.Due()
        let continuation = state.withLock { state -> StreamQueue.Continuation? in
            state.giveUp(stream, &due)
            // Reading may go on without it.
            state.post(&due)
            return change(&state)
        }
        perform(due)
        return continuation
    }
}
