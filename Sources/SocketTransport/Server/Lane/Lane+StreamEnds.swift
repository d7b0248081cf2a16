internal import GRPCOverHTTP2
internal import RPCCore
internal import TTRPC

/// The ends of streams that do not come from the streams themselves.
extension Lane {
    /// A stream's waker was called.
    func wake(_ key: ConnectionKey, stream: UInt32) {
        guard let connection = table[key] else { return }
        if let link = connection.http2 {
            link.wake(stream)
        } else if connection.streams != nil {
            connection.streams?.wake(stream)
        } else {
            return
        }
        settle(connection)
    }

    /// Answers a call that is no stream yet.
    func refuseStream(
        _ stream: UInt32, _ call: CallContext, _ connection: Connection, _ error: RPCError
    ) {
        if let link = connection.http2 { return link.fail(stream, error) }
        metrics.callEnded(call.method, error.wireCode, arrival: call.arrival)
        unsafe connection.state.end(stream: stream)
        answer(connection, stream: stream, error)
    }

    /// The client gave it up, or it is given up with an answer of its own.
    func forgetStream(_ stream: UInt32, _ connection: Connection, _ code: StatusCode) {
        if let call = parked.remove(stream: stream, of: connection) {
            metrics.callEnded(call.context.method, code, arrival: call.context.arrival)
        }
        guard let stream = connection.streams?.remove(stream) else { return }
        drop(stream, connection, code)
    }

    func fail(_ stream: OpenStream, _ connection: Connection, _ error: RPCError) {
        answer(connection, stream: stream.id, error)
        drop(stream, connection, error.wireCode)
    }

    /// - Parameter code: what its client was told.
    func drop(_ stream: OpenStream, _ connection: Connection, _ code: StatusCode) {
        metrics.callEnded(stream.method, code, arrival: stream.arrival)
        _ = connection.streams?.remove(stream.id)
        unsafe connection.state.end(stream: stream.id)
        counters.streamClosed()
    }

    /// Ends every stream that `isChosen` with an error.
    func failStreams(
        of connection: Connection, _ error: RPCError, where isChosen: (OpenStream) -> Bool
    ) {
        guard let chosen = connection.streams?.removeAll(where: isChosen) else { return }
        for stream in chosen { fail(stream, connection, error) }
        if connection.streams?.isEmpty == true { connection.streams = nil }
    }

    /// Ends the streams that can get no further, before the connection's state is looked at: those
    /// that wait on a client that sends no more (it may be gone, and only sending would tell), and
    /// all when the connection must close.
    func endStuckStreams(_ connection: Connection) {
        if connection.closesAfterFlush {
            let error = RPCError(
                .unavailable, "the connection is closed because of a frame that is too long")
            failStreams(of: connection, error) { _ in true }
        } else if connection.reachedEnd {
            // A reply that comes later still reaches a client that has only closed its own side.
            failStreams(of: connection, Self.abandoned) { !$0.isReady && !$0.isUnary }
        }
    }

    /// Ends the streams whose time is over. What their connections wait for next changes by it.
    func expireStreams() {
        var late: [Connection] = []
        table.forEach { connection in
            if let streams = connection.streams, streams.earliestDeadline <= now {
                late.append(connection)
            }
        }
        for connection in late where !connection.isClosed {
            failStreams(of: connection, Self.expired) { $0.deadline <= now }
            settle(connection)
        }
    }

    /// Tells every stream of a connection that is about to be cut, as far as its socket takes it.
    func cutStreams(of connection: Connection) {
        let error = RPCError(.unavailable, "the server is stopping; ask another one or later")
        if let link = connection.http2 {
            link.failAll(error)
            return sendHTTP2(connection, link)
        }
        guard connection.streams != nil else { return }
        failStreams(of: connection, error) { _ in true }
        flush(connection)
    }

    /// The connection is gone and with it its streams.
    func releaseStreams(of connection: Connection) {
        guard var streams = connection.streams else { return }
        connection.streams = nil
        for stream in streams.removeAll(where: { _ in true }) {
            metrics.callEnded(stream.method, .cancelled, arrival: stream.arrival)
            counters.streamClosed()
        }
    }
}
