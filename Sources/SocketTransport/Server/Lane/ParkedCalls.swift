internal import RPCCore

/// A call whose handler asked to be tried again.
struct ParkedCall {
    var key: ConnectionKey
    var stream: UInt32
    var isGRPC: Bool
    var context: CallContext
    var payload: [UInt8]
    /// When to try again; never after the deadline.
    var wakeTime: MonotonicTime
}

/// The parked calls of a lane. Calls of connections that closed stay until their time comes and
/// are dropped then.
struct ParkedCalls {
    /// Bytes of all payloads that may wait in one lane.
    static let byteCountMaximum = 67_108_864
    private var calls: [ParkedCall] = []
    private(set) var byteCount = 0

    mutating func add(_ call: ParkedCall) {
        calls.append(call)
        byteCount += call.payload.count
    }

    /// Removes the calls whose time has come, in the order they were parked.
    /// - Complexity: O(parked calls).
    mutating func takeDue(_ now: MonotonicTime) -> [ParkedCall] {
        let due = calls.filter { $0.wakeTime <= now }
        guard !due.isEmpty else { return [] }
        calls.removeAll { $0.wakeTime <= now }
        for call in due { byteCount -= call.payload.count }
        return due
    }

    var nextWakeTime: MonotonicTime { calls.map(\.wakeTime).min() ?? .distantFuture }

    /// Gives up the call of a stream; nil when none is parked.
    @discardableResult
    mutating func remove(stream: UInt32, of connection: Connection) -> ParkedCall? {
        guard connection.parkedCount > 0,
            let index = calls.firstIndex(where: {
                $0.stream == stream && $0.key == connection.key
            })
        else { return nil }
        byteCount -= calls[index].payload.count
        connection.parkedCount -= 1
        return calls.remove(at: index)
    }
}
