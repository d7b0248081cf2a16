internal import CNghttp2

/// What all sessions of a server are made from: the callbacks and the options of nghttp2. Never
/// changed after it was made, and nghttp2 copies from it.
@safe final class SessionTemplate: @unchecked Sendable {
    // Unchecked: only read after init.
    let callbacks: OpaquePointer
    let options: OpaquePointer

    /// Nil when there is no memory.
    init?() {
        var callbacks: OpaquePointer?
        var options: OpaquePointer?
        unsafe nghttp2_session_callbacks_new(&callbacks)
        unsafe nghttp2_option_new(&options)
        guard let callbacks = unsafe callbacks, let options = unsafe options else {
            unsafe nghttp2_session_callbacks_del(callbacks)
            unsafe nghttp2_option_del(options)
            return nil
        }
        unsafe SessionCallbacks.install(callbacks)
        unsafe nghttp2_option_set_no_closed_streams(options, 1)
        unsafe nghttp2_option_set_max_outbound_ack(
            options, HTTP2Limits.acknowledgementCountMaximum)
        unsafe nghttp2_option_set_max_settings(options, HTTP2Limits.settingsEntryCountMaximum)
        unsafe cnghttp2_set_max_continuations(options, HTTP2Limits.continuationCountMaximum)
        // It counts all resets alike, but each deadline or cancellation of an honest client is one.
        // Those of calls that had not run are counted by the connection.
        unsafe nghttp2_option_set_stream_reset_rate_limit(options, 1 << 32, 1 << 32)
        unsafe self.callbacks = callbacks
        unsafe self.options = options
    }

    deinit {
        unsafe nghttp2_session_callbacks_del(callbacks)
        unsafe nghttp2_option_del(options)
    }
}
