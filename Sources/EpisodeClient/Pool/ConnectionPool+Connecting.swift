internal import RPCCore
internal import SocketTransport
internal import Synchronization

/// Making connections for calls, and losing them.
extension ConnectionPool {
    /// Makes a connection for a place, without anybody waiting for it here.
    func connect(_ place: Place, _ serial: Int) {
        let address = addresses[place.server]
        let timeoutMilliseconds = configuration.connectTimeoutMilliseconds
        let options = connectionOptions
        Task.detached { [weak self, loop] in
            do throws(RPCError) {
                let connection = try await ClientConnection.connect(
                    to: address, timeoutMilliseconds: timeoutMilliseconds, on: loop, options)
                self?.connected(place, serial, connection)
            } catch {
                self?.failedToConnect(place, error)
            }
        }
    }

    var connectionOptions: ClientConnectionOptions {
        var options = ClientConnectionOptions()
        options.inFlightMaximum = configuration.inFlightPerConnectionMaximum
        options.firstStream = configuration.firstStream
        return options
    }

    private func connected(_ place: Place, _ serial: Int, _ connection: ClientConnection) {
        let (old, isClosed) = state.withLock { state -> (ClientConnection?, Bool) in
            guard state.closed == nil else { return (nil, true) }
            return (state.connections.connected(place, serial: serial, connection), false)
        }
        if isClosed { return connection.close() }
        old?.closeWhenIdle()
        connection.observe(
            onEnd: { [weak self, weak connection] error in
                self?.lost(place, serial, error, wasUseful: connection?.hasHeardPeer ?? false)
            },
            onLow: { [weak self] in self?.runsLow(place, serial) })
        tellWaiters()
    }

    private func failedToConnect(_ place: Place, _ error: RPCError) {
        let random = Double.random(in: 0..<1)
        state.withLock { state in
            guard state.closed == nil else { return }
            state.connections.failedToConnect(place, error, .now, random: random)
        }
        tellWaiters()
    }

    private func lost(_ place: Place, _ serial: Int, _ error: RPCError, wasUseful: Bool) {
        let random = Double.random(in: 0..<1)
        state.withLock { state in
            guard state.closed == nil else { return }
            state.hasHeardServer = state.hasHeardServer || wasUseful
            state.connections.lost(
                place, serial: serial, error, wasUseful: wasUseful, .now, random: random)
        }
        tellWaiters()
    }

    private func runsLow(_ place: Place, _ serial: Int) {
        state.withLock { state in
            guard state.closed == nil else { return }
            state.connections.runsLow(place, serial: serial, .now)
        }
    }

    /// Everybody who waits for a connection looks again.
    func tellWaiters() {
        for continuation in state.withLock({ $0.waiters.takeAll() }) { continuation.resume() }
    }
}
