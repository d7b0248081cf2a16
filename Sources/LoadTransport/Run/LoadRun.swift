internal import LatencyHistogram
public import LoadGenerator
public import RPCCore
internal import SocketTransport

/// One run of a load: a single thread that keeps the schedule and moves the bytes of all
/// connections, so that nothing is handed from thread to thread. It waits for events and for the
/// time of the next call in one system call, to the nanosecond, and sends whatever is due by the
/// clock, never one call for a timer that fired.
@safe public final class LoadRun {
    enum Phase {
        case sending
        case draining
    }

    let plan: LoadPlan
    let target: LoadTarget
    let control: LoadControl
    let onInterval: (IntervalRecord) -> Void
    let poller: LoadPoller
    let scratch: UnsafeMutableRawBufferPointer
    var connections: [LoadConnection] = []
    /// Connections with something to send.
    var sendLine: [LoadConnection] = []

    // Unchecked: only this thread comes here, and each access stands for a whole operation.
    @exclusivity(unchecked) var recorder = RunRecorder()
    @exclusivity(unchecked) var sampler: MixSampler
    @exclusivity(unchecked) var arrivals: ArrivalSequence?
    @exclusivity(unchecked) var warmupArrivals: ArrivalSequence?

    var now: Int64 = 0
    var phase = Phase.sending
    var end = RunEnd.completed
    var failure: RPCError?
    /// Some connection of this run spoke the protocol.
    var hasHeardAnyPeer = false
    /// When the first call may be sent.
    var start: Int64 = 0
    /// When measuring begins; the warm-up lies before.
    var measureStart: Int64 = 0
    var sendEnd: Int64 = 0
    var sendingEndedAt: Int64 = 0
    var drainEnd: Int64 = 0
    var lastAnswer: Int64 = 0
    /// When the next call is to be sent; never in a closed loop, where a free stream says it.
    var nextIntended: Int64 = .max
    var isWarm = false
    /// No stream was free when a call was due; since then lateness is not this machine's.
    var isBlocked = false
    var unblockedAt: Int64 = 0
    var freeCount = 0
    var inFlightCount = 0
    var nextConnection = 0
    var measuredBeganCount: UInt64 = 0
    var nextTick: Int64 = 0
    var nextSweep: Int64 = 0
    var lastCut: Int64 = 0
    var askedAtTick = 0.0
    var processorAtStart = (thread: Int64(0), process: Int64(0))
    var processorUsed = (thread: Int64(0), process: Int64(0))

    static let bellToken = UInt64.max
    static let interruptToken = UInt64.max - 1
    static let scratchByteCount = 262_144

    /// - Parameter onInterval: gets each second of the run on its own thread; it must be quick.
    /// - Throws: when no file descriptor is left or a request is too large.
    public init(
        _ plan: LoadPlan, to target: LoadTarget, control: LoadControl,
        onInterval: @escaping (IntervalRecord) -> Void
    ) throws(RPCError) {
        self.plan = plan
        self.target = target
        self.control = control
        self.onInterval = onInterval
        do throws(TransportError) { poller = try LoadPoller() } catch {
            throw RPCError(.unavailable, error.message)
        }
        unsafe sampler = MixSampler(plan.mix, seed: plan.seed)
        unsafe scratch = .allocate(byteCount: Self.scratchByteCount, alignment: 64)
        _ = poller.add(control.bell.descriptor, token: Self.bellToken)
        try makeConnections()
    }

    deinit {
        for connection in connections where connection.isOpen {
            LoadSocket.close(connection.descriptor)
        }
        unsafe scratch.deallocate()
    }

    private func makeConnections() throws(RPCError) {
        switch target.wireProtocol {
        case .native:
            let requests = try PreparedRequests(
                plan.mix, timeoutMilliseconds: plan.timeoutMilliseconds)
            for place in 0..<plan.connectionCount {
                connections.append(
                    NativeConnection(
                        place: place, streamCount: plan.streamCount, sink: self,
                        requests: requests))
            }
        case .grpc:
            let requests = try GRPCLoadRequests(
                plan.mix, timeoutMilliseconds: plan.timeoutMilliseconds,
                authority: "\(target.address)")
            for place in 0..<plan.connectionCount {
                connections.append(
                    GRPCLoadConnection(
                        place: place, streamCount: plan.streamCount, sink: self,
                        requests: requests))
            }
        }
    }

    /// Runs the whole plan; blocks the calling thread.
    ///
    /// - Throws: when no connection can be made at the beginning, or the port speaks another
    ///   protocol.
    public func perform() throws(RPCError) -> RunResult {
        LoadPoller.setExactTimers(true)
        defer { LoadPoller.setExactTimers(false) }
        defer { control.end() }
        let interrupts = Interrupts.watchDescriptor
        if interrupts >= 0 { _ = poller.add(interrupts, token: Self.interruptToken) }
        if let reason = try connectAll() {
            end = reason
            return result(startMicroseconds: WallClock.microsecondsSinceEpoch)
        }
        let startMicroseconds = WallClock.microsecondsSinceEpoch
        begin()
        loop()
        if let failure { throw failure }
        return result(startMicroseconds: startMicroseconds)
    }

    private func begin() {
        now = MonotonicTime.now.nanoseconds
        start = now + 1_000_000
        measureStart = start + Int64(plan.warmupSeconds * 1e9)
        sendEnd = measureStart + Int64(plan.seconds * 1e9)
        lastAnswer = measureStart
        unsafe recorder.sendingEnd = sendEnd
        unsafe recorder.lateNanoseconds =
            plan.lateSeconds.isFinite ? Int64(plan.lateSeconds * 1e9) : .max
        isWarm = measureStart == start
        nextTick = measureStart + 1_000_000_000
        if case .open(let schedule, let pattern) = plan.pace {
            unsafe arrivals = ArrivalSequence(
                schedule, pattern, seed: plan.seed, countMaximum: plan.callCountMaximum)
            if !isWarm {
                unsafe warmupArrivals = LoadSchedule.constant(
                    perSecond: schedule.rate(atSeconds: 0), seconds: plan.warmupSeconds
                ).map { ArrivalSequence($0, .uniform, seed: 0) }
            }
            advanceArrival()
        }
        if isWarm { noteProcessorStart() }
    }

    /// What the warm-up cost is not counted.
    func noteProcessorStart() {
        unsafe recorder.sentByteCount = 0
        processorAtStart = (
            ProcessorTime.ofThreadNanoseconds, ProcessorTime.ofProcessNanoseconds
        )
    }

    private func result(startMicroseconds: Int64) -> RunResult {
        var result = RunResult()
        result.end = end
        result.startMicroseconds = startMicroseconds
        result.take(unsafe recorder)
        result.sendingSeconds = max(0, Double(sendingEndedAt - measureStart) / 1e9)
        result.totalSeconds = max(result.sendingSeconds, Double(now - measureStart) / 1e9)
        result.lastAnswerSeconds = max(0, Double(lastAnswer - measureStart) / 1e9)
        result.askedCount = result.sentCount + (result.tally(.notSent)?.count ?? 0)
        if case .closed = plan.pace { result.isOpenLoop = false }
        result.senderProcessorSeconds = Double(processorUsed.thread) / 1e9
        result.processProcessorSeconds = Double(processorUsed.process) / 1e9
        result.connectionCount = plan.connectionCount
        result.streamCount = plan.streamCount
        return result
    }
}
