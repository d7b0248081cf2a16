internal import CNghttp2
internal import RPCCore

/// Answers, from a call's end to the frames of them.
extension GRPCServerConnection {
    /// Ends a call: nothing is added to its answer any more.
    ///
    /// An error before the first message goes out as header fields alone, which keeps clients free
    /// to try again.
    func answer(_ stream: GRPCStream, _ failure: RPCError?) {
        guard stream.phase != .answered else { return }
        countEnd(stream, failure?.wireCode ?? .ok)
        end(stream)
        stream.failure = failure
        if stream.hasBegun {
            unsafe nghttp2_session_resume_data(session, stream.id)
        } else if let failure {
            dropReply(stream)
            submitStatusAlone(stream, failure)
        } else {
            beginReply(stream)
        }
    }

    /// A message of this call is ready to be sent.
    func offerMessage(_ stream: GRPCStream) {
        if stream.hasBegun {
            unsafe nghttp2_session_resume_data(session, stream.id)
        } else {
            beginReply(stream)
        }
    }

    /// Lets go of everything but the answer.
    func end(_ stream: GRPCStream) {
        if stream.phase == .running, current !== stream { abandoned.append(UInt32(stream.id)) }
        stream.phase = .answered
        stream.isReplyWhole = true
        stream.isInLine = false
        if stream.source != nil {
            stream.source = nil
            openStreamCount -= 1
        }
        releaseRequest(stream)
    }

    private func beginReply(_ stream: GRPCStream) {
        stream.hasBegun = true
        var provider = unsafe nghttp2_data_provider()
        unsafe provider.read_callback = SessionCallbacks.readReply
        let count = stream.isCompressing ? 3 : 2
        unsafe nghttp2_submit_response(
            session, stream.id, FixedFields.shared.response, count, &provider)
    }

    private func submitStatusAlone(_ stream: GRPCStream, _ failure: RPCError) {
        unsafe HeaderFields.withFields(
            [(":status", "200"), ("content-type", "application/grpc")],
            HeaderFields.status(failure)
        ) { fields, count in
            _ = unsafe nghttp2_submit_response(session, stream.id, fields, count, nil)
        }
    }

    /// The request is no gRPC call: an answer of HTTP's.
    func refuse(_ stream: GRPCStream, httpStatus: StaticString) {
        end(stream)
        let allowed: [(StaticString, [UInt8])] = [("allow", Array("POST".utf8))]
        let fields = unsafe stream.head.isPost ? [] : allowed
        unsafe HeaderFields.withFields([(":status", httpStatus)], fields) { fields, count in
            _ = unsafe nghttp2_submit_response(session, stream.id, fields, count, nil)
        }
    }

    private func submitTrailers(_ stream: GRPCStream) {
        guard let failure = stream.failure else {
            unsafe nghttp2_submit_trailer(session, stream.id, FixedFields.shared.ok, 1)
            return
        }
        unsafe HeaderFields.withFields([], HeaderFields.status(failure)) { fields, count in
            _ = unsafe nghttp2_submit_trailer(session, stream.id, fields, count)
        }
    }

    /// nghttp2 has room for so many bytes of this reply.
    func offerReply(of id: Int32, room: Int, _ flags: UnsafeMutablePointer<UInt32>) -> Int {
        withStream(id) { unsafe offerReply($0, room: room, flags) }
            ?? Int(NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE.rawValue)
    }

    private func offerReply(
        _ stream: GRPCStream, room: Int, _ flags: UnsafeMutablePointer<UInt32>
    ) -> Int {
        let available = stream.reply?.count ?? 0
        let count = min(available, room)
        if count == available {
            if stream.isReplyWhole {
                unsafe flags.pointee |=
                    NGHTTP2_DATA_FLAG_EOF.rawValue | NGHTTP2_DATA_FLAG_NO_END_STREAM.rawValue
                submitTrailers(stream)
            } else if count == 0 {
                return Int(NGHTTP2_ERR_DEFERRED.rawValue)
            }
        }
        if count > 0 { unsafe flags.pointee |= NGHTTP2_DATA_FLAG_NO_COPY.rawValue }
        return count
    }

    /// A DATA frame goes out.
    func sendData(of id: Int32, _ header: UnsafeRawBufferPointer, _ byteCount: Int) -> Int32 {
        withStream(id) { unsafe sendData(of: $0, header, byteCount) }
            ?? NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE.rawValue
    }

    private func sendData(
        of stream: GRPCStream, _ header: UnsafeRawBufferPointer, _ byteCount: Int
    ) -> Int32 {
        guard let sink, sink.count < sinkByteCountMaximum else {
            return NGHTTP2_ERR_WOULDBLOCK.rawValue
        }
        guard let reply = stream.reply, reply.count >= byteCount else {
            return NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE.rawValue
        }
        unsafe sink.append(header)
        unsafe sink.append(UnsafeRawBufferPointer(rebasing: reply.bytes[..<byteCount]))
        reply.consume(byteCount)
        replyByteCount -= byteCount
        unsafe controlFrames.credit(4)
        // Clients measure a connection by a PING for each round trip while a long answer comes.
        unsafe pings.credit(.max)
        if reply.count == 0 {
            stream.reply = nil
            giveBack(reply)
        }
        noteRoom(stream)
        return 0
    }

    func didSend(_ frame: UnsafePointer<nghttp2_frame>) -> Int32 {
        let header = unsafe frame.pointee.hd
        if header.type == UInt8(NGHTTP2_HEADERS.rawValue) {
            unsafe pings.credit(.max)
            guard header.flags & UInt8(NGHTTP2_FLAG_END_STREAM.rawValue) != 0,
                let stream = stream(header.stream_id), !stream.requestEnded
            else { return 0 }
            // The rest of the request is of no use any more. The order is what clients need.
            unsafe nghttp2_submit_rst_stream(
                session, 0, header.stream_id, NGHTTP2_NO_ERROR.rawValue)
        } else if header.type == UInt8(NGHTTP2_RST_STREAM.rawValue) {
            let code = unsafe frame.pointee.rst_stream.error_code
            let isOwn =
                code == NGHTTP2_NO_ERROR.rawValue || code == NGHTTP2_CANCEL.rawValue
                || code == NGHTTP2_REFUSED_STREAM.rawValue
            if !isOwn, !provokedResets.take(arrival) {
                return endConnection(.abuse(.provokedReset))
            }
        }
        return 0
    }

    /// A stream is over, for whatever reason.
    func closeStream(_ id: Int32) {
        // A block that breaks the rules has no end of its own.
        if headerID == id {
            headerStart = nil
            unsafe headStream = nil
        }
        guard let stream = stream(id) else { return }
        countEnd(stream, .cancelled)
        unsafe nghttp2_session_set_stream_user_data(session, id, nil)
        if stream.phase == .running, current !== stream { abandoned.append(UInt32(id)) }
        if stream.source != nil { openStreamCount -= 1 }
        if current === stream { current = nil }
        requestByteCount -= stream.request.count
        dropReply(stream)
        unsafe streams.remove(stream)
        if unsafe streams.count == 0 { shrink() }
        guard unsafe streams.count == 0 else { return }
        idleStart = arrival
        noteExpiry(arrival.advanced(byMilliseconds: rules.limits.idleTimeoutMilliseconds))
    }

    func dropReply(_ stream: GRPCStream) {
        guard let reply = stream.reply else { return }
        replyByteCount -= reply.count
        stream.reply = nil
        giveBack(reply)
    }
}
