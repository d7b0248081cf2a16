internal import RPCCore
internal import Synchronization
internal import TTRPC

/// What callers do with a link, on any thread.
extension ClientLink {
    /// Begins a unary call, whose end resumes the continuation.
    func begin(
        _ request: ClientRequest, _ handle: borrowing CallHandle,
        _ continuation: ClientResumption.Call, now: MonotonicTime
    ) {
        var due = ClientLinkState.Due()
        let isOnLoop = loop.isCurrentThread
        var resumptions: ContiguousArray<ClientResumption> = []
        state.withLock { state in
            let slot = unsafe state.slots.add(continuation)
            do throws(RPCError) {
                let stream = try state.begin(
                    request, tag: slot, now: now, isOnLoop: isOnLoop, due: &due)
                guard !handle.begin(stream) else { return }
                // Cancelled before it began.
                state.giveUp(stream, &due)
                end(slot, Self.cancelled(), wasSent: true, &state, &resumptions)
            } catch {
                end(slot, error, wasSent: false, &state, &resumptions)
            }
        }
        perform(due, resumptions)
    }

    private func end(
        _ slot: Int, _ error: RPCError, wasSent: Bool, _ state: inout ClientLinkState,
        _ resumptions: inout ContiguousArray<ClientResumption>
    ) {
        guard let continuation = unsafe state.slots.take(slot) else { return }
        unsafe resumptions.append(
            .call(continuation, CallEnd(outcome: .failure(error), wasSent: wasSent)))
    }

    /// Ends a unary call that has begun, unless it has ended already.
    func cancel(_ stream: UInt32) {
        var due = ClientLinkState.Due()
        var resumptions: ContiguousArray<ClientResumption> = []
        state.withLock { state in
            guard let tag = state.streams.tag(of: stream) else { return }
            state.giveUp(stream, &due)
            end(tag, Self.cancelled(), wasSent: true, &state, &resumptions)
        }
        perform(due, resumptions)
    }

    /// Ends every call with `error`, and later ones too, and closes the connection.
    func close(_ error: RPCError) {
        var due = ClientLinkState.Due()
        var resumptions: ContiguousArray<ClientResumption> = []
        state.withLock { state in
            for event in state.streams.fail(error, sentByteCount: state.sentByteCount) {
                state.collect(event, into: &resumptions)
            }
            state.post(&due)
        }
        perform(due, resumptions)
    }

    /// Takes no new calls and closes when the last has ended.
    func closeWhenIdle() {
        var due = ClientLinkState.Due()
        state.withLock { state in
            state.closesWhenIdle = true
            state.post(&due)
        }
        perform(due, [])
    }

    /// Outside the lock.
    func perform(
        _ due: ClientLinkState.Due, _ resumptions: ContiguousArray<ClientResumption> = []
    ) {
        if due.posts { loop.post(self) }
        for resumption in resumptions { resumption.resume() }
        due.onLow?()
    }

    static func cancelled() -> RPCError { RPCError(.cancelled, "the call was cancelled") }
}
