internal import RPCCore

/// Which connection each call takes, and which are to be made, as a value: no sockets, no clock, no
/// random numbers of its own. Tests give it any `Connection` they like.
///
/// Calls take turns among servers, and among the connections of a server. A server is passed over
/// while it is ejected or has no connection, unless all are like that.
struct PoolState<Connection> {
    /// A place for a connection.
    struct Place: Hashable, Sendable {
        var server: Int
        var slot: Int
    }

    /// What to do with a call.
    enum Choice {
        case use(Connection, Place)
        /// A connection is being made.
        case wait
        /// Nothing can be reached; the next attempt is due at `until`.
        case unreachable(RPCError, until: MonotonicTime)
    }

    private enum Condition {
        /// To be connected at this time.
        case down(until: MonotonicTime)
        case connecting
        case up
    }

    private struct Slot {
        var condition = Condition.down(until: MonotonicTime(nanoseconds: .min))
        var connection: Connection?
        /// Tells the attempts to connect apart.
        var serial = 0
        /// Serial of the connection that is here.
        var connectionSerial = 0
        var backoff: Backoff
        /// When a second connection is to be made that takes over from this one.
        var replacement: Condition?
    }

    private struct Server {
        var slots: [Slot]
        var nextSlot = 0
        var ejection: Ejection
    }

    private var servers: [Server]
    private var nextServer = 0
    private var lastError = RPCError(.unavailable, "no server was tried yet")
    /// The earliest time at which a connection is to be made.
    private(set) var nextDue = MonotonicTime(nanoseconds: .min)

    init(
        serverCount: Int, connectionCount: Int, reconnecting: BackoffSettings,
        ejection: EjectionSettings
    ) {
        let slot = Slot(backoff: Backoff(reconnecting))
        let server = Server(
            slots: Array(repeating: slot, count: connectionCount), ejection: Ejection(ejection))
        servers = Array(repeating: server, count: serverCount)
    }

    // MARK: Calls

    /// The connection for the next call.
    mutating func choose(_ now: MonotonicTime) -> Choice {
        for passesOver in [true, false] {
            for offset in servers.indices {
                let number = (nextServer + offset) % servers.count
                if passesOver, !servers[number].ejection.isAvailable(now) { continue }
                guard let slot = nextUp(number),
                    let connection = servers[number].slots[slot].connection
                else { continue }
                nextServer = (number + 1) % servers.count
                return .use(connection, Place(server: number, slot: slot))
            }
        }
        let isConnecting = servers.contains { server in
            server.slots.contains { if case .connecting = $0.condition { true } else { false } }
        }
        return isConnecting ? .wait : .unreachable(lastError, until: nextDue)
    }

    private mutating func nextUp(_ number: Int) -> Int? {
        let count = servers[number].slots.count
        for offset in 0..<count {
            let slot = (servers[number].nextSlot + offset) % count
            guard case .up = servers[number].slots[slot].condition else { continue }
            servers[number].nextSlot = (slot + 1) % count
            return slot
        }
        return nil
    }

    /// A server has given an answer that shows that it works.
    mutating func noteSuccess(_ server: Int) { servers[server].ejection.noteSuccess() }

    /// A server has given a bad answer or none. It is ejected only while another one is better.
    mutating func noteFailure(_ server: Int, _ now: MonotonicTime) {
        let isAnotherThere = servers.indices.contains { other in
            other != server && servers[other].ejection.isAvailable(now)
                && servers[other].slots.contains { $0.connection != nil }
        }
        guard isAnotherThere else { return }
        _ = servers[server].ejection.noteFailure(now)
    }

    /// Whether a success would change anything.
    var isClean: Bool { servers.allSatisfy(\.ejection.isClean) }

    // MARK: Connections

    /// The places that a connection is to be made for now; the caller makes them.
    mutating func takeDue(_ now: MonotonicTime) -> [(place: Place, serial: Int)] {
        guard now >= nextDue else { return [] }
        var due: [(Place, Int)] = []
        for number in servers.indices {
            for slot in servers[number].slots.indices where begins(number, slot, now) {
                servers[number].slots[slot].serial += 1
                let serial = servers[number].slots[slot].serial
                due.append((Place(server: number, slot: slot), serial))
            }
        }
        updateNextDue()
        return due
    }

    private mutating func begins(_ number: Int, _ slot: Int, _ now: MonotonicTime) -> Bool {
        switch (servers[number].slots[slot].condition, servers[number].slots[slot].replacement) {
        case (.down(let until), _) where until <= now:
            servers[number].slots[slot].condition = .connecting
        case (.up, .down(let until)?) where until <= now:
            servers[number].slots[slot].replacement = .connecting
        default: return false
        }
        return true
    }

    /// A connection was made.
    /// - Returns: the one it takes over from, to be closed when its calls have ended.
    mutating func connected(
        _ place: Place, serial: Int, _ connection: Connection
    ) -> Connection? {
        let old = self[place].connection
        self[place].connection = connection
        self[place].connectionSerial = serial
        self[place].condition = .up
        self[place].replacement = nil
        return old
    }

    /// An attempt failed; the next one comes later.
    mutating func failedToConnect(
        _ place: Place, _ error: RPCError, _ now: MonotonicTime, random: Double
    ) {
        lastError = error
        let until = now.advanced(byNanoseconds: self[place].backoff.next(random: random))
        if case .up = self[place].condition {
            self[place].replacement = .down(until: until)
        } else {
            self[place].condition = .down(until: until)
        }
        updateNextDue()
    }

    /// A connection has ended.
    ///
    /// - Parameters:
    ///   - serial: which one; another one may have taken its place.
    ///   - wasUseful: it carried an answer: the next attempt need not wait.
    mutating func lost(
        _ place: Place, serial: Int, _ error: RPCError, wasUseful: Bool, _ now: MonotonicTime,
        random: Double
    ) {
        guard self[place].connectionSerial == serial, case .up = self[place].condition else {
            return
        }
        lastError = error
        self[place].connection = nil
        if wasUseful { self[place].backoff.reset() }
        if case .connecting? = self[place].replacement {
            // The one that was to take over is on its way.
            self[place].condition = .connecting
        } else {
            let wait = wasUseful ? 0 : self[place].backoff.next(random: random)
            self[place].condition = .down(until: now.advanced(byNanoseconds: wait))
        }
        self[place].replacement = nil
        updateNextDue()
    }

    /// A connection has few stream ids left: another one is to take over.
    mutating func runsLow(_ place: Place, serial: Int, _ now: MonotonicTime) {
        guard self[place].connectionSerial == serial, case .up = self[place].condition,
            self[place].replacement == nil
        else { return }
        self[place].replacement = .down(until: now)
        updateNextDue()
    }

    /// A connection takes no more calls though nobody has told of its end.
    mutating func retire(_ place: Place, _ now: MonotonicTime, is one: (Connection) -> Bool) {
        guard case .up = self[place].condition, let connection = self[place].connection,
            one(connection)
        else { return }
        lost(
            place, serial: self[place].connectionSerial,
            RPCError(.unavailable, "the connection takes no more calls"), wasUseful: true, now,
            random: 0)
    }

    /// All connections that are there.
    var all: [Connection] { servers.flatMap { $0.slots.compactMap(\.connection) } }

    /// Takes all connections out.
    mutating func removeAll() -> [Connection] {
        var all: [Connection] = []
        for number in servers.indices {
            for slot in servers[number].slots.indices {
                if let connection = servers[number].slots[slot].connection {
                    all.append(connection)
                }
                servers[number].slots[slot].connection = nil
                servers[number].slots[slot].condition = .down(until: .distantFuture)
                servers[number].slots[slot].replacement = nil
            }
        }
        updateNextDue()
        return all
    }

    private subscript(place: Place) -> Slot {
        get { servers[place.server].slots[place.slot] }
        _modify { yield &servers[place.server].slots[place.slot] }
    }

    private mutating func updateNextDue() {
        var earliest = MonotonicTime.distantFuture
        for server in servers {
            for slot in server.slots {
                if case .down(let until) = slot.condition { earliest = min(earliest, until) }
                if case .down(let until)? = slot.replacement { earliest = min(earliest, until) }
            }
        }
        nextDue = earliest
    }
}
