internal import RPCCore

/// Calls that wait for the connections to change, each until a time of its own.
struct Waiters {
    typealias Continuation = CheckedContinuation<Void, Never>

    /// Grows with every change, so that none is missed between looking and waiting.
    private(set) var version: UInt64 = 0
    private var waiting: [UInt64: (Continuation, until: MonotonicTime)] = [:]
    private var nextID: UInt64 = 0
    /// When the timer fires; the distant future when it does not.
    var alarm = MonotonicTime.distantFuture

    mutating func makeID() -> UInt64 {
        nextID += 1
        return nextID
    }

    mutating func add(_ id: UInt64, _ continuation: Continuation, until: MonotonicTime) {
        waiting[id] = (continuation, until)
    }

    mutating func take(_ id: UInt64) -> Continuation? { waiting.removeValue(forKey: id)?.0 }

    /// Something has changed: everybody looks again.
    mutating func takeAll() -> [Continuation] {
        version += 1
        defer { waiting.removeAll() }
        return waiting.values.map(\.0)
    }

    /// Those whose time has come, and the time of the next.
    mutating func takeExpired(_ now: MonotonicTime) -> ([Continuation], next: MonotonicTime?) {
        let expired = waiting.filter { $0.value.until <= now }
        for id in expired.keys { waiting[id] = nil }
        return (expired.values.map(\.0), waiting.values.map(\.until).min())
    }
}
