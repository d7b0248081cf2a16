internal import CNghttp2
internal import RPCCore

/// Bytes for the client.
extension GRPCServerConnection {
    private static let spareCountMaximum = 16
    private static let spareByteCountMaximum = 65_536

    /// Whether `produce` would write something.
    public var hasOutput: Bool {
        end == nil ? unsafe nghttp2_session_want_write(session) != 0 : !hasSaidGoodbye
    }

    /// Nothing more will come of this connection: send what was produced, and close.
    public var isOver: Bool {
        guard end == nil else { return hasSaidGoodbye }
        if isDrained { return true }
        return unsafe nghttp2_session_want_read(session) == 0 && !hasOutput
    }

    /// No call is under way that can get any further, and nothing waits to be written.
    public var isQuiet: Bool {
        if isOver { return true }
        guard end == nil, !hasOutput, draining.stage != .noticed else { return false }
        if unsafe streams.count == 0 { return true }
        // A client that sends no more opens its windows no more; but a reply that comes later still
        // reaches it.
        guard hasInputEnded, unsafe line.isEmpty, readyStreams.isEmpty else {
            return false
        }
        return unsafe !streams.all.contains { $0.waitsForWaker && $0.kind.isUnary }
    }

    /// Writes frames until the sink holds so many bytes, or one frame more, or there are none.
    public func produce(into sink: any ByteSink, until byteCountMaximum: Int) {
        // Even a connection that ends at once begins with the server's settings.
        if end == nil || !hasBegun, end != .wrongProtocol {
            self.sink = sink
            sinkByteCountMaximum = byteCountMaximum
            while sink.count < byteCountMaximum, end == nil || !hasBegun {
                var bytes: UnsafePointer<UInt8>?
                let count = unsafe nghttp2_session_mem_send(session, &bytes)
                guard count > 0 else {
                    if count < 0, end == nil { end = .brokenProtocol }
                    break
                }
                let frame = unsafe UnsafeRawBufferPointer(start: bytes, count: count)
                if hasBegun {
                    unsafe sink.append(frame)
                } else {
                    unsafe announcing(frame).withUnsafeBytes { unsafe sink.append($0) }
                    hasBegun = true
                }
            }
            self.sink = nil
        }
        if end != nil, !hasSaidGoodbye { sayGoodbye(sink) }
    }

    /// The server's settings, which come first, with the number of streams that are taken.
    private func announcing(_ frame: UnsafeRawBufferPointer) -> [UInt8] {
        var settings = unsafe Array(frame)
        let header = 9
        guard settings.count > header, settings[3] == UInt8(NGHTTP2_SETTINGS.rawValue) else {
            return settings
        }
        for entry in stride(from: header, to: settings.count - 5, by: 6)
        where settings[entry] == 0
            && settings[entry + 1] == UInt8(NGHTTP2_SETTINGS_MAX_CONCURRENT_STREAMS.rawValue)
        {
            let count = UInt32(clamping: streamCountMaximum)
            for (offset, shift) in [24, 16, 8, 0].enumerated() {
                settings[entry + 2 + offset] = UInt8(truncatingIfNeeded: count >> shift)
            }
        }
        return settings
    }

    /// The last frame, made by hand, because a session that failed sends no more.
    private func sayGoodbye(_ sink: any ByteSink) {
        hasSaidGoodbye = true
        let (code, text): (nghttp2_error_code, String)
        switch end {
        case .abuse(.pings): (code, text) = (NGHTTP2_ENHANCE_YOUR_CALM, "too_many_pings")
        case .abuse(let limit): (code, text) = (NGHTTP2_ENHANCE_YOUR_CALM, limit.rawValue)
        case .tooSlow where headerStart != nil:
            (code, text) = (NGHTTP2_ENHANCE_YOUR_CALM, AbuseLimit.headers.rawValue)
        case .brokenProtocol, .tooSlow: (code, text) = (NGHTTP2_PROTOCOL_ERROR, "")
        case .wrongProtocol, nil: return
        }
        let last = unsafe nghttp2_session_get_last_proc_stream_id(session)
        var frame: [UInt8] = [0, 0, UInt8(8 + text.utf8.count), UInt8(NGHTTP2_GOAWAY.rawValue), 0]
        for word in [0, UInt32(max(last, 0)), code.rawValue] {
            frame += [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> $0) }
        }
        frame += Array(text.utf8)
        unsafe frame.withUnsafeBytes { unsafe sink.append($0) }
    }

    /// Memory for a reply of so many bytes.
    func takeReply(_ byteCount: Int) -> MessageBuffer {
        if let spare = unsafe spareReplies.last, byteCount <= Self.spareByteCountMaximum {
            unsafe spareReplies.removeLast()
            return spare
        }
        return MessageBuffer(capacity: max(byteCount, 256))
    }

    /// A connection without calls keeps little for its next ones.
    func shrink() {
        unsafe spareReplies.removeAll { $0.capacity > 16_384 }
        if unsafe spareReplies.count > 2 { unsafe spareReplies.removeLast(spareReplies.count - 2) }
        unsafe streams.shrink()
    }

    func giveBack(_ buffer: MessageBuffer) {
        guard unsafe spareReplies.count < Self.spareCountMaximum,
            buffer.capacity <= Self.spareByteCountMaximum
        else { return }
        buffer.removeAll()
        unsafe spareReplies.append(buffer)
    }
}
