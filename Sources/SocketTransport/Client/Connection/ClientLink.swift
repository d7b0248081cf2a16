internal import Glibc
internal import RPCCore
internal import Synchronization
internal import TTRPC

/// One connection as its loop sees it: a socket, the calls on it, and those who wait for them.
///
/// One lock guards the calls, so that stream ids go out in order; replies are read and cut outside
/// it. Whoever waits is resumed by the loop, after every socket of a round was read.
final class ClientLink: @unchecked Sendable {
    // Unchecked: what the lock does not guard is confined to the loop.
    let loop: ClientLoop
    let state: Mutex<ClientLinkState>
    private let descriptor: Int32

    private var reader = ReplyReader()
    private var frames: ContiguousArray<ReplyFrame> = []
    private var sending = FrameBuffer()
    private var isServed = false
    private var isClosed = false
    /// Events that the set watches for; nil while it does not know the socket.
    private var watched: UInt32?
    private var wantsReads = true

    /// Takes over a connected, non-blocking descriptor.
    init(_ descriptor: Int32, on loop: ClientLoop, streams: ClientStreams) {
        self.loop = loop
        self.descriptor = descriptor
        state = Mutex(ClientLinkState(descriptor: descriptor, streams: streams))
    }

    /// Descriptors are not used again before this one is closed, which happens with the removal.
    private var key: UInt64 { UInt64(UInt32(bitPattern: descriptor)) }

    /// Begins to be served by the loop.
    func start() {
        if let fault = loop.fault { return lose(RPCError(.unavailable, fault.message)) }
        if !loop.post(self) { lose(RPCError(.unavailable, "the client was closed")) }
    }

    // MARK: The loop

    /// Somebody posted the link: there is something to send, to adjust or to close.
    func attend() {
        guard !isClosed else { return }
        if !isServed {
            isServed = true
            loop.links[key] = self
        }
        flush()
    }

    func ready(isReadable: Bool, isWritable: Bool, isBroken: Bool) {
        if isBroken, !wantsReads {
            // It would be reported again and again until somebody reads on.
            EpollCalls.remove(loop.set, descriptor)
            watched = nil
            return
        }
        if isReadable || isBroken { receive() }
        if isWritable, !isClosed { flush() }
    }

    /// Ends the connection: everybody who waits fails with `error`.
    func lose(_ error: RPCError) {
        guard !isClosed else { return }
        isClosed = true
        if isServed {
            if watched != nil { EpollCalls.remove(loop.set, descriptor) }
            loop.links[key] = nil
        }
        var resumptions: ContiguousArray<ClientResumption> = []
        state.withLock { state in
            let events = state.streams.fail(error, sentByteCount: state.sentByteCount)
            if let onEnd = state.onEnd {
                // Before the calls, so that those who try again find it gone.
                let reason = state.streams.failure ?? error
                resumptions.append(.action { onEnd(reason) })
            }
            for event in events { state.collect(event, into: &resumptions) }
            state.descriptor = -1
            state.outgoing.removeAll()
            (state.onEnd, state.onLow) = (nil, nil)
        }
        Syscalls.close(descriptor)
        sending.removeAll()
        guard !isServed else { return loop.resumptions += resumptions }
        for resumption in resumptions { resumption.resume() }
    }

    // MARK: Receiving

    /// Reads once: what is left is announced again, and whoever is answered by this much makes the
    /// next calls while the server works on the rest.
    private func receive() {
        guard !isClosed, wantsReads else { return }
        let result = unsafe Syscalls.receive(
            descriptor, loop.scratch, ClientLoop.scratchByteCount)
        if result.wouldBlock { return }
        guard result.isSuccess else { return lose(ended(Self.fault("receiving", result))) }
        guard result.value > 0 else { return lose(endOfStream()) }
        let bytes = unsafe UnsafeRawBufferPointer(start: loop.scratch, count: result.value)
        unsafe take(bytes.bytes)
    }

    private func take(_ bytes: borrowing RawSpan) {
        var fault: RPCError?
        do throws(RPCError) {
            try reader.read(bytes, into: &frames)
        } catch {
            fault = error
        }
        let hasHeardPeer = reader.hasHeardPeer
        var resumptions: ContiguousArray<ClientResumption> = []
        swap(&resumptions, &loop.resumptions)
        let attends = state.withLock { state in
            let count = resumptions.count
            for index in frames.indices {
                guard let event = state.streams.take(frames[index]) else { continue }
                state.collect(event, into: &resumptions)
            }
            state.hasHeardPeer = hasHeardPeer
            state.isForeign = fault != nil && !hasHeardPeer
            state.isSequential = resumptions.count - count <= 1
            return state.streams.heldCount > 0 || !state.queues.isEmpty || state.closesWhenIdle
        }
        swap(&resumptions, &loop.resumptions)
        frames.removeAll(keepingCapacity: true)
        if let fault { return lose(fault) }
        if attends { flush() }
    }

    private func endOfStream() -> RPCError {
        guard reader.hasHeardPeer || reader.isInsideFrame else {
            return RPCError(
                .unavailable,
                "the server closed the connection and has answered nothing on it; if it goes on, "
                    + "something else may listen there, such as a port for TLS")
        }
        return ended(RPCError(.unavailable, "the server closed the connection"))
    }

    /// Says where in the replies the end came.
    private func ended(_ error: RPCError) -> RPCError {
        reader.isInsideFrame
            ? RPCError(error.code, "\(error.message) in the middle of a reply") : error
    }

    // MARK: Sending

    private struct FlushStep {
        var alarm: MonotonicTime
        var isFull: Bool
        var failure: RPCError?
        var isDone: Bool
    }

    /// Sends what there is and sets what the socket and the clock are watched for.
    private func flush() {
        while true {
            let step = state.withLock { state -> FlushStep in
                state.isPosted = false
                state.sendHeld()
                if sending.isEmpty { swap(&state.outgoing, &sending) }
                state.isSending = !sending.isEmpty
                return FlushStep(
                    alarm: state.alarm, isFull: state.isAnyQueueFull,
                    failure: state.streams.failure,
                    isDone: state.closesWhenIdle && state.streams.pendingCount == 0)
            }
            loop.noteAlarm(step.alarm)
            if let failure = step.failure { return lose(failure) }
            wantsReads = !step.isFull
            if !sending.isEmpty {
                let result = pour()
                guard result.isSuccess || result.wouldBlock else {
                    return lose(Self.fault("sending", result))
                }
                if result.isSuccess { continue }
            }
            guard step.isDone, sending.isEmpty else { return watch() }
            return lose(Self.closedByThisSide())
        }
    }

    /// Gives the system what the loop holds.
    private func pour() -> SystemResult {
        let count = sending.count
        let result = sending.send(to: descriptor)
        let sentCount = Int64(count - sending.count)
        state.withLock { $0.sentByteCount += sentCount }
        return result
    }

    private func watch() {
        let wanted =
            (wantsReads ? EpollCalls.readable : 0) | (sending.isEmpty ? 0 : EpollCalls.writable)
        guard wanted != watched else { return }
        if watched == nil {
            let added = EpollCalls.add(loop.set, descriptor, wanted, key)
            guard added.isSuccess else { return lose(Self.fault("watching", added)) }
        } else {
            EpollCalls.modify(loop.set, descriptor, wanted, key)
        }
        watched = wanted
    }

    // MARK: Time

    /// Ends the calls whose time is over.
    func lookAtClock(_ now: MonotonicTime) {
        var resumptions: ContiguousArray<ClientResumption> = []
        let (alarm, attends) = state.withLock { state in
            guard state.alarm <= now else { return (state.alarm, false) }
            for event in state.streams.expire(now: now) {
                state.collect(event, into: &resumptions)
            }
            state.alarm = state.streams.earliestDeadline ?? .distantFuture
            return (state.alarm, state.streams.heldCount > 0 || state.closesWhenIdle)
        }
        loop.resumptions += resumptions
        loop.noteAlarm(alarm)
        if attends { flush() }
    }

    static func closedByThisSide() -> RPCError {
        RPCError(.unavailable, "the connection was closed by this client")
    }

    private static func fault(_ doing: String, _ result: SystemResult) -> RPCError {
        RPCError(
            .unavailable,
            "the connection was lost: \(doing) failed: \(SystemError.message(result.errorNumber))")
    }
}
