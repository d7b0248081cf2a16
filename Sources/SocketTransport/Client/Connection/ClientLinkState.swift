internal import RPCCore
internal import TTRPC

/// Everything that the lock of a `ClientLink` guards.
struct ClientLinkState {
    var streams: ClientStreams
    var slots = ContinuationSlots()
    /// Of the streaming calls that somebody still reads.
    var queues: [UInt32: StreamQueue] = [:]
    /// Frames that the loop has not taken yet.
    var outgoing = FrameBuffer()
    /// -1 once closed.
    var descriptor: Int32
    /// The loop will look at the link anyway.
    var isPosted = true
    /// The loop has frames that the system has not taken yet.
    var isSending = false
    /// The last replies came one at a time: nothing is gained by waiting for more to send.
    var isSequential = true
    /// Bytes of frames that the system has taken.
    var sentByteCount: Int64 = 0
    /// When the loop looks at the deadlines next.
    var alarm = MonotonicTime.distantFuture
    var hasHeardPeer = false
    /// The peer has sent bytes of another protocol.
    var isForeign = false
    /// Told once when the connection has ended.
    var onEnd: (@Sendable (RPCError) -> Void)?
    /// Told once when few stream ids are left.
    var onLow: (@Sendable () -> Void)?
    /// Closes when the last call has ended; takes no new ones.
    var closesWhenIdle = false

    /// Request bytes that wait for the server to take them; more is refused.
    static let outgoingByteCountMaximum = 16_777_216
    /// Stream ids that are left when a connection should be replaced.
    static let lowCallCount = 1_048_576

    init(descriptor: Int32, streams: ClientStreams) {
        self.descriptor = descriptor
        self.streams = streams
    }

    /// What must be done outside the lock after a change.
    struct Due {
        var posts = false
        var onLow: (@Sendable () -> Void)?
    }

    /// Begins a call: its stream.
    ///
    /// - Parameter isOnLoop: the loop sends what there is at the end of its round anyway.
    mutating func begin(
        _ request: ClientRequest, tag: Int, now: MonotonicTime, isOnLoop: Bool, due: inout Due
    ) throws(RPCError) -> UInt32 {
        guard !closesWhenIdle else {
            throw RPCError(.unavailable, "this connection takes no more calls")
        }
        guard outgoing.count <= Self.outgoingByteCountMaximum else {
            throw RPCError(.resourceExhausted, "too many unsent requests on this connection")
        }
        let wasIdle = streams.pendingCount == 0
        let (stream, frame) = try streams.begin(request, tag: tag, now: now)
        if let frame {
            outgoing.append(frame)
            let sendsNow = wasIdle && isSequential && !isOnLoop && !isPosted && !isSending
            if !(sendsNow && sendAll()) { post(&due) }
        }
        if request.deadline < alarm {
            alarm = request.deadline
            post(&due)
        }
        if onLow != nil, streams.remainingCallCount < Self.lowCallCount {
            due.onLow = onLow
            onLow = nil
        }
        return stream
    }

    /// Sends on the caller's thread; false when the loop must go on or find out what is wrong.
    private mutating func sendAll() -> Bool {
        let count = outgoing.count
        _ = outgoing.send(to: descriptor)
        sentByteCount += Int64(count - outgoing.count)
        return outgoing.isEmpty
    }

    mutating func post(_ due: inout Due) {
        guard !isPosted else { return }
        isPosted = true
        due.posts = true
    }

    /// Gives a call up and tells the server if there is a way.
    mutating func giveUp(_ stream: UInt32, _ due: inout Due) {
        guard let goodbye = streams.giveUp(stream) else { return }
        outgoing.append(goodbye)
        // Held calls may have their turn now, and an idle connection may have to close.
        if !goodbye.isEmpty || streams.heldCount > 0 || closesWhenIdle { post(&due) }
    }

    /// Lets calls go out whose turn has come.
    mutating func sendHeld() {
        guard streams.heldCount > 0 else { return }
        let now = MonotonicTime.now
        while let frame = streams.takeHeld(now: now) { outgoing.append(frame) }
    }

    /// Takes out who waits for what an event brings.
    mutating func collect(
        _ event: ClientEvent, into resumptions: inout ContiguousArray<ClientResumption>
    ) {
        switch event {
        case .message(let stream, let bytes): give(bytes, to: stream, &resumptions)
        case .ended(let end):
            guard end.isStream else {
                guard let continuation = unsafe slots.take(end.tag) else { return }
                return unsafe resumptions.append(
                    .call(continuation, CallEnd(outcome: end.outcome, wasSent: end.wasSent)))
            }
            if let message = end.lastMessage { give(message, to: end.stream, &resumptions) }
            if let consumer = queues[end.stream]?.finish(end.outcome.map { _ in }, end.wasSent) {
                resumptions.append(.stream(consumer, end.outcome.map { _ in nil }))
            }
        }
    }

    private mutating func give(
        _ bytes: [UInt8], to stream: UInt32,
        _ resumptions: inout ContiguousArray<ClientResumption>
    ) {
        if let consumer = queues[stream]?.add(bytes) {
            resumptions.append(.stream(consumer, .success(bytes)))
        }
    }

    /// Somebody reads a stream too slowly: nothing more is read for now.
    var isAnyQueueFull: Bool { !queues.isEmpty && queues.values.contains(where: \.isFull) }
}
