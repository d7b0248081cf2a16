internal import CNghttp2

/// The callbacks and options of all client sessions. Never changed after it was made, and nghttp2
/// copies from it.
@safe final class ClientTemplate: @unchecked Sendable {
    // Unchecked: only read after init.
    static let shared = ClientTemplate()
    let callbacks: OpaquePointer
    let options: OpaquePointer

    private init?() {
        var callbacks: OpaquePointer?
        var options: OpaquePointer?
        unsafe nghttp2_session_callbacks_new(&callbacks)
        unsafe nghttp2_option_new(&options)
        guard let callbacks = unsafe callbacks, let options = unsafe options else {
            unsafe nghttp2_session_callbacks_del(callbacks)
            unsafe nghttp2_option_del(options)
            return nil
        }
        unsafe ClientCallbacks.install(callbacks)
        unsafe nghttp2_option_set_no_closed_streams(options, 1)
        unsafe nghttp2_option_set_max_outbound_ack(
            options, HTTP2Limits.acknowledgementCountMaximum)
        unsafe nghttp2_option_set_max_settings(options, HTTP2Limits.settingsEntryCountMaximum)
        unsafe cnghttp2_set_max_continuations(options, HTTP2Limits.continuationCountMaximum)
        // The connection itself holds to the peer's number of streams.
        unsafe nghttp2_option_set_peer_max_concurrent_streams(options, UInt32(Int32.max))
        unsafe self.callbacks = callbacks
        unsafe self.options = options
    }

    deinit {
        unsafe nghttp2_session_callbacks_del(callbacks)
        unsafe nghttp2_option_del(options)
    }
}

/// What nghttp2 calls, handed to the connection that it belongs to.
enum ClientCallbacks {
    static func install(_ callbacks: OpaquePointer) {
        unsafe nghttp2_session_callbacks_set_on_header_callback(callbacks) {
            _, frame, name, nameCount, value, valueCount, _, user in
            guard let frame = unsafe frame else { return 0 }
            let name = unsafe UnsafeRawBufferPointer(start: name, count: nameCount)
            let value = unsafe UnsafeRawBufferPointer(start: value, count: valueCount)
            return unsafe connection(user) { unsafe $0.takeHeader(frame, name, value) }
        }
        unsafe nghttp2_session_callbacks_set_on_frame_recv_callback(callbacks) { _, frame, user in
            guard let frame = unsafe frame else { return 0 }
            return unsafe connection(user) { unsafe $0.takeFrame(frame) }
        }
        unsafe nghttp2_session_callbacks_set_on_data_chunk_recv_callback(callbacks) {
            _, _, stream, data, count, user in
            let bytes = unsafe UnsafeRawBufferPointer(start: data, count: count)
            return unsafe connection(user) { unsafe $0.takeData(stream, bytes) }
        }
        unsafe nghttp2_session_callbacks_set_on_stream_close_callback(callbacks) {
            _, stream, code, user in
            unsafe connection(user) { connection in
                connection.closeStream(stream, code)
                return 0
            }
        }
    }

    /// Copies bytes of a request into a frame.
    static let readBody: nghttp2_data_source_read_callback = {
        session, stream, buffer, room, flags, _, _ in
        guard let flags = unsafe flags, let buffer = unsafe buffer,
            let pointer = unsafe nghttp2_session_get_stream_user_data(session, stream)
        else { return Int(NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE.rawValue) }
        return unsafe Unmanaged<GRPCClientCall>.fromOpaque(pointer)._withUnsafeGuaranteedRef {
            call in
            guard let body = call.body else {
                return Int(NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE.rawValue)
            }
            let count = min(room, body.bytes.count - call.bodyOffset)
            unsafe body.bytes.withUnsafeBytes { bytes in
                guard let base = bytes.baseAddress else { return }
                unsafe UnsafeMutableRawPointer(buffer).copyMemory(
                    from: base + call.bodyOffset, byteCount: count)
            }
            call.bodyOffset += count
            if call.bodyOffset == body.bytes.count {
                unsafe flags.pointee |= NGHTTP2_DATA_FLAG_EOF.rawValue
            }
            return count
        }
    }
}

/// The connection is alive while its session calls.
private func connection(
    _ user: UnsafeMutableRawPointer?, _ body: (GRPCClientConnection) -> Int32
) -> Int32 {
    guard let user = unsafe user else { return 0 }
    return unsafe Unmanaged<GRPCClientConnection>.fromOpaque(user)._withUnsafeGuaranteedRef(body)
}
