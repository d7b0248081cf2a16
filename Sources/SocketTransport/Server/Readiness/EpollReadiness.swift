internal import CPlatform
internal import Dispatch
internal import RPCCore

/// A private level-triggered epoll set, watched by one Dispatch source.
///
/// An epoll descriptor is itself pollable: Dispatch's cost is paid once for a busy period, not for
/// every event. The handler stays in `epoll_wait` while events come and hands back to Dispatch when
/// none came for the linger time, so an idle server wakes for nothing.
@safe final class EpollReadiness: Readiness, @unchecked Sendable {
    // Unchecked: confined to the lane's queue, except `wake`, which only writes to a descriptor
    // that outlives the lane's mailbox.
    let readsUntilBlocked = false
    private static let mailboxTag = ConnectionKey(slot: .max, generation: .max).packed
    private static let timerTag = ConnectionKey(slot: .max - 1, generation: .max).packed

    private let set: Int32
    private let eventDescriptor: Int32
    private let timer: Int32
    private let lingerMilliseconds: Int32
    private let queue: DispatchQueue
    private let events: UnsafeMutablePointer<cplatform_event>
    private var source: (any DispatchSourceRead)?
    private var isStopped = false
    private var onStopped: (@Sendable () -> Void)?

    init(queue: DispatchQueue, lingerMilliseconds: Int32) throws(TransportError) {
        let created = [
            EpollCalls.create(), EpollCalls.createEventDescriptor(), EpollCalls.createTimer(),
        ]
        if let failed = created.first(where: { !$0.isSuccess }) {
            for result in created where result.isSuccess { Syscalls.close(result.descriptor) }
            throw TransportError(
                "cannot make an event loop: \(SystemError.message(failed.errorNumber))",
                errorNumber: failed.errorNumber)
        }
        set = created[0].descriptor
        eventDescriptor = created[1].descriptor
        timer = created[2].descriptor
        self.queue = queue
        self.lingerMilliseconds = max(lingerMilliseconds, 0)
        unsafe events = .allocate(capacity: EpollCalls.eventCountMaximum)
    }

    deinit { unsafe events.deallocate() }

    func start(_ lane: Lane) {
        _ = EpollCalls.add(set, eventDescriptor, EpollCalls.readable, Self.mailboxTag)
        _ = EpollCalls.add(set, timer, EpollCalls.readable, Self.timerTag)
        let source = DispatchSource.makeReadSource(fileDescriptor: set, queue: queue)
        source.setEventHandler { [unowned self] in turn(lane) }
        source.setCancelHandler { [self] in
            for descriptor in [set, eventDescriptor, timer] { Syscalls.close(descriptor) }
            onStopped?()
        }
        self.source = source
        source.activate()
    }

    /// Serves events until none comes for the linger time.
    private func turn(_ lane: Lane) {
        while !isStopped {
            let wait = lane.hasWorkLeft ? 0 : lingerMilliseconds
            let count = unsafe EpollCalls.wait(
                set, events, milliseconds: wait, counter: lane.load.systemCalls)
            if count == 0, !lane.hasWorkLeft { return }
            lane.beginTurn()
            for index in 0..<count {
                let event = unsafe events[index]
                switch event.data {
                case Self.mailboxTag:
                    EpollCalls.clear(eventDescriptor)
                    lane.readMailbox()
                case Self.timerTag:
                    EpollCalls.clear(timer)
                    lane.timerFired()
                default:
                    lane.ready(
                        ConnectionKey(packed: event.data),
                        readable: event.events & EpollCalls.readable != 0,
                        writable: event.events & EpollCalls.writable != 0,
                        broken: event.events & EpollCalls.broken != 0)
                }
                if isStopped { return }
            }
            lane.runWorkLeft()
        }
    }

    func add(_ connection: Connection) -> Bool {
        EpollCalls.add(
            set, connection.descriptor, EpollCalls.readable, connection.key.packed
        ).isSuccess
    }

    func update(_ connection: Connection) {
        let reads = connection.wantsReads
        let writes = connection.wantsWrites
        guard reads != connection.isWatchingReads || writes != connection.isWatchingWrites else {
            return
        }
        connection.isWatchingReads = reads
        connection.isWatchingWrites = writes
        EpollCalls.modify(
            set, connection.descriptor,
            (reads ? EpollCalls.readable : 0) | (writes ? EpollCalls.writable : 0),
            connection.key.packed)
    }

    func removeAndClose(_ connection: Connection) {
        EpollCalls.remove(set, connection.descriptor)
        Syscalls.close(connection.descriptor)
    }

    func armTimer(at time: MonotonicTime) {
        EpollCalls.setTimer(
            timer, nanoseconds: time == .distantFuture ? 0 : max(time.nanoseconds, 1))
    }

    func wake() { EpollCalls.signal(eventDescriptor) }

    /// Nothing to do: `turn` asks the lane before it waits.
    func requestRound() {}

    func stop(completion: @escaping @Sendable () -> Void) {
        isStopped = true
        onStopped = completion
        source?.cancel()
        source = nil
    }
}
