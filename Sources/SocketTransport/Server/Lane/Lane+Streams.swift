internal import RPCCore
internal import TTRPC

/// Calls whose messages are pulled while their connection takes what they give: streaming ones, and
/// unary ones that are answered later.
extension Lane {
    /// How much the streams of one connection may do before other connections have their turn.
    private static let pullsPerTurn = 16
    private static let bytesPerTurn = 262_144
    /// Produced bytes are offered to the socket from this many on.
    private static let sendByteCount = 65_536

    /// Whether one more call may be in flight; above the limit it is refused at once, because a
    /// stream may last and its client must stay able to give others up.
    func hasRoomForStream(_ connection: Connection) -> Bool {
        let openCount = (connection.streams?.count ?? 0) + connection.parkedCount
        return openCount < max(rules.limits.inFlightPerConnectionMaximum, 1)
    }

    /// Opens a stream now; the milliseconds to park it when it asks to be tried again.
    func open(
        _ context: CallContext, stream: UInt32, payload: borrowing RawSpan,
        _ connection: Connection
    ) -> Int64? {
        guard hasRoomForStream(connection) else {
            metrics.limitReached(.inFlight)
            refuseStream(
                stream, context, connection,
                RPCError(
                    .resourceExhausted,
                    "this connection has \(rules.limits.inFlightPerConnectionMaximum) calls in "
                        + "flight; wait for one to end or open another connection"))
            return nil
        }
        let key = connection.key
        let waker = LaneNotice { [weak self] waker in
            _ = self?.post(.wake(key, stream: stream, waker))
        }
        load.calls.add()
        switch handler.open(context, payload: payload, waker: waker) {
        case .opened(let source):
            let opened = OpenStream(
                id: stream, context, source: source,
                isUnary: rules.methods.kind(context.method).isUnary)
            if connection.streams == nil { connection.streams = StreamLine() }
            connection.streams?.insert(opened)
            counters.streamOpened()
            noteExpiry(context.deadline)
        case .failed(let error): refuseStream(stream, context, connection, error)
        case .retry(let milliseconds): return milliseconds
        }
        return nil
    }

    /// Pulls messages, one stream after the other, while there is room and the turn lasts.
    func pump(_ connection: Connection) {
        let start = connection.unsentByteCount
        var sentByteCount = 0
        for _ in 0..<Self.pullsPerTurn {
            guard canPull(connection), let stream = connection.streams?.popReady() else { break }
            pull(stream, connection)
            let unsent = connection.unsentByteCount
            if unsent >= Self.sendByteCount {
                flush(connection)
                guard !connection.isClosed else { return }
                sentByteCount += unsent - connection.unsentByteCount
            }
            if sentByteCount + connection.unsentByteCount - start >= Self.bytesPerTurn { break }
        }
        flush(connection)
        guard !connection.isClosed else { return }
        if connection.streams?.isEmpty == true { connection.streams = nil }
        if canPull(connection) { enqueue(connection) }
    }

    private func canPull(_ connection: Connection) -> Bool {
        guard let streams = connection.streams, streams.hasReady, streams.hasWindow else {
            return false
        }
        let unsent = connection.unsentByteCount
        return unsent < rules.limits.unsentByteCountMaximum && (unsent == 0 || !memory.isOver)
    }

    private func pull(_ stream: OpenStream, _ connection: Connection) {
        guard let source = stream.source else { return }
        guard now < stream.deadline else { return fail(stream, connection, Self.expired) }
        if stream.isUnary { return pullReply(stream, source, connection) }
        let output = output(of: connection)
        let mark = output.count
        streamWriter.open(stream: stream.id, output: output)
        let step = source.next(now: now, into: streamWriter)
        switch streamWriter.finish(step) {
        case .message:
            connection.streams?.didWrite(output.count - mark, unsentByteCount: output.count)
            connection.streams?.pushReady(stream)
        case .end:
            output.appendEnd(ofStream: stream.id)
            drop(stream, connection, .ok)
        case .failed(let error): fail(stream, connection, error)
        case .wait where connection.reachedEnd: fail(stream, connection, Self.abandoned)
        case .wait: stream.isReady = false
        }
    }

    /// Pulls the one reply of a unary call.
    private func pullReply(
        _ stream: OpenStream, _ source: any ReplyStream, _ connection: Connection
    ) {
        unsafe writer.open(stream: stream.id, output: uncountedOutput(of: connection))
        let outcome: CallOutcome =
            switch source.next(now: now, into: replyTarget) {
            case .message, .end: .replied
            case .failed(let error): .failed(error)
            case .wait: .retry(afterMilliseconds: 0)
            }
        switch writer.finish(outcome) {
        case .ended(let code): drop(stream, connection, code)
        case .retry: stream.isReady = false
        }
    }

    static let abandoned = RPCError(
        .cancelled, "the client closed its side of the connection")
    static let expired = RPCError(.deadlineExceeded, "the call did not end before its deadline")
}
