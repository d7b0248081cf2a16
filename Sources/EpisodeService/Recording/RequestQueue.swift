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
        var droppedCount = 0
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

    public init(countMaximum: Int = 65_536, byteCountMaximum: Int = 16_777_216) {
        self.countMaximum = countMaximum
        self.byteCountMaximum = byteCountMaximum
    }

    public func put(_ request: RecordedRequest) -> Outcome {
        state.withLock { state in
            guard !state.isClosed, state.requests.count < countMaximum,
                state.byteCount + request.payload.count <= byteCountMaximum
            else {
                state.droppedCount += 1
                return .dropped
            }
            state.requests.append(request)
            state.byteCount += request.payload.count
            return state.requests.count == 1 ? .first : .queued
        }
    }

    /// Everything that waits.
    public func takeAll() -> [RecordedRequest] {
        state.withLock { state in
            defer { (state.requests, state.byteCount) = ([], 0) }
            return state.requests
        }
    }

    /// Drops everything from now on, after so many that were taken out and not recorded.
    public func close(dropping count: Int) {
        state.withLock { state in
            state.isClosed = true
            state.droppedCount += count
        }
    }

    public var droppedCount: Int { state.withLock { $0.droppedCount } }
}
