internal import RPCCore
internal import SocketTransport
internal import Synchronization

/// A stream's hold on its connection; given back when this goes away.
final class StreamLease: Sendable {
    let connection: ClientConnection
    let place: ConnectionPool.Place
    private let pool: ConnectionPool
    /// Nil when the connection is one for calls.
    private let id: Int?

    init(
        _ connection: ClientConnection, _ place: ConnectionPool.Place, _ pool: ConnectionPool,
        id: Int?
    ) {
        self.connection = connection
        self.place = place
        self.pool = pool
        self.id = id
    }

    deinit {
        if let id { pool.release(id, place.server) }
    }
}

/// Connections for streams.
extension ConnectionPool {
    /// A connection for a stream, to a server whose turn it is and that can be reached.
    func acquireForStream(
        deadline: MonotonicTime, waitsForReady: Bool
    ) async throws(RPCError) -> StreamLease {
        while true {
            let (shared, place) = try await acquire(
                deadline: deadline, waitsForReady: waitsForReady)
            guard configuration.streamConnectionCountPerServerMaximum > 0 else {
                return StreamLease(shared, place, self, id: nil)
            }
            let (choice, version) = state.withLock { state in
                (state.streams[place.server].choose(), state.waiters.version)
            }
            switch choice {
            case .use(let connection, let id):
                let lease = StreamLease(connection, place, self, id: id)
                if connection.isOpen { return lease }
                state.withLock { $0.streams[place.server].remove(id) }
            case .connect(let id):
                return try await connectForStream(id, place, deadline)
            case .wait:
                try await waitForChange(after: version, until: deadline)
                guard MonotonicTime.now < deadline else {
                    throw RPCError(.deadlineExceeded, "no connection within the time limit")
                }
            }
        }
    }

    private func connectForStream(
        _ id: Int, _ place: Place, _ deadline: MonotonicTime
    ) async throws(RPCError) -> StreamLease {
        let rest = deadline.nanoseconds(since: .now) / 1_000_000
        defer { tellWaiters() }
        do throws(RPCError) {
            let connection = try await ClientConnection.connect(
                to: addresses[place.server],
                timeoutMilliseconds: min(configuration.connectTimeoutMilliseconds, rest), on: loop,
                connectionOptions)
            let closed = state.withLock { state -> RPCError? in
                state.streams[place.server].connected(id, connection)
                return state.closed
            }
            if let closed {
                connection.close()
                throw closed
            }
            return StreamLease(connection, place, self, id: id)
        } catch {
            state.withLock { $0.streams[place.server].remove(id) }
            guard MonotonicTime.now < deadline else {
                throw RPCError(
                    .deadlineExceeded, "no connection within the time limit: \(error.message)")
            }
            throw error
        }
    }

    func release(_ id: Int, _ server: Int) {
        let spare = state.withLock { $0.streams[server].release(id) }
        // Not at once: a stream that was given up is still to be told to the server.
        spare?.closeWhenIdle()
    }
}
