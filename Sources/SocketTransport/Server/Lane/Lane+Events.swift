internal import GRPCOverHTTP2
internal import RPCCore
internal import TTRPC

/// What the readiness set and the lane's own list call.
extension Lane {
    func ready(_ key: ConnectionKey, readable: Bool, writable: Bool, broken: Bool) {
        guard let connection = table[key] else { return }
        readClock()
        defer { settleTimes() }
        if broken, !connection.isWatchingReads {
            // Nobody will read or take anything any more, and the event would come back for ever.
            close(connection)
            return
        }
        if writable {
            connection.isSendBlocked = false
            flush(connection)
        }
        if readable || broken { receive(connection) }
        settle(connection)
    }

    /// Puts a connection on the list of those that go on without an event.
    func enqueue(_ connection: Connection) {
        guard !connection.isQueued, !connection.isClosed else { return }
        connection.isQueued = true
        queued.append(connection)
        if queued.count == 1 { readiness.requestRound() }
    }

    /// One bounded turn for each connection on the list.
    func runWorkLeft() {
        guard !queued.isEmpty else { return }
        let turn = queued
        queued = []
        for connection in turn {
            connection.isQueued = false
            guard !connection.isClosed else { continue }
            readClock()
            if connection.hasBufferedFrames { resumeParsing(connection) }
            if connection.mayHoldUnreadBytes { receive(connection) }
            settle(connection)
            settleTimes()
        }
    }

    /// Brings the connection's state to what follows from it: replies sent, reading paused or
    /// resumed, finished connections closed, the readiness set told.
    func settle(_ connection: Connection) {
        guard !connection.isClosed else { return }
        sendWhatIsThere(connection)
        guard !connection.isClosed else { return }
        adjustPause(connection)
        if mustLookForLastCalls(connection) {
            receive(connection)
            guard !connection.isClosed else { return }
            sendWhatIsThere(connection)
            guard !connection.isClosed else { return }
            adjustPause(connection)
        }
        if !connection.isLingering, isFinished(connection) {
            // Unread bytes would turn the close into a reset that can destroy replies on their way.
            if connection.reachedEnd {
                close(connection)
                return
            }
            linger(connection)
            guard !connection.isClosed else { return }
        }
        if connection.unsentByteCount == 0, let output = connection.output {
            connection.output = nil
            unsafe buffers.give(output)
        }
        if connection.isSendBlocked || connection.http2 != nil, memory.isFarOver {
            shedLargest()
            guard !connection.isClosed else { return }
        }
        readiness.update(connection)
    }

    private func sendWhatIsThere(_ connection: Connection) {
        guard connection.needsPump else { return flush(connection) }
        if let link = connection.http2 { return sendHTTP2(connection, link) }
        endStuckStreams(connection)
        pump(connection)
    }

    private func isFinished(_ connection: Connection) -> Bool {
        guard connection.isQuiet else { return false }
        if connection.closesAfterFlush || connection.reachedEnd { return true }
        // A frame that has not come whole is no call, so it does not hold up the end.
        return isDraining && connection.sawEmptySocket
    }

    /// While draining: everything read is answered, but calls may still lie in the socket. No event
    /// would say that none does.
    private func mustLookForLastCalls(_ connection: Connection) -> Bool {
        isDraining && connection.isQuiet && connection.wantsReads && !connection.isLingering
            && !connection.sawEmptySocket
    }

    private func adjustPause(_ connection: Connection) {
        let limits = rules.limits
        if !connection.isPaused {
            connection.isPaused = isAboveLimits(connection) || isUnread(connection)
            if connection.hasBufferedFrames, !connection.isPaused { enqueue(connection) }
        } else if connection.unsentByteCount <= limits.unsentByteCountMaximum / 2,
            connection.parkedCount <= limits.inFlightPerConnectionMaximum / 2,
            !isAboveLimits(connection), !isUnread(connection)
        {
            connection.isPaused = false
            // The time in which nothing was read does not count as the client's.
            if connection.frameStart != nil { startFrameClock(connection) }
            if connection.hasBufferedFrames { enqueue(connection) }
        }
    }

    func isAboveLimits(_ connection: Connection) -> Bool {
        connection.unsentByteCount > rules.limits.unsentByteCountMaximum
            || connection.parkedCount >= max(rules.limits.inFlightPerConnectionMaximum, 1)
            || (connection.unsentByteCount > MemoryGauge.shareMinimum && isAboveShare(connection))
    }
}
