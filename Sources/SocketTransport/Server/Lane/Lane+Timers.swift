internal import GRPCOverHTTP2
internal import RPCCore
internal import TTRPC

/// The two times a lane waits for, and what its readiness set was told.
struct LaneTimers {
    var nextSweep = MonotonicTime.distantFuture
    var nextParked = MonotonicTime.distantFuture
    var armed = MonotonicTime.distantFuture
}

/// Timers: one for a lane, armed only while something waits for it.
extension Lane {
    /// Sweeps look at every connection, so they keep this distance.
    private static let sweepDistanceMilliseconds: Int64 = 20
    /// Dispatch stops watching a descriptor that hung up, and its last event can come just when a
    /// source is not armed. So where it watches, what cannot be sent is offered again that often.
    private static let blockedSendRetryMilliseconds: Int64 = 1_000
    /// How often calls that were held back for want of memory are looked after.
    private static let heldBackRetryMilliseconds: Int64 = 50

    /// A connection may expire then.
    func noteExpiry(_ time: MonotonicTime) {
        timers.nextSweep = min(timers.nextSweep, time)
        arm()
    }

    /// The rest of an incomplete frame must come from now on.
    func startFrameClock(_ connection: Connection) {
        connection.frameStart = now
        noteExpiry(now.advanced(byMilliseconds: rules.limits.frameArrivalTimeoutMilliseconds))
    }

    /// A parked call wakes then.
    func noteParked(_ time: MonotonicTime) {
        timers.nextParked = min(timers.nextParked, time)
        arm()
    }

    /// The socket took less than was offered, perhaps nothing: the client's time to take more
    /// begins with the last byte it took.
    func noteStall(_ connection: Connection, hasProgress: Bool) {
        if hasProgress || connection.stallStart == .distantFuture { connection.stallStart = now }
        noteExpiry(
            connection.stallStart.advanced(
                byMilliseconds: rules.limits.sendStallTimeoutMilliseconds))
        if readiness.readsUntilBlocked { noteExpiry(nextBlockedSendRetry) }
    }

    /// Calls wait for memory, which nobody says is there again.
    func noteHeldBack() {
        noteExpiry(now.advanced(byMilliseconds: Self.heldBackRetryMilliseconds))
    }

    private var nextBlockedSendRetry: MonotonicTime {
        now.advanced(byMilliseconds: Self.blockedSendRetryMilliseconds)
    }

    func timerFired() {
        now = .now
        timers.armed = .distantFuture
        if now >= timers.nextParked {
            timers.nextParked = .distantFuture
            runParked()
            timers.nextParked = parked.nextWakeTime
        }
        if now >= timers.nextSweep { sweep() }
        settleTimes()
        arm()
    }

    private func arm() {
        let next = min(timers.nextSweep, timers.nextParked)
        guard next < timers.armed else { return }
        timers.armed = next
        readiness.armTimer(at: next)
    }

    /// Closes what has expired and finds the next time to look.
    private func sweep() {
        expireStreams()
        expireHTTP2()
        expirePages()
        var next = MonotonicTime.distantFuture
        if resumeHeldBack() { next = now.advanced(byMilliseconds: Self.heldBackRetryMilliseconds) }
        var expired: [(connection: Connection, limit: LimitKind)] = []
        table.forEach { connection in
            if let streams = connection.streams { next = min(next, streams.earliestDeadline) }
            if let link = connection.http2 { next = min(next, link.nextExpiry) }
            if let wait = connection.pageWait { next = min(next, wait.end) }
            let (time, limit) = expiry(of: connection)
            if time <= now { expired.append((connection, limit)) } else { next = min(next, time) }
        }
        for (connection, limit) in expired {
            if !connection.isLingering {
                counters.countExpired()
                metrics.limitReached(limit)
            }
            close(connection)
        }
        if readiness.readsUntilBlocked, retryBlockedSends() {
            next = min(next, nextBlockedSendRetry)
        }
        let earliest = now.advanced(byMilliseconds: Self.sweepDistanceMilliseconds)
        timers.nextSweep = next == .distantFuture ? next : max(next, earliest)
    }

    /// Offers blocked replies to their sockets again; true when some stay blocked.
    private func retryBlockedSends() -> Bool {
        var blocked: [Connection] = []
        table.forEach { if $0.isSendBlocked { blocked.append($0) } }
        for connection in blocked {
            connection.isSendBlocked = false
            settle(connection)
        }
        return blocked.contains { !$0.isClosed && $0.isSendBlocked }
    }

    /// When a connection is closed unless something happens, and the limit that it is closed by.
    private func expiry(of connection: Connection) -> (MonotonicTime, LimitKind) {
        if connection.isLingering { return (connection.lingerEnd, .idleTimeout) }
        // A call or stream that waits is activity up to now, and gRPC ends idle connections itself.
        let isWaiting =
            connection.parkedCount > 0 || connection.needsPump || connection.isAwaitingPage
        let active = isWaiting ? now : connection.lastActivity
        var next = (
            active.advanced(byMilliseconds: rules.limits.idleTimeoutMilliseconds),
            LimitKind.idleTimeout
        )
        if let start = connection.frameStart, !connection.isPaused {
            let time = start.advanced(byMilliseconds: rules.limits.frameArrivalTimeoutMilliseconds)
            if time < next.0 { next = (time, .frameTimeout) }
        }
        if connection.isSendBlocked {
            let time = connection.stallStart.advanced(
                byMilliseconds: rules.limits.sendStallTimeoutMilliseconds)
            if time < next.0 { next = (time, .stallTimeout) }
        }
        return next
    }
}
