internal import CNghttp2

/// What nghttp2 calls, handed to the connection that it belongs to.
enum SessionCallbacks {
    static func install(_ callbacks: OpaquePointer) {
        unsafe nghttp2_session_callbacks_set_on_begin_headers_callback(callbacks) {
            _, frame, user in
            guard let frame = unsafe frame else { return 0 }
            return unsafe connection(user) { unsafe $0.beginHeaders(frame) }
        }
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
            _, stream, _, user in
            unsafe connection(user) { connection in
                connection.closeStream(stream)
                return 0
            }
        }
        unsafe nghttp2_session_callbacks_set_on_frame_send_callback(callbacks) { _, frame, user in
            guard let frame = unsafe frame else { return 0 }
            return unsafe connection(user) { unsafe $0.didSend(frame) }
        }
        unsafe nghttp2_session_callbacks_set_send_data_callback(callbacks) {
            _, frame, header, count, _, user in
            guard let frame = unsafe frame else { return 0 }
            let id = unsafe frame.pointee.hd.stream_id
            let header = unsafe UnsafeRawBufferPointer(start: header, count: 9)
            return unsafe connection(user) { unsafe $0.sendData(of: id, header, count) }
        }
    }

    /// Reads the bytes of a reply: none are copied, `sendData` takes them where they are.
    static let readReply: nghttp2_data_source_read_callback = {
        _, stream, _, room, flags, _, user in
        guard let user = unsafe user, let flags = unsafe flags else { return 0 }
        return unsafe Unmanaged<GRPCServerConnection>.fromOpaque(user)
            ._withUnsafeGuaranteedRef { unsafe $0.offerReply(of: stream, room: room, flags) }
    }
}

/// The connection is alive while its session calls.
private func connection(
    _ user: UnsafeMutableRawPointer?, _ body: (GRPCServerConnection) -> Int32
) -> Int32 {
    guard let user = unsafe user else { return 0 }
    return unsafe Unmanaged<GRPCServerConnection>.fromOpaque(user)._withUnsafeGuaranteedRef(body)
}
