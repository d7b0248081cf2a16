/// The open connections of a lane, by slot.
struct ConnectionTable {
    private var slots: ContiguousArray<Connection?> = []
    private var free: ContiguousArray<UInt32> = []
    private var generation: UInt32 = 0
    private(set) var count = 0

    /// A key no other open or recently closed connection has.
    mutating func makeKey() -> ConnectionKey {
        generation &+= 1
        if let slot = free.popLast() { return ConnectionKey(slot: slot, generation: generation) }
        slots.append(nil)
        return ConnectionKey(slot: UInt32(slots.count - 1), generation: generation)
    }

    mutating func insert(_ connection: Connection) {
        slots[Int(connection.key.slot)] = connection
        count += 1
    }

    mutating func remove(_ connection: Connection) {
        slots[Int(connection.key.slot)] = nil
        free.append(connection.key.slot)
        count -= 1
    }

    subscript(key: ConnectionKey) -> Connection? {
        guard Int(key.slot) < slots.count, let connection = slots[Int(key.slot)],
            connection.key.generation == key.generation
        else { return nil }
        return connection
    }

    /// A snapshot, good while connections close.
    var all: [Connection] { slots.compactMap { $0 } }

    /// Calls `body` for each; it must not change the table.
    func forEach(_ body: (Connection) -> Void) {
        for case let connection? in slots { body(connection) }
    }
}
