public import RPCCore

/// Calls whose messages are pulled while their client takes what they give: server-streaming ones,
/// and unary ones that are answered later.
extension GRPCServerConnection {
    /// The call that was given out last is a stream from now on.
    public func open(_ call: GRPCCall, _ source: any ReplyStream) {
        guard let stream = current, stream.id == Int32(call.stream) else { return }
        current = nil
        releaseRequest(stream)
        stream.phase = .streaming
        stream.source = source
        openStreamCount += 1
        pushReady(stream)
    }

    /// Whether a stream may be pulled now.
    public var hasReadyStreams: Bool { !readyStreams.isEmpty && hasRoom && end == nil }

    /// The stream's waker was called.
    public func wake(_ id: UInt32) {
        guard let stream = stream(Int32(truncatingIfNeeded: id)), stream.waitsForWaker else {
            return
        }
        stream.waitsForWaker = false
        pushReady(stream)
    }

    /// Pulls one message of the stream whose turn it is.
    ///
    /// - Parameter writer: takes the message.
    public func pull(now: MonotonicTime, _ writer: GRPCReplyWriter) {
        guard hasReadyStreams, let id = readyStreams.pop(), let stream = stream(id),
            stream.isReady
        else { return }
        stream.isReady = false
        guard let source = stream.source else { return }
        guard now < stream.deadline else { return expire(stream) }
        writer.open(stream, of: self)
        switch writer.finish(source.next(now: now, into: writer)) {
        case .message where stream.kind.isUnary: answer(stream, nil)
        case .end where stream.kind.isUnary:
            answer(stream, RPCError(.internalError, "the server gave no answer to this call"))
        case .message:
            offerMessage(stream)
            noteRoom(stream)
        case .end: answer(stream, nil)
        case .failed(let error): answer(stream, error)
        case .wait: stream.waitsForWaker = true
        }
    }

    /// A stream whose client has taken most of what it gave is pulled again.
    func noteRoom(_ stream: GRPCStream) {
        guard stream.source != nil, !stream.isReady, !stream.waitsForWaker,
            (stream.reply?.count ?? 0) < HTTP2Limits.streamReplyByteCount
        else { return }
        pushReady(stream)
    }

    private func pushReady(_ stream: GRPCStream) {
        stream.isReady = true
        if readyStreams.count >= 2 * streamCountMaximum + 64 {
            readyStreams.keep { id in withStream(id) { $0.isReady } ?? false }
        }
        readyStreams.push(stream.id)
    }
}
