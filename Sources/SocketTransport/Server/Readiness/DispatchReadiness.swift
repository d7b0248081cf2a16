internal import Dispatch
internal import RPCCore

/// One Dispatch read source for each connection, all on the lane's serial queue.
///
/// On Linux Dispatch stops watching a descriptor once it hung up, after a last event; so every
/// event reads until the socket is empty, and a bounded turn asks for another round by itself.
final class DispatchReadiness: Readiness, @unchecked Sendable {
    // Unchecked: confined to the lane's queue, except `wake`, which only enqueues.
    let readsUntilBlocked = true
    private let queue: DispatchQueue
    private weak var lane: Lane?
    private var armedTime = MonotonicTime.distantFuture
    private var isRoundRequested = false

    init(queue: DispatchQueue) { self.queue = queue }

    /// Called before any other use of the lane.
    func start(_ lane: Lane) { self.lane = lane }

    func add(_ connection: Connection) -> Bool {
        let key = connection.key
        connection.sources = ConnectionSources(
            descriptor: connection.descriptor, queue: queue
        ) { [weak self] in
            self?.lane?.beginTurn()
            self?.lane?.ready(key, readable: true, writable: false, broken: false)
            self?.lane?.runWorkLeft()
        }
        return true
    }

    func update(_ connection: Connection) {
        let reads = connection.wantsReads
        let writes = connection.wantsWrites
        if reads != connection.isWatchingReads {
            connection.isWatchingReads = reads
            connection.sources?.setReading(reads)
            // A hang-up while suspended may be reported no more.
            if reads {
                connection.mayHoldUnreadBytes = true
                lane?.enqueue(connection)
            }
        }
        guard writes != connection.isWatchingWrites else { return }
        connection.isWatchingWrites = writes
        let key = connection.key
        connection.sources?.setWriting(writes) { [weak self] in
            self?.lane?.beginTurn()
            self?.lane?.ready(key, readable: false, writable: true, broken: false)
            self?.lane?.runWorkLeft()
        }
    }

    func removeAndClose(_ connection: Connection) {
        connection.sources?.cancelAndClose()
        connection.sources = nil
    }

    func armTimer(at time: MonotonicTime) {
        armedTime = time
        guard time != .distantFuture else { return }
        let wait = max(time.nanoseconds(since: .now), 0)
        queue.asyncAfter(deadline: .now() + .nanoseconds(Int(wait))) { [weak self] in
            // A later arming replaced this one.
            guard let self, armedTime == time else { return }
            armedTime = .distantFuture
            lane?.timerFired()
            lane?.runWorkLeft()
        }
    }

    func wake() {
        queue.async { [weak self] in
            self?.lane?.readMailbox()
            self?.lane?.runWorkLeft()
        }
    }

    func requestRound() {
        guard !isRoundRequested else { return }
        isRoundRequested = true
        queue.async { [weak self] in
            self?.isRoundRequested = false
            self?.lane?.beginTurn()
            self?.lane?.runWorkLeft()
        }
    }

    func stop(completion: @escaping @Sendable () -> Void) {
        armedTime = .distantFuture
        // Behind the cancel handlers that are already on their way.
        queue.async(execute: completion)
    }
}
