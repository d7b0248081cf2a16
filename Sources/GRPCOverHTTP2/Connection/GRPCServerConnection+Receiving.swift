internal import CNghttp2
public import RPCCore

/// What the client sends.
extension GRPCServerConnection {
    /// Takes bytes in, at most a few of its client's windows; `end` is set when they were the last.
    public func receive(_ bytes: UnsafeRawBufferPointer, now: MonotonicTime) {
        guard end == nil, let base = bytes.baseAddress else { return }
        arrival = now
        turn &+= 1
        let code = unsafe nghttp2_session_mem_recv(
            session, base.assumingMemoryBound(to: UInt8.self), bytes.count)
        guard code < 0, end == nil else { return }
        switch Int32(code) {
        case NGHTTP2_ERR_BAD_CLIENT_MAGIC.rawValue: end = .wrongProtocol
        case NGHTTP2_ERR_FLOODED.rawValue: end = .abuse(.unreadReplies)
        default:
            // Too many CONTINUATION frames have no number of their own in every version.
            end = headerStart == nil ? .brokenProtocol : .abuse(.headers)
        }
    }

    func beginHeaders(_ frame: UnsafePointer<nghttp2_frame>) -> Int32 {
        unsafe headStream = nil
        beginHeaderBlock(unsafe frame.pointee.hd.stream_id)
        guard unsafe frame.pointee.headers.cat == NGHTTP2_HCAT_REQUEST else { return 0 }
        let id = unsafe frame.pointee.hd.stream_id
        guard unsafe streams.count < streamCountMaximum else {
            countRefused()
            unsafe nghttp2_submit_rst_stream(
                session, 0, id, NGHTTP2_REFUSED_STREAM.rawValue)
            return countControlFrame()
        }
        let stream = unsafe streams.add(id: id, turn: turn)
        stream.arrival = arrival
        stream.requestLimit = arrival.advanced(
            byMilliseconds: rules.limits.frameArrivalTimeoutMilliseconds)
        unsafe headStream = Unmanaged.passUnretained(stream)
        unsafe nghttp2_session_set_stream_user_data(
            session, id, Unmanaged.passUnretained(stream).toOpaque())
        return 0
    }

    /// A header block must end soon, or its stream.
    private func beginHeaderBlock(_ id: Int32) {
        headerStart = arrival
        headerID = id
        headerBlockByteCount = 0
        noteExpiry(arrival.advanced(byMilliseconds: rules.limits.frameArrivalTimeoutMilliseconds))
    }

    func takeHeader(
        _ frame: UnsafePointer<nghttp2_frame>, _ name: UnsafeRawBufferPointer,
        _ value: UnsafeRawBufferPointer
    ) -> Int32 {
        // Counted for refused calls too, as a few bytes can stand for very long fields.
        headerBlockByteCount += name.count + value.count + 32
        guard headerBlockByteCount <= HTTP2Limits.headerBombByteCount else {
            return endConnection(.abuse(.headers))
        }
        let id = unsafe frame.pointee.hd.stream_id
        if let head = unsafe headStream, headerID == id {
            return unsafe head._withUnsafeGuaranteedRef { stream in
                if let fault = unsafe stream.head.take(name, value, methods: rules.methods) {
                    stream.pathFault = fault
                }
                return headersFault(stream)
            }
        }
        return withStream(id) { stream in
            unsafe stream.head.count(name.count + value.count)
            return headersFault(stream)
        } ?? 0
    }

    private func headersFault(_ stream: GRPCStream) -> Int32 {
        guard unsafe stream.head.byteCount <= HTTP2Limits.headerBombByteCount else {
            return endConnection(.abuse(.headers))
        }
        return 0
    }

    func takeFrame(_ frame: UnsafePointer<nghttp2_frame>) -> Int32 {
        let header = unsafe frame.pointee.hd
        let isEnd = header.flags & UInt8(NGHTTP2_FLAG_END_STREAM.rawValue) != 0
        switch UInt32(header.type) {
        case NGHTTP2_HEADERS.rawValue:
            headerStart = nil
            unsafe headStream = nil
            guard let stream = stream(header.stream_id) else { return 0 }
            if unsafe frame.pointee.headers.cat == NGHTTP2_HCAT_REQUEST { takeHead(stream) }
            if isEnd { endRequest(stream) }
        case NGHTTP2_DATA.rawValue:
            if isEnd {
                if let stream = stream(header.stream_id) { endRequest(stream) }
            } else if header.length == 0 {
                return countControlFrame()
            }
        case NGHTTP2_RST_STREAM.rawValue: return takeReset(header.stream_id)
        case NGHTTP2_PING.rawValue: return unsafe takePing(frame)
        case NGHTTP2_SETTINGS.rawValue:
            hasSettings = true
            if header.flags & UInt8(NGHTTP2_FLAG_ACK.rawValue) == 0 { return countControlFrame() }
        default: return countControlFrame()
        }
        return 0
    }

    /// The header fields of a request are there.
    private func takeHead(_ stream: GRPCStream) {
        unsafe controlFrames.credit(4)
        guard unsafe stream.head.isPost else { return refuse(stream, httpStatus: "405") }
        guard unsafe stream.head.isGRPC else { return refuse(stream, httpStatus: "415") }
        countStart(stream)
        do throws(RPCError) {
            let limits = rules.limits
            guard unsafe stream.head.byteCount <= HTTP2Limits.headerByteCountMaximum else {
                observer?.limitReached(.headerBytes)
                throw RPCError(
                    .resourceExhausted,
                    unsafe "the header fields take \(stream.head.byteCount) bytes; at most "
                        + "\(HTTP2Limits.headerByteCountMaximum) are taken")
            }
            stream.method = try method(of: stream)
            stream.kind = rules.methods.kind(stream.method)
            guard unsafe !stream.head.hasBadTimeout else {
                throw RPCError(
                    .invalidArgument,
                    "grpc-timeout is not one to eight digits and one of H, M, S, m, u, n")
            }
            guard unsafe stream.head.coding != .other else {
                throw RPCError(
                    .unimplemented, "grpc-encoding is neither identity nor gzip, the ones taken")
            }
            stream.deadline = unsafe limits.deadline(
                stream.head.timeoutNanoseconds, of: stream.method, in: rules.methods,
                from: arrival)
            if stream.kind == .bidirectionalStreaming { stream.requestLimit = .distantFuture }
            noteExpiry(stream.expiry)
        } catch {
            answer(stream, error)
        }
    }

    private func method(of stream: GRPCStream) throws(RPCError) -> MethodID {
        if case .method(let id) = unsafe stream.head.target { return id }
        throw stream.pathFault ?? RPCError(.unimplemented, "the request has no path")
    }

    func takeData(_ id: Int32, _ bytes: UnsafeRawBufferPointer) -> Int32 {
        withStream(id) { stream in
            guard stream.phase != .answered, bytes.count > 0 else { return }
            unsafe stream.request.append(bytes)
            requestByteCount += bytes.count
            if let fault = requestFault(stream) {
                answer(stream, fault)
            } else if stream.kind == .bidirectionalStreaming {
                enqueueMessage(stream)
            }
        }
        return 0
    }

    /// What is wrong with the part of a request that has come.
    private func requestFault(_ stream: GRPCStream) -> RPCError? {
        let held = stream.request.count
        guard !refusesLongRequests || held <= HTTP2Limits.shortRequestByteCount else {
            observer?.limitReached(.bufferedBytes)
            return RPCError(
                .resourceExhausted,
                "the server's memory for requests and replies is used up; try again later")
        }
        guard requestByteCount <= HTTP2Limits.requestByteCountMaximum else {
            observer?.limitReached(.waitingBytes)
            return RPCError(
                .resourceExhausted, "this connection has too many long requests under way")
        }
        guard let prefix = unsafe MessagePrefix(stream.request.bytes) else { return nil }
        let maximum = rules.methods[stream.method].requestByteCountMaximum(rules.limits)
        guard prefix.messageByteCount <= maximum else {
            observer?.limitReached(.requestBytes)
            return RPCError(
                .resourceExhausted,
                "the request carries \(prefix.messageByteCount) bytes; at most \(maximum) are taken"
            )
        }
        if stream.kind == .bidirectionalStreaming {
            guard held <= 4 * (maximum + MessagePrefix.byteCount) else {
                observer?.limitReached(.waitingBytes)
                return RPCError(
                    .resourceExhausted, "too many messages wait; send the next after an answer")
            }
        } else if held > MessagePrefix.byteCount + prefix.messageByteCount {
            return RPCError(
                .unimplemented,
                "\(rules.methods[stream.method].name) takes one request message, not more")
        }
        return nil
    }

    /// The client sends no more for this call.
    private func endRequest(_ stream: GRPCStream) {
        stream.requestEnded = true
        guard stream.phase == .receiving || stream.kind == .bidirectionalStreaming,
            stream.phase != .answered
        else { return }
        let held = stream.request.count
        if stream.kind == .bidirectionalStreaming { return endMessages(stream) }
        guard held > 0 else {
            return answer(
                stream,
                RPCError(
                    .unimplemented, "\(rules.methods[stream.method].name) takes one request message"
                ))
        }
        guard let prefix = unsafe MessagePrefix(stream.request.bytes),
            held == MessagePrefix.byteCount + prefix.messageByteCount
        else { return answer(stream, Self.cutShort) }
        stream.phase = .queued
        enqueue(stream)
    }

    static let cutShort = RPCError(.internalError, "the request message is cut short")

    /// The client gave a call up.
    private func takeReset(_ id: Int32) -> Int32 {
        guard let stream = stream(id) else { return countControlFrame() }
        // Nothing runs while bytes are read, so a call that came with its reset never ran.
        guard stream.turn == turn || stream.phase == .receiving else { return 0 }
        return resets.take(arrival) ? 0 : endConnection(.abuse(.rapidReset))
    }

    func countControlFrame() -> Int32 {
        unsafe controlFrames.take(arrival) ? 0 : endConnection(.abuse(.controlFrames))
    }

    private func takePing(_ frame: UnsafePointer<nghttp2_frame>) -> Int32 {
        guard unsafe frame.pointee.hd.flags & UInt8(NGHTTP2_FLAG_ACK.rawValue) == 0 else {
            finishDrainRoundTrip()
            return 0
        }
        let distance = arrival.advanced(byMilliseconds: -HTTP2Limits.pingDistanceMilliseconds)
        if let lastPing, lastPing > distance, unsafe !pings.take(arrival) {
            return endConnection(.abuse(.pings))
        }
        lastPing = arrival
        return 0
    }
}
