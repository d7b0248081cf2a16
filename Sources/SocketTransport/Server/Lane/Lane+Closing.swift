internal import RPCCore

/// The ends of connections.
extension Lane {
    /// Bounds on how long a connection that sends no more waits for its client's close.
    private static let lingerMilliseconds: Int64 = 1_000
    private static let drainLingerMilliseconds: Int64 = 250

    /// Closes at once; the only way a descriptor of a connection is closed.
    func close(_ connection: Connection) {
        guard !connection.isClosed else { return }
        connection.isClosed = true
        connection.hasBufferedFrames = false
        table.remove(connection)
        readiness.removeAndClose(connection)
        if let input = connection.input { unsafe buffers.give(input) }
        if let output = connection.output { unsafe buffers.give(output) }
        connection.input = nil
        connection.output = nil
        countClosed()
        metrics.connectionsChanged(connection.kind, by: -1)
        leavePage(connection)
        releaseStreams(of: connection)
        releaseHTTP2(of: connection)
        tellIfDrained()
    }

    /// Sends the end of the stream and waits a little for the client's, throwing away what comes.
    func linger(_ connection: Connection) {
        guard Syscalls.shutdownSending(connection.descriptor).isSuccess else {
            return close(connection)
        }
        connection.isLingering = true
        connection.lingerEnd = now.advanced(
            byMilliseconds: isDraining ? Self.drainLingerMilliseconds : Self.lingerMilliseconds)
        if let input = connection.input { unsafe buffers.give(input) }
        connection.input = nil
        connection.frameStart = nil
        noteExpiry(connection.lingerEnd)
        if readiness.readsUntilBlocked {
            connection.mayHoldUnreadBytes = true
            enqueue(connection)
        }
    }
}
