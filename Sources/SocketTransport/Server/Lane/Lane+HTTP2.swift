internal import GRPCOverHTTP2
internal import RPCCore
internal import TTRPC

/// gRPC on a connection of a lane: the protocol's side takes bytes and gives out calls, which run
/// and are answered here like those of the native protocol.
extension Lane {
    /// Streams pulled, and rounds of producing and sending, before other connections have their
    /// turn.
    private static let pullsPerTurn = 16
    private static let roundsPerTurn = 2

    /// The first bytes are those of HTTP/2; its own side looks at the rest.
    func beginHTTP2(_ connection: Connection, _ bytes: borrowing RawSpan) {
        guard let link = GRPCServerConnection(rules: grpcRules, now: now, observer: metrics) else {
            return close(connection)
        }
        setWire(connection, .grpc)
        connection.http2 = link
        if isDraining { link.beginDrain(.shutdown, now: now) }
        var budget = TurnBudget()
        unsafe bytes.withUnsafeBytes { unsafe take($0, connection, link, &budget) }
    }

    /// One receive; false when the socket is empty, at its end or closed.
    func receiveHTTP2(
        _ connection: Connection, _ link: GRPCServerConnection, _ budget: inout TurnBudget
    ) -> Bool {
        let result = unsafe Syscalls.receive(
            connection.descriptor, scratch, Self.scratchByteCount, counter: load.systemCalls)
        guard accept(result, of: Self.scratchByteCount, connection) else {
            if connection.reachedEnd { link.endInput() }
            return false
        }
        budget.byteCount -= result.value
        unsafe take(
            UnsafeRawBufferPointer(start: scratch, count: result.value), connection, link, &budget)
        return !connection.isClosed
    }

    private func take(
        _ bytes: UnsafeRawBufferPointer, _ connection: Connection, _ link: GRPCServerConnection,
        _ budget: inout TurnBudget
    ) {
        limitMemory(link)
        unsafe link.receive(bytes, now: now)
        noteAbuse(connection, link)
        if link.end == .wrongProtocol {
            counters.countWrongProtocol()
            return close(connection)
        }
        runCalls(connection, link, &budget)
    }

    /// What the connection may hold now.
    private func limitMemory(_ link: GRPCServerConnection) {
        let isOver = memory.isOver
        link.refusesLongRequests = isOver
        link.replyByteCountMaximum =
            isOver
            ? min(
                rules.limits.unsentByteCountMaximum,
                memory.share(ofConnections: counters.openConnectionCount))
            : rules.limits.unsentByteCountMaximum
    }

    /// Runs the calls that are whole, within one turn's budget.
    func runCalls(
        _ connection: Connection, _ link: GRPCServerConnection, _ budget: inout TurnBudget
    ) {
        limitMemory(link)
        while budget.frameCount > 0, let call = link.nextCall(now: now) {
            budget.frameCount -= 1
            if let time = budget.clock.tick(since: now) { now = time }
            run(call, connection, link, now: now)
            link.produce(into: output(of: connection), until: Self.batchByteCount)
            if connection.unsentByteCount >= Self.batchByteCount { flush(connection) }
            guard !connection.isClosed else { return }
        }
        connection.hasBufferedFrames = link.hasRunnableCalls
    }

    private func run(
        _ call: GRPCCall, _ connection: Connection, _ link: GRPCServerConnection,
        now: MonotonicTime
    ) {
        let context = CallContext(
            method: call.method, arrival: call.arrival, now: now, deadline: call.deadline)
        if let milliseconds = unsafe attempt(call, context, link.payload, connection, link) {
            unsafe park(
                context, stream: call.stream, payload: link.payload.bytes, connection,
                milliseconds)
            link.keep(call)
        }
    }

    /// Goes on with a call that was parked.
    func resume(_ parked: ParkedCall, _ connection: Connection, _ link: GRPCServerConnection) {
        guard let call = link.resume(parked.stream) else { return }
        let context = CallContext(
            method: call.method, arrival: parked.context.arrival, now: now,
            deadline: call.deadline)
        unsafe parked.payload.withUnsafeBytes { payload in
            if let milliseconds = unsafe attempt(call, context, payload, connection, link) {
                unsafe park(
                    context, stream: call.stream, payload: payload.bytes, connection,
                    milliseconds)
                link.keep(call)
            }
        }
    }

    /// Asks the handler; the milliseconds after which to ask again.
    private func attempt(
        _ call: GRPCCall, _ context: CallContext, _ payload: UnsafeRawBufferPointer,
        _ connection: Connection, _ link: GRPCServerConnection
    ) -> Int64? {
        load.calls.add()
        grpcWriter.byteCountMaximum =
            memory.isOver ? MemoryGauge.shortReplyByteCount : GRPCReplyWriter.longest
        guard call.kind != .unary, call.kind != .bidirectionalStreaming else {
            grpcWriter.open(link)
            return grpcWriter.finish(
                unsafe handler.handle(context, payload: payload.bytes, reply: grpcReplyTarget))
        }
        let key = connection.key
        let waker = LaneNotice { [weak self] waker in
            _ = self?.post(.wake(key, stream: call.stream, waker))
        }
        switch unsafe handler.open(context, payload: payload.bytes, waker: waker) {
        case .opened(let source): link.open(call, source)
        case .failed(let error): link.fail(call.stream, error)
        case .retry(let milliseconds): return milliseconds
        }
        return nil
    }
}

/// What a lane sends for gRPC, and when it looks after it.
extension Lane {
    /// Produces and sends while the socket and the client's windows take it, for one turn.
    func sendHTTP2(_ connection: Connection, _ link: GRPCServerConnection) {
        for stream in link.takeAbandoned() { parked.remove(stream: stream, of: connection) }
        for _ in 0..<Self.roundsPerTurn {
            var pullCount = 0
            while canPull(link), pullCount < Self.pullsPerTurn {
                link.pull(now: now, grpcWriter)
                pullCount += 1
            }
            if link.hasOutput {
                link.produce(into: output(of: connection), until: Self.batchByteCount)
            }
            noteAbuse(connection, link)
            flush(connection)
            guard !connection.isClosed else { return }
            guard !connection.isSendBlocked, link.hasOutput || canPull(link) else { break }
        }
        account(connection, link)
        connection.hasBufferedFrames = link.hasRunnableCalls
        if link.isOver { connection.closesAfterFlush = true }
        if !connection.isSendBlocked, link.hasOutput || canPull(link) { enqueue(connection) }
        connection.isHeldBack = link.isWaitingForRoom && memory.isOver
        if connection.isHeldBack { noteHeldBack() }
        if link.nextExpiry < timers.nextSweep { noteExpiry(link.nextExpiry) }
    }

    /// Once for each connection, and before anything is sent: an abuser may be gone by then.
    private func noteAbuse(_ connection: Connection, _ link: GRPCServerConnection) {
        guard case .abuse(let limit) = link.end, !connection.http2Account.hasToldAbuse else {
            return
        }
        connection.http2Account.hasToldAbuse = true
        counters.countAbuse(limit.rawValue)
    }

    private func canPull(_ link: GRPCServerConnection) -> Bool {
        link.hasReadyStreams && (link.replyByteCount == 0 || !memory.isOver)
    }

    /// Whether a client leaves so much unread that nothing more is taken from it.
    func isUnread(_ connection: Connection) -> Bool {
        connection.http2 != nil && connection.isSendBlocked
            && connection.unsentByteCount >= Self.batchByteCount
    }

    /// Goes on with the connections whose calls were held back, when there is memory again: their
    /// clients may have nothing to send that would say so.
    ///
    /// - Returns: whether some are still held back.
    func resumeHeldBack() -> Bool {
        var waiting: [Connection] = []
        table.forEach { if $0.isHeldBack { waiting.append($0) } }
        guard !memory.isOver else { return !waiting.isEmpty }
        for connection in waiting where !connection.isClosed {
            if let link = connection.http2 { limitMemory(link) }
            settle(connection)
        }
        return false
    }

    /// Does what is due on gRPC connections. What they wait for next changes by it.
    func expireHTTP2() {
        var late: [Connection] = []
        table.forEach { connection in
            if let link = connection.http2, link.nextExpiry <= now { late.append(connection) }
        }
        for connection in late where !connection.isClosed {
            connection.http2?.expire(now: now)
            settle(connection)
        }
    }

    private func account(_ connection: Connection, _ link: GRPCServerConnection) {
        // What a call takes beside its bytes.
        let byteCount = link.requestByteCount + link.replyByteCount + link.callCount * 2_048
        let streamCount = link.openStreamCount
        if byteCount != connection.http2Account.byteCount {
            memory.add(byteCount - connection.http2Account.byteCount)
            connection.http2Account.byteCount = byteCount
        }
        if streamCount != connection.http2Account.openStreamCount {
            counters.addStreams(streamCount - connection.http2Account.openStreamCount)
            connection.http2Account.openStreamCount = streamCount
        }
    }

    /// The connection is gone, and its calls with it.
    func releaseHTTP2(of connection: Connection) {
        guard let link = connection.http2 else { return }
        link.release()
        connection.http2 = nil
        memory.subtract(connection.http2Account.byteCount)
        counters.addStreams(-connection.http2Account.openStreamCount)
        connection.http2Account = HTTP2Account()
    }
}

extension ByteBuffer: ByteSink {}
