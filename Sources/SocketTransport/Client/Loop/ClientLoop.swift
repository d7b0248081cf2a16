internal import CPlatform
internal import Dispatch
internal import Glibc
internal import RPCCore
internal import Synchronization

/// The event loop of a client: one thread that reads and writes any number of connections.
///
/// What comes from all connections in one round is taken together, then everybody who waited for it
/// is resumed, and what they send next goes out with one write for each connection. The thread
/// sleeps when there is nothing to do.
///
/// It is a task executor too: tasks that prefer it run on its thread, so that their calls begin and
/// end without changing threads. That suits tasks that mostly make calls; long computations there
/// hold up every call of the loop, and blocking the thread until a call ends would last for ever.
@safe public final class ClientLoop: TaskExecutor, @unchecked Sendable {
    // Unchecked: everything but the mailbox is confined to the thread.

    /// For connections that are made without naming a loop; it lives as long as the process.
    public static let shared = ClientLoop()

    static let scratchByteCount = 131_072
    private static let mailboxTag = UInt64.max

    let set: Int32
    private let eventDescriptor: Int32
    private let mailbox = ClientMailbox()
    private let events: UnsafeMutablePointer<cplatform_event>
    let scratch: UnsafeMutableRawPointer
    private let systemCalls = LaneCounter()
    /// Why no connection can be served; nil when the loop runs.
    let fault: TransportError?

    var links: [UInt64: ClientLink] = [:]
    /// Everybody who is to be resumed at the end of the round.
    var resumptions: ContiguousArray<ClientResumption> = []
    /// The earliest time at which a link wants to be looked at.
    private var alarm = MonotonicTime.distantFuture
    private var isStopped = false
    /// The thread's number, 0 before it runs.
    private let thread = Atomic<UInt>(0)

    /// Starts the thread.
    public init() {
        let created = [EpollCalls.create(), EpollCalls.createEventDescriptor()]
        set = created[0].descriptor
        eventDescriptor = created[1].descriptor
        fault = created.first { !$0.isSuccess }.map {
            TransportError(
                "cannot make an event loop: \(SystemError.message($0.errorNumber))",
                errorNumber: $0.errorNumber)
        }
        unsafe events = .allocate(capacity: EpollCalls.eventCountMaximum)
        unsafe scratch = .allocate(byteCount: Self.scratchByteCount, alignment: 64)
        guard fault == nil else {
            _ = mailbox.close()
            return
        }
        _ = EpollCalls.add(set, eventDescriptor, EpollCalls.readable, Self.mailboxTag)
        DispatchQueue(label: "episodes.client.loop").async { [self] in run() }
    }

    deinit {
        unsafe events.deallocate()
        unsafe scratch.deallocate()
        for descriptor in [set, eventDescriptor] where descriptor >= 0 {
            Syscalls.close(descriptor)
        }
    }

    /// Ends the thread once it has closed its connections; their calls fail with UNAVAILABLE. Tasks
    /// that still prefer this executor run elsewhere from then on.
    public func stop() { post { $0.isStopping = true } }

    // MARK: Other threads

    /// Has the loop look at a link soon; at a new one, begin to serve it. False when it has ended.
    @discardableResult
    func post(_ link: ClientLink) -> Bool { post { $0.links.append(link) } }

    public func enqueue(_ job: consuming ExecutorJob) {
        let unowned = UnownedJob(job)
        if post({ $0.jobs.append(unowned) }) { return }
        DispatchQueue.global().async { [self] in
            unsafe unowned.runSynchronously(on: asUnownedTaskExecutor())
        }
    }

    @discardableResult
    private func post(_ change: (inout ClientMailbox.Mail) -> Void) -> Bool {
        mailbox.post(change) { EpollCalls.signal(eventDescriptor) }
    }

    /// Whether this is the loop's own thread.
    var isCurrentThread: Bool {
        thread.load(ordering: .relaxed) == UInt(pthread_self())
    }

    // MARK: The thread

    private func run() {
        thread.store(UInt(pthread_self()), ordering: .relaxed)
        while !isStopped {
            let count = wait()
            for index in 0..<count {
                let event = unsafe events[index]
                guard event.data != Self.mailboxTag else {
                    EpollCalls.clear(eventDescriptor)
                    continue
                }
                links[event.data]?.ready(
                    isReadable: event.events & EpollCalls.readable != 0,
                    isWritable: event.events & EpollCalls.writable != 0,
                    isBroken: event.events & EpollCalls.broken != 0)
            }
            resumeAll()
            takeMail()
            if MonotonicTime.now >= alarm { lookAtClocks() }
            resumeAll()
        }
        end()
    }

    /// Waits for events, for the next deadline or for mail.
    private func wait() -> Int {
        let mayRest = mailbox.prepareToRest()
        var milliseconds: Int32 = mayRest ? -1 : 0
        if mayRest, alarm != .distantFuture {
            let rest = max(0, alarm.nanoseconds(since: .now))
            milliseconds = Int32(clamping: (rest + 999_999) / 1_000_000)
        }
        defer { if mayRest { mailbox.endRest() } }
        return unsafe EpollCalls.wait(
            set, events, milliseconds: milliseconds, counter: systemCalls)
    }

    /// Runs jobs until there is none. The calls that some of them begin go out together, but not
    /// those of all: the server works on the first while the others are begun.
    private func takeMail() {
        for _ in 0..<Self.jobRoundsPerTurn {
            let mail = mailbox.take()
            if mail.isStopping { isStopped = true }
            for link in mail.links { link.attend() }
            if mail.jobs.isEmpty { return }
            var start = 0
            while start < mail.jobs.count {
                let end = min(start + Self.jobsPerWrite, mail.jobs.count)
                for index in start..<end {
                    unsafe mail.jobs[index].runSynchronously(on: asUnownedTaskExecutor())
                }
                start = end
                for link in mailbox.takeLinks() { link.attend() }
            }
            mailbox.recycle(mail)
        }
    }

    /// Rounds of jobs before the sockets are read again.
    private static let jobRoundsPerTurn = 16
    /// Jobs whose calls go out with one write.
    private static let jobsPerWrite = 16

    private func resumeAll() {
        guard !resumptions.isEmpty else { return }
        for index in resumptions.indices { resumptions[index].resume() }
        resumptions.removeAll(keepingCapacity: resumptions.capacity <= 65_536)
    }

    /// Makes sure that a link is looked at no later than this.
    func noteAlarm(_ time: MonotonicTime) { alarm = min(alarm, time) }

    private func lookAtClocks() {
        let now = MonotonicTime.now
        alarm = .distantFuture
        for link in links.values { link.lookAtClock(now) }
        // Deadlines that follow each other closely are seen together.
        if alarm != .distantFuture { alarm = max(alarm, now.advanced(byNanoseconds: 500_000)) }
    }

    private func end() {
        let last = mailbox.close()
        for link in last.links { link.attend() }
        for link in links.values {
            link.lose(RPCError(.unavailable, "the client was closed"))
        }
        resumeAll()
        for index in last.jobs.indices {
            unsafe last.jobs[index].runSynchronously(on: asUnownedTaskExecutor())
        }
    }
}
