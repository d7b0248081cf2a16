internal import Dispatch
internal import GRPCOverHTTP2
internal import RPCCore
internal import TTRPC

/// One event loop: a serial queue, a readiness set, a handler, and the connections they serve.
/// Calls run here, one after the other, between reading a request and writing its reply.
@safe final class Lane: @unchecked Sendable {
    // Unchecked: everything but `post` is confined to `queue`.
    static let scratchByteCount = 65_536
    /// An incomplete frame up to this length moves to the front of the scratch before the next
    /// read, so that slow senders hold small buffers.
    static let smallTailByteCount = 4_096

    let rules: ServerRules
    let grpcRules: GRPCServerRules
    let readiness: any Readiness
    let handler: any RequestHandler
    let counters: ServerCounters
    let load: LaneLoad
    let metrics: LaneMetrics
    /// Makes pages for operators; nil when none are shown.
    let pages: PageDesk?
    /// Nothing but pages is shown.
    let isForPagesOnly: Bool
    let memory: MemoryGauge
    let writer: ReplyWriter
    let replyTarget: any ReplyTarget
    let streamWriter = StreamWriter()
    let grpcWriter = GRPCReplyWriter()
    let grpcReplyTarget: any ReplyTarget
    let scratch: UnsafeMutableRawPointer
    let onDrained: @Sendable () -> Void
    private let mailbox = Mailbox()

    var table = ConnectionTable()
    // Unchecked, as a pool calls nobody back.
    @exclusivity(unchecked) var buffers: BufferPool
    /// Connections with work left that no event will announce.
    var queued: [Connection] = []
    var parked = ParkedCalls()
    var timers = LaneTimers()
    var now = MonotonicTime.now
    /// `now` was read after the last thing that took time, so the next thing needs no reading.
    var isNowFresh = false
    var isDraining = false
    private var isStopped = false
    private var toldDrained = false

    init(
        rules: ServerRules, grpcRules: GRPCServerRules, handler: any RequestHandler,
        readiness: any Readiness,
        counters: ServerCounters, load: LaneLoad, memory: MemoryGauge, pages: PageDesk?,
        isForPagesOnly: Bool = false,
        onDrained: @escaping @Sendable () -> Void
    ) {
        self.rules = rules
        self.grpcRules = grpcRules
        self.handler = handler
        self.readiness = readiness
        self.counters = counters
        self.load = load
        metrics = load.metrics
        self.pages = pages
        self.isForPagesOnly = isForPagesOnly
        self.onDrained = onDrained
        self.memory = memory
        unsafe buffers = BufferPool(memory)
        writer = ReplyWriter(memory)
        replyTarget = writer
        grpcReplyTarget = grpcWriter
        unsafe scratch = .allocate(
            byteCount: Self.scratchByteCount + Self.smallTailByteCount, alignment: 64)
    }

    deinit { unsafe scratch.deallocate() }

    /// Sends a message from any thread; false when the lane has ended.
    func post(_ message: LaneMessage) -> Bool {
        mailbox.post(message) { readiness.wake() }
    }

    var hasWorkLeft: Bool { !queued.isEmpty }

    func readMailbox() {
        now = .now
        for message in mailbox.take() { perform(message) }
        settleTimes()
    }

    /// Something has come after a wait, or may have.
    func beginTurn() { isNowFresh = false }

    /// Brings `now` up to date.
    func readClock() {
        if !isNowFresh { now = .now }
        isNowFresh = false
    }

    /// The calls that have been answered since the last reading of the clock have ended now.
    func settleTimes() {
        guard metrics.hasUnsettled else { return }
        now = .now
        isNowFresh = true
        metrics.settle(now)
    }

    private func perform(_ message: LaneMessage) {
        switch message {
        case .serve(let socket): serve(socket)
        case .page(let key, let bytes): sendPage(bytes, to: key)
        case .wake(let key, let stream, let waker):
            waker.taken()
            wake(key, stream: stream)
        case .sourceChanged(let notice):
            notice.taken()
            handler.sourceChanged()
        case .drain: drain()
        case .probe(let answer): answer()
        case .stop(let completion): stop(completion)
        }
    }

    private func serve(_ socket: AcceptedSocket) {
        guard !isStopped, !isDraining else {
            Syscalls.close(socket.descriptor)
            return countClosed()
        }
        let connection = Connection(socket, key: table.makeKey(), now: now)
        table.insert(connection)
        guard readiness.add(connection) else {
            table.remove(connection)
            Syscalls.close(socket.descriptor)
            return countClosed()
        }
        metrics.connectionsChanged(connection.kind, by: 1)
        // Few fit there, so who says nothing must not keep the others out.
        if isForPagesOnly { startFrameClock(connection) }
        noteExpiry(now.advanced(byMilliseconds: rules.limits.idleTimeoutMilliseconds))
    }

    func countClosed() {
        counters.connectionClosed()
        load.remove()
    }

    private func drain() {
        isDraining = true
        for connection in table.all where !connection.isClosed {
            connection.sawEmptySocket = false
            hurryPage(of: connection)
            connection.http2?.beginDrain(.shutdown, now: now)
            receive(connection)
            settle(connection)
        }
        tellIfDrained()
    }

    private func stop(_ completion: @escaping @Sendable (Int) -> Void) {
        guard !isStopped else { return completion(0) }
        isStopped = true
        var cutCount = 0
        for connection in table.all {
            if !connection.isLingering { cutCount += 1 }
            cutStreams(of: connection)
            close(connection)
        }
        let late = mailbox.close()
        let count = cutCount
        readiness.stop { completion(count) }
        for message in late { perform(message) }
    }

    func tellIfDrained() {
        guard isDraining, !isStopped, !toldDrained, table.count == 0 else { return }
        toldDrained = true
        onDrained()
    }
}
