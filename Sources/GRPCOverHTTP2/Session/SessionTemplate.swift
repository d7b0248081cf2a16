internal import CNghttp2
internal import RPCCore

/// What all sessions of a server are made from: the callbacks and the options of nghttp2. Never
/// changed after it was made, and nghttp2 copies from it.
@safe final class SessionTemplate: @unchecked Sendable {
    // Unchecked: only read after init.
    let callbacks: OpaquePointer
    let options: OpaquePointer

    /// Nil when there is no memory.
    init?(limits: TransportLimits) {
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
        let streamCount = UInt64(clamping: max(limits.inFlightPerConnectionMaximum, 1))
        unsafe nghttp2_option_set_no_closed_streams(options, 1)
        unsafe nghttp2_option_set_max_outbound_ack(
            options, HTTP2Limits.acknowledgementCountMaximum)
        unsafe nghttp2_option_set_max_settings(options, HTTP2Limits.settingsEntryCountMaximum)
        unsafe cnghttp2_set_max_continuations(options, HTTP2Limits.continuationCountMaximum)
        // Each deadline or cancellation of an honest client is a reset: what it may have open, it
        // may give up in a second. Resets of calls that had cost nothing yet are counted apart.
        unsafe nghttp2_option_set_stream_reset_rate_limit(
            options, min(streamCount, 1 << 32) * 4, streamCount)
        unsafe self.callbacks = callbacks
        unsafe self.options = options
    }

    deinit {
        unsafe nghttp2_session_callbacks_del(callbacks)
        unsafe nghttp2_option_del(options)
    }
}
