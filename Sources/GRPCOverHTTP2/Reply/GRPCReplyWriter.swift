public import RPCCore

/// Takes the answers of handlers and the messages of streams, each behind its prefix. One for each
/// event loop.
@safe public final class GRPCReplyWriter: ReplyTarget {
    /// As over every protocol of this server.
    private static let messageByteCountMaximum = TransportLimits.frameByteCountMaximum
    /// Shorter answers are not worth compressing.
    private static let compressedByteCountMinimum = 1_024

    /// Largest reply that is taken now: less while memory is short.
    public var byteCountMaximum: Int
    /// Uncounted, as is the stream: both live through the turn of a handler, and only `finish` lets
    /// go.
    private var connection: Unmanaged<GRPCServerConnection>?
    private var stream: Unmanaged<GRPCStream>?
    /// What the stream's reply held before.
    private var mark = 0
    private var isBegun = false
    private var isTooLong = false
    /// Takes the bytes of an answer that cannot be sent.
    private var discarded: UnsafeMutableRawBufferPointer?

    public init() {
        byteCountMaximum = Self.messageByteCountMaximum
        unsafe discarded = nil
    }

    deinit { unsafe discarded?.deallocate() }

    /// Longest message there is.
    public static var longest: Int { messageByteCountMaximum }

    /// The answer to the call that `connection` gave out last comes next.
    public func open(_ connection: GRPCServerConnection) {
        if let stream = connection.current { open(stream, of: connection) }
    }

    func open(_ stream: GRPCStream, of connection: GRPCServerConnection) {
        unsafe self.connection = .passUnretained(connection)
        unsafe self.stream = .passUnretained(stream)
        mark = stream.reply?.count ?? 0
        isBegun = false
        isTooLong = false
    }

    @unsafe public func beginReply(byteCount: Int) -> UnsafeMutableRawBufferPointer {
        let maximum = Self.messageByteCountMaximum
        guard let connection = unsafe connection, let stream = unsafe stream, !isBegun,
            byteCount >= 0, byteCount <= maximum
        else {
            isTooLong = isTooLong || byteCount > maximum
            return unsafe discardingBuffer(byteCount)
        }
        isBegun = true
        let total = MessagePrefix.byteCount + byteCount
        let place = unsafe stream._withUnsafeGuaranteedRef { stream in
            if let reply = stream.reply { return unsafe reply.extend(total) }
            let reply = unsafe connection._withUnsafeGuaranteedRef { $0.takeReply(total) }
            stream.reply = reply
            return unsafe reply.extend(total)
        }
        unsafe MessagePrefix(isCompressed: false, messageByteCount: byteCount).write(to: place)
        return unsafe UnsafeMutableRawBufferPointer(
            start: place + MessagePrefix.byteCount, count: byteCount)
    }

    /// Ends the call's answer; the milliseconds after which to ask again when nothing was written.
    public func finish(_ outcome: CallOutcome) -> Int64? {
        defer { close() }
        guard let connection = unsafe connection, let stream = unsafe stream else { return nil }
        return unsafe connection._withUnsafeGuaranteedRef { connection in
            unsafe stream._withUnsafeGuaranteedRef { stream in
                finish(outcome, stream, connection)
            }
        }
    }

    private func finish(
        _ outcome: CallOutcome, _ stream: GRPCStream, _ connection: GRPCServerConnection
    ) -> Int64? {
        switch outcome {
        case .replied:
            guard let fault else { break }
            takeBack(stream, connection)
            connection.answerCurrent(stream, fault)
            return nil
        case .failed(let error):
            takeBack(stream, connection)
            connection.answerCurrent(stream, error)
            return nil
        case .retry(let milliseconds):
            takeBack(stream, connection)
            guard stream.kind == .bidirectionalStreaming else { return milliseconds }
            connection.answerCurrent(
                stream, RPCError(.unavailable, "the server cannot answer this yet; try again"))
            return nil
        }
        seal(stream, connection)
        connection.replyCurrent(stream)
        return nil
    }

    /// What the step of a stream became.
    func finish(_ step: StreamStep) -> StreamStep {
        defer { close() }
        guard let connection = unsafe connection, let stream = unsafe stream else { return step }
        return unsafe connection._withUnsafeGuaranteedRef { connection in
            unsafe stream._withUnsafeGuaranteedRef { stream in
                guard case .message = step else {
                    takeBack(stream, connection)
                    return step
                }
                if let fault {
                    takeBack(stream, connection)
                    return .failed(fault)
                }
                seal(stream, connection)
                return step
            }
        }
    }

    private var fault: RPCError? {
        if isTooLong {
            return RPCError(.resourceExhausted, "the reply would be over 4 MiB; ask for less")
        }
        return isBegun
            ? nil : RPCError(.internalError, "the server gave no answer to this call")
    }

    /// The message is whole: counted, and compressed where its client wants that.
    private func seal(_ stream: GRPCStream, _ connection: GRPCServerConnection) {
        guard let reply = stream.reply else { return }
        let start = mark + MessagePrefix.byteCount
        if !stream.hasBegun {
            stream.isCompressing = unsafe stream.head.coding == .gzip && stream.head.acceptsGzip
        }
        if stream.isCompressing, reply.count - start >= Self.compressedByteCountMinimum,
            let short = unsafe Gzip.deflate(
                UnsafeRawBufferPointer(rebasing: reply.bytes[start...]))
        {
            reply.truncate(to: mark)
            let place = unsafe reply.extend(MessagePrefix.byteCount)
            unsafe MessagePrefix(isCompressed: true, messageByteCount: short.count)
                .write(to: place)
            unsafe short.withUnsafeBytes { unsafe reply.append($0) }
        }
        connection.replyByteCount += reply.count - mark
    }

    /// Drops what was written of this answer; nothing of it was counted.
    private func takeBack(_ stream: GRPCStream, _ connection: GRPCServerConnection) {
        guard isBegun, let reply = stream.reply else { return }
        reply.truncate(to: mark)
        guard mark == 0 else { return }
        stream.reply = nil
        connection.giveBack(reply)
    }

    private func close() {
        unsafe connection = nil
        unsafe stream = nil
        unsafe discarded?.deallocate()
        unsafe discarded = nil
    }

    private func discardingBuffer(_ byteCount: Int) -> UnsafeMutableRawBufferPointer {
        unsafe discarded?.deallocate()
        let buffer = UnsafeMutableRawBufferPointer.allocate(
            byteCount: max(byteCount, 0), alignment: 16)
        unsafe discarded = buffer
        return unsafe buffer
    }
}

extension GRPCServerConnection {
    /// The handler failed the call that was given out last.
    fileprivate func answerCurrent(_ stream: GRPCStream, _ error: RPCError) {
        current = nil
        answer(stream, error)
    }

    /// The handler's reply is whole.
    fileprivate func replyCurrent(_ stream: GRPCStream) {
        current = nil
        if stream.kind == .bidirectionalStreaming {
            offerMessage(stream)
            endMessage(stream)
        } else {
            answer(stream, nil)
        }
    }
}
