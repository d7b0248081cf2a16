internal import RPCCore
internal import SocketTransport
internal import Synchronization

/// The connections of a client. `PoolState` decides; this does what it says: makes connections, tells
/// those who wait, and keeps the time.
final class ConnectionPool: Sendable {
    typealias Place = PoolState<ClientConnection>.Place

    struct State {
        var connections: PoolState<ClientConnection>
        var streams: [StreamPlaces<ClientConnection>]
        var budget: RetryBudget
        var waiters = Waiters()
        /// Nil while the client is open.
        var closed: RPCError?
        var hasHeardServer = false
    }

    let configuration: ClientConfiguration
    let addresses: [SocketAddress]
    let loop: ClientLoop
    let state: Mutex<State>
    /// Whether a success would change anything; without it calls need not say so.
    private let wantsSuccesses = Atomic<Bool>(false)

    init(_ configuration: ClientConfiguration, _ addresses: [SocketAddress]) {
        self.configuration = configuration
        self.addresses = addresses
        loop = ClientLoop()
        let streams = StreamPlaces<ClientConnection>(
            countMaximum: configuration.streamConnectionCountPerServerMaximum)
        state = Mutex(
            State(
                connections: PoolState(
                    serverCount: addresses.count,
                    connectionCount: configuration.connectionCountPerServer,
                    reconnecting: configuration.reconnecting, ejection: configuration.ejection),
                streams: Array(repeating: streams, count: addresses.count),
                budget: RetryBudget(configuration.retries)))
    }

    deinit {
        close(RPCError(.unavailable, "the client was closed"))
    }

    // MARK: Connections for calls

    /// The connection for the next call when one is there. Also begins to make those that are due.
    func choose(_ now: MonotonicTime) -> (ClientConnection, Place)? {
        if case .use(let connection, let place) = look(now).choice { return (connection, place) }
        return nil
    }

    /// The connection for the next call, waited for if need be.
    func acquire(
        deadline: MonotonicTime, waitsForReady: Bool
    ) async throws(RPCError) -> (ClientConnection, Place) {
        var lastError: RPCError?
        while true {
            let (choice, version) = look(.now)
            var until = deadline
            switch choice {
            case .use(let connection, let place): return (connection, place)
            case .wait: break
            case .unreachable(let error, let due):
                if let closed = state.withLock({ $0.closed }) { throw closed }
                guard waitsForReady else { throw error }
                lastError = error
                until = min(deadline, due)
            }
            try await waitForChange(after: version, until: until)
            guard MonotonicTime.now < deadline else {
                let reason = lastError.map { ": \($0.message)" } ?? ""
                throw RPCError(
                    .deadlineExceeded, "no connection within the time limit\(reason)")
            }
        }
    }

    private func look(
        _ now: MonotonicTime
    ) -> (choice: PoolState<ClientConnection>.Choice, version: UInt64) {
        typealias Look = (
            PoolState<ClientConnection>.Choice, UInt64, [(place: Place, serial: Int)]
        )
        let (choice, version, due) = state.withLock { state -> Look in
            if let closed = state.closed {
                return (.unreachable(closed, until: .distantFuture), state.waiters.version, [])
            }
            let due = state.connections.takeDue(now)
            return (state.connections.choose(now), state.waiters.version, due)
        }
        for (place, serial) in due { connect(place, serial) }
        return (choice, version)
    }

    // MARK: Answers

    /// A server has answered in a way that shows that it works.
    func noteSuccess(_ place: Place) {
        guard wantsSuccesses.load(ordering: .relaxed) else { return }
        state.withLock { state in
            state.connections.noteSuccess(place.server)
            state.budget.noteSuccess()
            let wants = !(state.budget.isFull && state.connections.isClean)
            wantsSuccesses.store(wants, ordering: .relaxed)
        }
    }

    /// What follows a failed attempt of a call.
    func noteFailure(
        _ failure: CallLifecycle.Failure, _ place: Place?, _ call: inout CallLifecycle
    ) -> CallLifecycle.Step {
        let now = MonotonicTime.now
        let random = Double.random(in: 0..<1)
        return state.withLock { state in
            // Nothing is made again with a client that was closed.
            if state.closed != nil { return .end(failure.error) }
            if let place, failure.wasSent {
                if Ejection.isBad(failure.error.code) {
                    state.connections.noteFailure(place.server, now)
                } else if failure.error.code != .cancelled {
                    state.connections.noteSuccess(place.server)
                }
            }
            let step = call.fail(failure, &state.budget, now: now, random: random)
            let wants = !(state.budget.isFull && state.connections.isClean)
            wantsSuccesses.store(wants, ordering: .relaxed)
            return step
        }
    }

    /// A call could not begin on a connection that takes no more: its place is to be filled anew.
    func retire(_ connection: ClientConnection, _ place: Place) {
        guard !connection.isOpen else { return }
        connection.closeWhenIdle()
        state.withLock { $0.connections.retire(place, .now) { $0 === connection } }
    }

    // MARK: The end

    var hasHeardServer: Bool {
        let (known, connections) = state.withLock { state in
            (state.hasHeardServer, state.connections.all)
        }
        return known || connections.contains(where: \.hasHeardPeer)
    }

    /// Calls on all connections.
    var pendingCount: Int {
        state.withLock { $0.connections.all }.reduce(0) { $0 + $1.pendingCount }
    }

    /// Ends every call, and fails later ones with `error`.
    func close(_ error: RPCError) {
        let (connections, waiting) = state.withLock { state in
            if state.closed == nil { state.closed = error }
            var all = state.connections.removeAll()
            for index in state.streams.indices { all += state.streams[index].removeAll() }
            return (all, state.waiters.takeAll())
        }
        for connection in connections { connection.close() }
        for continuation in waiting { continuation.resume() }
        loop.stop()
    }

    /// Fails later calls with `error`; those that run go on.
    func refuse(_ error: RPCError) {
        state.withLock { state in
            if state.closed == nil { state.closed = error }
        }
    }
}
