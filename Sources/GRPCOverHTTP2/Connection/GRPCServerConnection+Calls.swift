public import RPCCore

/// Handing calls out.
extension GRPCServerConnection {
    /// An answer needs at least so long.
    private static let shortestCallNanoseconds: Int64 = 1_000

    /// Whether `nextCall` may give one.
    public var hasRunnableCalls: Bool { unsafe !line.isEmpty && hasRoom && end == nil }

    /// Replies that wait are within their bound.
    var hasRoom: Bool { replyByteCount < max(replyByteCountMaximum, 1) }

    /// The call whose turn it is; nil when none is whole, or while too much of what was answered has
    /// not been taken. The calls of a connection come in the order in which they were whole.
    ///
    /// Each must be answered, opened or kept before the next is asked for.
    public func nextCall(now: MonotonicTime) -> GRPCCall? {
        // Refused ones cost time too, such as unfolding them; the owner comes back for the rest.
        var refusedCount = 0
        while refusedCount < 8, hasRunnableCalls, let id = unsafe line.pop() {
            guard let stream = stream(id), stream.isInLine else { continue }
            stream.isInLine = false
            guard now.advanced(byNanoseconds: Self.shortestCallNanoseconds) < stream.deadline else {
                expire(stream)
                refusedCount += 1
                continue
            }
            do throws(RPCError) { try unfold(stream) } catch {
                if error.code == .resourceExhausted { observer?.limitReached(.requestBytes) }
                answer(stream, error)
                refusedCount += 1
                continue
            }
            if stream.kind != .bidirectionalStreaming { stream.phase = .running }
            current = stream
            return GRPCCall(stream)
        }
        return nil
    }

    /// The message of the call that was given out last; valid until it is answered.
    public var payload: UnsafeRawBufferPointer {
        guard let stream = current else {
            return unsafe UnsafeRawBufferPointer(start: nil, count: 0)
        }
        if let unfolded = stream.unfolded { return unsafe unfolded.bytes }
        let bytes = unsafe stream.request.bytes
        guard let prefix = unsafe MessagePrefix(bytes) else { return unsafe bytes }
        return unsafe UnsafeRawBufferPointer(
            rebasing: bytes[
                MessagePrefix.byteCount..<(MessagePrefix.byteCount + prefix.messageByteCount)])
    }

    /// The owner keeps the call, with a copy of its payload, and answers it later.
    public func keep(_ call: GRPCCall) {
        guard let stream = current, stream.id == Int32(call.stream) else { return }
        releaseRequest(stream)
        current = nil
    }

    /// Takes up a call that was kept; nil when it is over.
    public func resume(_ id: UInt32) -> GRPCCall? {
        guard let stream = stream(Int32(truncatingIfNeeded: id)), stream.phase == .running else {
            return nil
        }
        current = stream
        return GRPCCall(stream)
    }

    /// Answers a call with an error.
    public func fail(_ id: UInt32, _ error: RPCError) {
        guard let stream = stream(Int32(truncatingIfNeeded: id)) else { return }
        if current === stream { current = nil }
        answer(stream, error)
    }

    /// Ids of kept calls that are over; each is told once.
    public func takeAbandoned() -> [UInt32] {
        guard !abandoned.isEmpty else { return [] }
        defer { abandoned = [] }
        return abandoned
    }

    private func unfold(_ stream: GRPCStream) throws(RPCError) {
        guard let prefix = unsafe MessagePrefix(stream.request.bytes), prefix.isCompressed else {
            return
        }
        guard unsafe stream.head.coding == .gzip else {
            throw RPCError(
                .internalError, "a message is marked as compressed and grpc-encoding is missing")
        }
        let maximum = rules.methods[stream.method].requestByteCountMaximum(rules.limits)
        let bytes = try unsafe Gzip.inflate(
            UnsafeRawBufferPointer(
                rebasing: stream.request.bytes[
                    MessagePrefix.byteCount..<(MessagePrefix.byteCount + prefix.messageByteCount)]),
            byteCountMaximum: maximum)
        let buffer = MessageBuffer(capacity: max(bytes.count, 1))
        unsafe bytes.withUnsafeBytes { unsafe buffer.append($0) }
        stream.unfolded = buffer
    }

    func releaseRequest(_ stream: GRPCStream) {
        requestByteCount -= stream.request.count
        stream.releaseRequest()
    }
}

/// Calls that stream both ways: each message is one call of the handler.
extension GRPCServerConnection {
    /// A message may be whole.
    func enqueueMessage(_ stream: GRPCStream) {
        guard !stream.isInLine, current !== stream,
            let prefix = unsafe MessagePrefix(stream.request.bytes),
            stream.request.count >= MessagePrefix.byteCount + prefix.messageByteCount
        else { return }
        enqueue(stream)
    }

    /// The message that was given out is answered.
    func endMessage(_ stream: GRPCStream) {
        stream.unfolded = nil
        if let prefix = unsafe MessagePrefix(stream.request.bytes) {
            let byteCount = MessagePrefix.byteCount + prefix.messageByteCount
            stream.request.consume(byteCount)
            requestByteCount -= byteCount
            if stream.request.count == 0 { stream.releaseRequest() }
        }
        if let prefix = unsafe MessagePrefix(stream.request.bytes),
            case let maximum = rules.methods[stream.method].requestByteCountMaximum(rules.limits),
            prefix.messageByteCount > maximum
        {
            observer?.limitReached(.requestBytes)
            return answer(
                stream,
                RPCError(
                    .resourceExhausted,
                    "a message carries \(prefix.messageByteCount) bytes; at most \(maximum) are "
                        + "taken"))
        }
        enqueueMessage(stream)
        if stream.requestEnded { endMessages(stream) }
    }

    /// The client sends no more messages.
    func endMessages(_ stream: GRPCStream) {
        guard !stream.isInLine, current !== stream else { return }
        answer(stream, stream.request.count == 0 ? nil : Self.cutShort)
    }
}
