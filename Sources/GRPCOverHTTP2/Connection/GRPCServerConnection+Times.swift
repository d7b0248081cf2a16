internal import CNghttp2
public import RPCCore

/// Deadlines and orderly ends.
extension GRPCServerConnection {
    private static let expired = RPCError(
        .deadlineExceeded, "the call did not end before its deadline")

    /// Spreads the ends of connections that began together, by their own addresses.
    static func ageLimit(_ limits: TransportLimits, _ now: MonotonicTime) -> MonotonicTime {
        let age = limits.connectionAgeMaximumMilliseconds
        guard age > 0 else { return .distantFuture }
        // A tenth more or less.
        let spread = now.nanoseconds / 1_000 % 201 - 100
        let (product, overflow) = age.multipliedReportingOverflow(by: spread)
        return now.advanced(byMilliseconds: overflow ? age : age + product / 1_000)
    }

    func noteExpiry(_ time: MonotonicTime) { nextExpiry = min(nextExpiry, time) }

    /// Does what is due by now; `nextExpiry` says when to come again.
    public func expire(now: MonotonicTime) {
        guard now >= nextExpiry else { return }
        guard end == nil else { return nextExpiry = .distantFuture }
        let limits = rules.limits
        // First, so that one block of header fields is not late as a request too.
        if let headerStart,
            now >= headerStart.advanced(byMilliseconds: limits.frameArrivalTimeoutMilliseconds)
        {
            end = .tooSlow
            return nextExpiry = .distantFuture
        }
        for stream in unsafe streams.all where stream.expiry <= now { expire(stream) }
        if !hasSettings, now >= handshakeLimit { end = .tooSlow }
        if draining.stage == .noticed, now >= draining.limit { finishDrainRoundTrip() }
        if now >= draining.ageLimit { beginDrain(.age, now: now) }
        if unsafe streams.count == 0,
            now >= idleStart.advanced(byMilliseconds: limits.idleTimeoutMilliseconds)
        {
            if draining.stage == .open { observer?.limitReached(.idleTimeout) }
            beginDrain(.idle, now: now)
        }
        findNextExpiry()
    }

    private func findNextExpiry() {
        let limits = rules.limits
        var next = unsafe streams.all.map(\.expiry).min() ?? .distantFuture
        if let headerStart {
            next = min(
                next, headerStart.advanced(byMilliseconds: limits.frameArrivalTimeoutMilliseconds))
        }
        if !hasSettings { next = min(next, handshakeLimit) }
        switch draining.stage {
        case .open:
            next = min(next, draining.ageLimit)
            if unsafe streams.count == 0 {
                next = min(
                    next, idleStart.advanced(byMilliseconds: limits.idleTimeoutMilliseconds))
            }
        case .noticed: next = min(next, draining.limit)
        case .final: break
        }
        nextExpiry = next
    }

    /// A call's time is over.
    func expire(_ stream: GRPCStream) {
        if stream.phase == .receiving, stream.requestLimit < stream.deadline {
            observer?.limitReached(.frameTimeout)
            let milliseconds = rules.limits.frameArrivalTimeoutMilliseconds
            let error = RPCError(
                .deadlineExceeded, "the request did not come whole within \(milliseconds) ms")
            return end(late: stream, error)
        }
        guard stream.phase == .answered else { return end(late: stream, Self.expired) }
        // What was answered in time, and has not begun to go out, goes out as soon as it can.
        guard stream.hasBegun else { return stream.deadline = .distantFuture }
        cancel(stream, .deadlineExceeded)
    }

    /// Ends a call with its status. Messages that are ready go out before it, as far as the client
    /// takes them soon.
    private func end(late stream: GRPCStream, _ error: RPCError) {
        stream.deadline =
            stream.hasBegun
            ? stream.deadline.advanced(byMilliseconds: HTTP2Limits.lateStatusMilliseconds)
            : .distantFuture
        answer(stream, error)
        noteExpiry(stream.deadline)
    }

    /// Takes the rest of an answer back.
    ///
    /// - Parameter code: how the call has ended for the server.
    private func cancel(_ stream: GRPCStream, _ code: StatusCode) {
        countEnd(stream, code)
        stream.deadline = .distantFuture
        if stream.phase != .answered { end(stream) }
        dropReply(stream)
        unsafe nghttp2_submit_rst_stream(session, 0, stream.id, NGHTTP2_CANCEL.rawValue)
    }

    /// Ends the connection in good order: the client hears of it, what it has sent by then is
    /// answered, and `isOver` follows.
    public func beginDrain(_ reason: DrainReason, now: MonotonicTime) {
        guard draining.stage == .open, end == nil else { return }
        draining.stage = .noticed
        draining.reason = reason
        draining.ageLimit = .distantFuture
        draining.limit = now.advanced(byMilliseconds: HTTP2Limits.drainRoundTripMilliseconds)
        noteExpiry(draining.limit)
        unsafe nghttp2_submit_shutdown_notice(session)
        // Its acknowledgement says that the client has read the notice.
        unsafe nghttp2_submit_ping(session, 0, nil)
    }

    /// The client has read the notice, or had the time to.
    func finishDrainRoundTrip() {
        guard draining.stage == .noticed else { return }
        draining.stage = .final
        let text = Array(draining.reason.rawValue.utf8)
        let last = unsafe nghttp2_session_get_last_proc_stream_id(session)
        unsafe nghttp2_submit_goaway(
            session, 0, last, NGHTTP2_NO_ERROR.rawValue, text, text.count)
    }

    /// The orderly end is done.
    var isDrained: Bool {
        unsafe draining.stage == .final && streams.count == 0 && !hasOutput
    }

    /// The client sends nothing more: calls that wait for it, or for something that may never happen,
    /// end. A reply that comes later still reaches a client that has only closed its own side.
    public func endInput() {
        hasInputEnded = true
        for stream in unsafe streams.all
        where stream.phase == .receiving || stream.waitsForWaker && !stream.kind.isUnary {
            cancel(stream, .cancelled)
        }
    }

    /// Ends every call with an error, as far as it is not answered.
    public func failAll(_ error: RPCError) {
        current = nil
        for stream in unsafe streams.all { answer(stream, error) }
    }
}
