internal import GRPCOverHTTP2
internal import RPCCore
internal import TTRPC

/// Running calls and answering them.
extension Lane {
    /// Sent before it grows further, so that a long batch of replies needs no long buffer. Each
    /// send may wake the client, which costs more than the copy: the replies to 64 calls of an
    /// ordinary page should fit.
    static let batchByteCount = 524_288

    /// - Parameters:
    ///   - offset: where the frame begins that asks for this.
    ///   - limit: what a frame was refused by that found no room.
    func perform(
        _ action: ServerAction, _ bytes: borrowing RawSpan, at offset: Int, _ limit: LimitKind,
        _ connection: Connection
    ) {
        switch action {
        case .needMore, .ignore: return
        case .call(let call):
            metrics.callStarted(call.method)
            let context = CallContext(
                method: call.method, arrival: connection.arrival, now: now,
                deadline: call.deadline)
            run(
                context, stream: call.stream, payload: bytes.extracting(call.payload), connection)
        case .open(let call):
            metrics.callStarted(call.method)
            let context = CallContext(
                method: call.method, arrival: connection.arrival, now: now,
                deadline: call.deadline)
            runStream(
                context, stream: call.stream, payload: bytes.extracting(call.payload), connection)
        case .cancel(let stream): forgetStream(stream, connection, .cancelled)
        case .refuse(let stream, let error):
            countRefused(error, limit, rules.method(ofFrameAt: offset, in: bytes), connection)
            answer(connection, stream: stream, error)
        case .abandon(let stream, let error):
            noteLimit(error, limit)
            forgetStream(stream, connection, error.wireCode)
            answer(connection, stream: stream, error)
        case .close(.wrongProtocol): close(connection)
        case .close(.frameTooLong(let stream, let error)):
            countRefused(error, limit, nil, connection)
            answer(connection, stream: stream, error)
            connection.closesAfterFlush = true
        }
        if connection.unsentByteCount >= Self.batchByteCount { flush(connection) }
    }

    /// Runs a call now; parks it when it asks to be tried again.
    private func run(
        _ context: CallContext, stream: UInt32, payload: borrowing RawSpan,
        _ connection: Connection
    ) {
        unsafe writer.open(stream: stream, output: uncountedOutput(of: connection))
        let outcome = handler.handle(context, payload: payload, reply: replyTarget)
        load.calls.add()
        switch writer.finish(outcome) {
        case .ended(let code):
            metrics.callEnded(context.method, code, arrival: context.arrival)
        case .retry(let milliseconds):
            park(context, stream: stream, payload: payload, connection, milliseconds)
        }
    }

    private func runStream(
        _ context: CallContext, stream: UInt32, payload: borrowing RawSpan,
        _ connection: Connection
    ) {
        if let milliseconds = open(context, stream: stream, payload: payload, connection) {
            park(context, stream: stream, payload: payload, connection, milliseconds)
        }
    }

    /// Keeps a call for a later attempt.
    func park(
        _ context: CallContext, stream: UInt32, payload: borrowing RawSpan,
        _ connection: Connection, _ milliseconds: Int64
    ) {
        guard parked.byteCount + payload.byteCount <= ParkedCalls.byteCountMaximum else {
            metrics.limitReached(.waitingBytes)
            return refuseStream(
                stream, context, connection,
                RPCError(.resourceExhausted, "too many calls wait; try again later"))
        }
        let wakeTime = min(
            now.advanced(byMilliseconds: max(milliseconds, 1)), context.deadline)
        parked.add(
            ParkedCall(
                key: connection.key, stream: stream, isGRPC: connection.http2 != nil,
                context: context,
                payload: payload.copy(0..<payload.byteCount), wakeTime: wakeTime))
        connection.parkedCount += 1
        noteParked(wakeTime)
    }

    /// Asks again for every parked call whose time has come.
    func runParked() {
        for call in parked.takeDue(now) {
            guard let connection = table[call.key] else {
                countLost(call)
                continue
            }
            connection.parkedCount -= 1
            now = .now
            if now >= call.context.deadline {
                refuseStream(call.stream, call.context, connection, Self.expired)
            } else if let link = connection.http2 {
                resume(call, connection, link)
            } else {
                let context = CallContext(
                    method: call.context.method, arrival: call.context.arrival, now: now,
                    deadline: call.context.deadline)
                unsafe call.payload.withUnsafeBytes { bytes in
                    let payload = unsafe bytes.bytes
                    if rules.methods.kind(context.method) == .unary {
                        run(context, stream: call.stream, payload: payload, connection)
                    } else {
                        runStream(context, stream: call.stream, payload: payload, connection)
                    }
                }
            }
            settle(connection)
        }
    }

    /// A call that was refused before its handler was asked.
    private func countRefused(
        _ error: RPCError, _ limit: LimitKind, _ method: MethodID?, _ connection: Connection
    ) {
        metrics.callStarted(method)
        metrics.callEnded(method, error.wireCode, arrival: connection.arrival)
        noteLimit(error, limit)
    }

    /// The protocol's side of a connection finds no room for nothing but what is too long.
    private func noteLimit(_ error: RPCError, _ limit: LimitKind) {
        if error.code == .resourceExhausted { metrics.limitReached(limit) }
    }

    /// The connection of a call that was kept is gone. gRPC counts its calls itself.
    private func countLost(_ call: ParkedCall) {
        guard !call.isGRPC else { return }
        metrics.callEnded(call.context.method, .cancelled, arrival: call.context.arrival)
    }

    func answer(_ connection: Connection, stream: UInt32, _ error: RPCError) {
        output(of: connection).appendError(error, stream: stream)
    }

    /// The output without a reference of one's own: the connection keeps it through the call.
    @inline(__always)
    func uncountedOutput(of connection: Connection) -> Unmanaged<ByteBuffer> {
        if let output = connection.output { return unsafe .passUnretained(output) }
        return unsafe .passUnretained(output(of: connection))
    }

    func output(of connection: Connection) -> ByteBuffer {
        if let output = connection.output { return output }
        let output = unsafe buffers.take()
        connection.output = output
        return output
    }

    /// Offers the replies to the socket: one send, as much as it takes.
    func flush(_ connection: Connection) {
        guard !connection.isSendBlocked, let output = connection.output, !output.isEmpty else {
            return
        }
        let bytes = unsafe output.bytes
        guard let base = bytes.baseAddress else { return }
        let count = bytes.count
        let result = unsafe Syscalls.send(
            connection.descriptor, base, count, counter: load.systemCalls)
        guard result.isSuccess || result.wouldBlock else { return close(connection) }
        if result.value > 0 { connection.lastActivity = now }
        connection.isSendBlocked = result.value < count
        if connection.isSendBlocked {
            noteStall(connection, hasProgress: result.value > 0)
        } else {
            connection.stallStart = .distantFuture
        }
        output.consume(result.value)
        if connection.hasStreams { connection.streams?.didSend(result.value) }
    }
}
