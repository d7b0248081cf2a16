internal import CNghttp2
internal import RPCCore

/// What the peer sends, frame by frame.
extension GRPCClientConnection {
    /// Longest `grpc-message` and details that are kept, in bytes.
    private static let textByteCountMaximum = 16_384

    private func call(_ stream: Int32) -> GRPCClientCall? {
        guard let pointer = unsafe nghttp2_session_get_stream_user_data(session, stream) else {
            return nil
        }
        return unsafe Unmanaged<GRPCClientCall>.fromOpaque(pointer).takeUnretainedValue()
    }

    func takeHeader(
        _ frame: UnsafePointer<nghttp2_frame>, _ name: UnsafeRawBufferPointer,
        _ value: UnsafeRawBufferPointer
    ) -> Int32 {
        guard let call = call(unsafe frame.pointee.hd.stream_id) else { return 0 }
        switch name.count {
        case 7 where unsafe Self.isEqual(name, ":status"):
            call.httpStatus = unsafe Self.number(value)
        case 11 where unsafe Self.isEqual(name, "grpc-status"):
            call.code = unsafe Self.number(value)
        case 12 where unsafe Self.isEqual(name, "content-type"):
            call.hasGRPCContent = unsafe value.starts(with: "application/grpc".utf8)
        case 12 where unsafe Self.isEqual(name, "grpc-message"):
            call.message = unsafe Array(value.prefix(Self.textByteCountMaximum))
        case 23 where unsafe Self.isEqual(name, "grpc-status-details-bin"):
            call.details = unsafe Array(value.prefix(Self.textByteCountMaximum))
        default: break
        }
        return 0
    }

    private static func isEqual(_ name: UnsafeRawBufferPointer, _ text: StaticString) -> Bool {
        guard name.count == text.utf8CodeUnitCount else { return false }
        for place in 0..<name.count where unsafe name[place] != text.utf8Start[place] {
            return false
        }
        return true
    }

    /// Decimal digits; -1 for anything else.
    private static func number(_ text: UnsafeRawBufferPointer) -> Int32 {
        guard (1...5).contains(text.count) else { return -1 }
        var number: Int32 = 0
        for place in 0..<text.count {
            let digit = unsafe text[place]
            guard (0x30...0x39).contains(digit) else { return -1 }
            number = number * 10 + Int32(digit - 0x30)
        }
        return number
    }

    func takeFrame(_ frame: UnsafePointer<nghttp2_frame>) -> Int32 {
        let header = unsafe frame.pointee.hd
        if header.type == UInt8(NGHTTP2_SETTINGS.rawValue) {
            guard header.flags & UInt8(NGHTTP2_FLAG_ACK.rawValue) == 0 else { return 0 }
            hasHeardPeer = true
            let limit = unsafe nghttp2_session_get_remote_settings(
                session, NGHTTP2_SETTINGS_MAX_CONCURRENT_STREAMS)
            callCountMaximum = Int(limit)
        } else if header.type == UInt8(NGHTTP2_GOAWAY.rawValue) {
            isClosing = true
        }
        return 0
    }

    func takeData(_ stream: Int32, _ bytes: UnsafeRawBufferPointer) -> Int32 {
        guard let call = call(stream) else { return 0 }
        call.receivedByteCount += bytes.count
        var offset = 0
        while offset < bytes.count, call.fault == nil {
            if call.prefix.count < MessagePrefix.byteCount {
                unsafe takePrefix(bytes[offset], call)
                offset += 1
            } else {
                let count = min(call.missingByteCount, bytes.count - offset)
                if keepsMessages {
                    unsafe call.received.append(contentsOf: bytes[offset..<(offset + count)])
                }
                call.missingByteCount -= count
                offset += count
            }
            if call.prefix.count == MessagePrefix.byteCount, call.missingByteCount == 0 {
                takeMessage(call)
            }
        }
        guard let fault = call.fault else { return 0 }
        end(call, fault)
        unsafe nghttp2_submit_rst_stream(session, 0, stream, NGHTTP2_CANCEL.rawValue)
        return 0
    }

    private func takePrefix(_ byte: UInt8, _ call: GRPCClientCall) {
        if call.prefix.count == 0 {
            call.prefix.isCompressed = byte != 0
        } else {
            call.prefix.length = call.prefix.length << 8 | UInt32(byte)
        }
        call.prefix.count += 1
        guard call.prefix.count == MessagePrefix.byteCount else { return }
        call.missingByteCount = Int(call.prefix.length)
        if call.prefix.isCompressed {
            call.fault = RPCError(
                .internalError, "the server compressed its answer, which nobody asked for")
        } else if call.missingByteCount > Self.messageByteCountMaximum {
            call.fault = RPCError(
                .resourceExhausted,
                "the server's message has \(call.missingByteCount) bytes; at most "
                    + "\(Self.messageByteCountMaximum) are taken; ask for a smaller page")
        }
    }

    private func takeMessage(_ call: GRPCClientCall) {
        call.messageCount += 1
        call.prefix = (0, false, 0)
        guard keepsMessages else { return }
        unsafe events.append(.message(token: call.token, call.received))
        call.received = []
    }

    /// A call's stream is over, for whatever reason.
    func closeStream(_ stream: Int32, _ code: UInt32) {
        guard let call = call(stream) else { return }
        end(call, outcome(of: call, code))
    }

    /// Nil for OK.
    private func outcome(of call: GRPCClientCall, _ resetCode: UInt32) -> RPCError? {
        if call.code == 0, !call.isInsideMessage { return nil }
        if call.code == 0 {
            return RPCError(.internalError, "the server's answer ends inside a message")
        }
        if call.code > 0 {
            return RPCError(
                StatusCode(rawValue: call.code), StatusText.percentDecoded(call.message))
        }
        if resetCode != NGHTTP2_NO_ERROR.rawValue { return Self.reset(resetCode) }
        if call.httpStatus != 200 || !call.hasGRPCContent {
            return RPCError(
                Self.code(ofHTTPStatus: call.httpStatus),
                "the server answered with HTTP status \(call.httpStatus) and no gRPC status; is "
                    + "it a gRPC port?")
        }
        return RPCError(.unknown, "the server's answer has no status")
    }

    /// Source: grpc/grpc doc/PROTOCOL-HTTP2.md, "HTTP2 Transport Mapping", Errors.
    private static func reset(_ code: UInt32) -> RPCError {
        switch code {
        case NGHTTP2_REFUSED_STREAM.rawValue:
            RPCError(.unavailable, "the server refused the call before it ran")
        case NGHTTP2_CANCEL.rawValue: RPCError(.cancelled, "the server took the call back")
        case NGHTTP2_ENHANCE_YOUR_CALM.rawValue:
            RPCError(.resourceExhausted, "the server asks for less")
        case NGHTTP2_INADEQUATE_SECURITY.rawValue:
            RPCError(.permissionDenied, "the server wants a safer connection")
        default: RPCError(.internalError, "the server reset the call (HTTP/2 error \(code))")
        }
    }

    /// Source: grpc/grpc doc/http-grpc-status-mapping.md.
    private static func code(ofHTTPStatus status: Int32) -> StatusCode {
        switch status {
        case 400: .internalError
        case 401: .unauthenticated
        case 403: .permissionDenied
        case 404: .unimplemented
        case 429, 502, 503, 504: .unavailable
        default: .unknown
        }
    }
}
