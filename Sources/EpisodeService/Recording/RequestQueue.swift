public import RPCCore
internal import Synchronization

/// A request on its way to the record.
public struct RecordedRequest: Hashable, Sendable {
    public let method: String
    public let payload: [UInt8]
    public let arrival: MonotonicTime

    public init(method: String, payload: [UInt8], arrival: MonotonicTime) {
        self.method = method
        self.payload = payload
        self.arrival = arrival
    }
}

/// Requests between the event loops and the writer: what finds no room is dropped, because a record
/// must not hold up calls.
public final class RequestQueue: Sendable {
    private struct State {
        var requests: [RecordedRequest] = []
        var byteCount = 0
        var isClosed = false
    }

    /// What putting something in came to.
    public enum Outcome {
        /// It is the first: the writer must be told.
        case first
        case queued
        case dropped
    }

    private let countMaximum: Int
    private let byteCountMaximum: Int
    private let state = Mutex(State())
    /// The same as in the state, to be asked without the lock.
    private let isClosed = Atomic(false)
    private let dropped = Atomic(0)

    public init(countMaximum: Int = 65_536, byteCountMaximum: Int = 16_777_216) {
        self.countMaximum = countMaximum
        self.byteCountMaximum = byteCountMaximum
    }

    public func put(_ request: RecordedRequest) -> Outcome {
        let outcome: Outcome = state.withLock { state in
            guard !state.isClosed, state.requests.count < countMaximum,
                state.byteCount + request.payload.count <= byteCountMaximum
            else { return .dropped }
            state.requests.append(request)
            state.byteCount += request.payload.count
            return state.requests.count == 1 ? .first : .queued
        }
        if outcome == .dropped { drop(1) }
        return outcome
    }

    /// Moves everything that waits into `requests`, whose room is used for what comes: two of them
    /// change places, and no memory is taken on the way of calls once they have grown.
    public func take(into requests: inout [RecordedRequest]) {
        requests.removeAll(keepingCapacity: true)
        state.withLock { state in
            swap(&state.requests, &requests)
            state.byteCount = 0
        }
    }

    /// Whether what is put in may be taken. Costs no lock.
    public var isOpen: Bool { !isClosed.load(ordering: .relaxed) }

    /// Counts what was not put in, or taken out and not recorded.
    public func drop(_ count: Int) { dropped.add(count, ordering: .relaxed) }

    /// Drops everything from now on, and what waits.
    public func close() {
        isClosed.store(true, ordering: .relaxed)
        var waiting: [RecordedRequest] = []
        state.withLock { state in
            state.isClosed = true
            state.byteCount = 0
            swap(&state.requests, &waiting)
        }
        drop(waiting.count)
    }

    public var droppedCount: Int { dropped.load(ordering: .relaxed) }
}
