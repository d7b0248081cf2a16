/// Which connection each stream of one server takes, as a value. Streams have a connection each, up to
/// a number; beyond it the least used is shared. One without streams is kept for the next.
struct StreamPlaces<Connection> {
    enum Choice {
        case use(Connection, id: Int)
        /// Make a connection and say how it went.
        case connect(id: Int)
        /// All are being made.
        case wait
    }

    private struct Place {
        var id: Int
        /// Nil while it is being made.
        var connection: Connection?
        var useCount = 1
    }

    private static var idleCountMaximum: Int { 1 }

    private let countMaximum: Int
    private var places: [Place] = []
    private var nextID = 0

    init(countMaximum: Int) { self.countMaximum = countMaximum }

    /// - Complexity: O(connections).
    mutating func choose() -> Choice {
        if let idle = places.firstIndex(where: { $0.useCount == 0 && $0.connection != nil }) {
            return use(idle)
        }
        if places.count < countMaximum {
            nextID += 1
            places.append(Place(id: nextID))
            return .connect(id: nextID)
        }
        let ready = places.indices.filter { places[$0].connection != nil }
        guard let least = ready.min(by: { places[$0].useCount < places[$1].useCount }) else {
            return .wait
        }
        return use(least)
    }

    private mutating func use(_ index: Int) -> Choice {
        guard let connection = places[index].connection else { return .wait }
        places[index].useCount += 1
        return .use(connection, id: places[index].id)
    }

    mutating func connected(_ id: Int, _ connection: Connection) {
        guard let index = index(of: id) else { return }
        places[index].connection = connection
    }

    /// A connection could not be made or has ended; streams on it end by themselves.
    mutating func remove(_ id: Int) { places.removeAll { $0.id == id } }

    /// A stream has ended.
    /// - Returns: its connection when it is not needed any more.
    mutating func release(_ id: Int) -> Connection? {
        guard let index = index(of: id) else { return nil }
        places[index].useCount -= 1
        guard places[index].useCount == 0 else { return nil }
        let idleCount = places.count { $0.useCount == 0 }
        guard idleCount > Self.idleCountMaximum else { return nil }
        return places.remove(at: index).connection
    }

    mutating func removeAll() -> [Connection] {
        defer { places = [] }
        return places.compactMap(\.connection)
    }

    private func index(of id: Int) -> Int? { places.firstIndex { $0.id == id } }
}
