internal import CNghttp2
public import RPCCore

/// The client's side of one HTTP/2 connection that carries gRPC: calls in, bytes out; bytes in,
/// messages and ended calls out. It has no socket and no clock; whoever owns it moves the bytes and
/// gives calls up when their time is over.
///
/// Source: RFC 9113; grpc/grpc doc/PROTOCOL-HTTP2.md; nghttp2.h.
@safe public final class GRPCClientConnection {
    /// What happened to a call. `token` is the name that the caller gave it.
    public enum Event: Sendable {
        /// A message of the answer; only when messages are kept.
        case message(token: UInt64, [UInt8])
        /// The call is over: nil for OK, otherwise why it failed.
        case ended(token: UInt64, RPCError?, receivedByteCount: Int)
    }

    /// Longest message of an answer that is taken.
    public static let messageByteCountMaximum = TransportLimits.frameByteCountMaximum
    static let streamWindowByteCount: Int32 = 8_388_608
    static let connectionWindowByteCount: Int32 = 67_108_864

    let session: OpaquePointer?
    let keepsMessages: Bool
    // Unchecked, here and below, as nothing that these call comes back to the connection.
    @exclusivity(unchecked) var events: [Event] = []
    private var eventPlace = 0
    @exclusivity(unchecked) var spareCalls: [GRPCClientCall] = []
    /// Calls by their tokens.
    @exclusivity(unchecked) var calls: [UInt64: GRPCClientCall] = [:]
    /// Of the peer, until it has said what it speaks.
    private var firstBytes: [UInt8] = []

    /// Why no more calls are possible; nil while the connection is good.
    public internal(set) var failure: RPCError?
    /// The peer ends the connection: calls that it took go on, new ones need another connection.
    public internal(set) var isClosing = false
    /// The peer has sent its settings, as every HTTP/2 server begins with.
    public internal(set) var hasHeardPeer = false
    /// Calls that the peer lets run at once.
    public internal(set) var callCountMaximum = 100

    /// Nil when there is no memory.
    ///
    /// - Parameter keepsMessages: give messages out; otherwise they are only counted and checked,
    ///   which costs no memory.
    public init?(keepsMessages: Bool = true) {
        self.keepsMessages = keepsMessages
        var session: OpaquePointer?
        guard let template = ClientTemplate.shared else { return nil }
        unsafe nghttp2_session_client_new2(&session, template.callbacks, nil, template.options)
        unsafe self.session = session
        guard let session = unsafe session, unsafe Self.submitSettings(session) else { return nil }
        unsafe nghttp2_session_set_user_data(session, Unmanaged.passUnretained(self).toOpaque())
    }

    deinit { unsafe nghttp2_session_del(session) }

    private static func submitSettings(_ session: OpaquePointer) -> Bool {
        let entries: [(nghttp2_settings_id, UInt32)] = [
            (NGHTTP2_SETTINGS_ENABLE_PUSH, 0),
            (NGHTTP2_SETTINGS_INITIAL_WINDOW_SIZE, UInt32(streamWindowByteCount)),
            (NGHTTP2_SETTINGS_MAX_HEADER_LIST_SIZE, 65_536),
        ]
        let settings = entries.map { id, value in
            nghttp2_settings_entry(settings_id: Int32(id.rawValue), value: value)
        }
        return unsafe nghttp2_submit_settings(session, 0, settings, settings.count) == 0
            && nghttp2_session_set_local_window_size(
                session, 0, 0, connectionWindowByteCount) == 0
    }

    /// Calls that have begun and not ended.
    public var callCount: Int { unsafe calls.count }

    /// Begins a call; its bytes come with `produce`.
    ///
    /// - Parameter token: the caller's name for it, of no other call under way.
    /// - Throws: UNAVAILABLE when the connection takes no more calls.
    public func begin(
        _ head: GRPCRequestHead, _ body: GRPCRequestBody, token: UInt64
    ) throws(RPCError) {
        if let failure { throw failure }
        guard !isClosing else {
            throw RPCError(.unavailable, "the server ends this connection; open a new one")
        }
        let call = unsafe spareCalls.popLast() ?? GRPCClientCall()
        call.begin(token, body)
        var provider = unsafe nghttp2_data_provider()
        unsafe provider.read_callback = ClientCallbacks.readBody
        let stream = unsafe nghttp2_submit_request(
            session, nil, head.fields, head.fieldCount, &provider,
            Unmanaged.passUnretained(call).toOpaque())
        guard stream > 0 else {
            isClosing = true
            throw RPCError(
                .unavailable, "this connection has used all its stream ids; open a new connection")
        }
        call.stream = stream
        unsafe calls[token] = call
    }

    /// Gives a call up; nothing more is said of it.
    public func cancel(token: UInt64) {
        guard let call = unsafe calls[token] else { return }
        forget(call)
        unsafe nghttp2_submit_rst_stream(session, 0, call.stream, NGHTTP2_CANCEL.rawValue)
    }

    func forget(_ call: GRPCClientCall) {
        unsafe calls[call.token] = nil
        unsafe nghttp2_session_set_stream_user_data(session, call.stream, nil)
        call.body = nil
        if unsafe spareCalls.count < 1_024 { unsafe spareCalls.append(call) }
    }

    /// Takes bytes from the peer.
    @unsafe public func receive(_ bytes: UnsafeRawBufferPointer) {
        guard failure == nil else { return }
        if !hasHeardPeer, unsafe !mayBeHTTP2(bytes) { return fail(Self.wrongProtocol) }
        let base = unsafe bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
        let count = unsafe nghttp2_session_mem_recv(session, base, bytes.count)
        guard count < 0 else { return checkSession() }
        let reason = unsafe nghttp2_strerror(Int32(count)).map { unsafe String(cString: $0) }
        fail(
            RPCError(
                .unavailable,
                "the server broke the HTTP/2 protocol: \(reason ?? "error \(count)")"))
    }

    private static let wrongProtocol = RPCError(
        .unavailable, "this port does not speak gRPC over HTTP/2")

    /// Every server begins with a settings frame on stream 0 (RFC 9113, section 3.4). nghttp2 would
    /// wait for the rest of whatever it takes for a frame.
    private func mayBeHTTP2(_ bytes: UnsafeRawBufferPointer) -> Bool {
        unsafe firstBytes.append(contentsOf: bytes.prefix(9 - firstBytes.count))
        let pattern: [UInt8?] = [0, nil, nil, UInt8(NGHTTP2_SETTINGS.rawValue), nil, 0, 0, 0, 0]
        return zip(firstBytes, pattern).allSatisfy { $1 == nil || $0 == $1 }
    }

    /// A session that reads no more although nobody said goodbye has found a fault.
    private func checkSession() {
        guard unsafe nghttp2_session_want_read(session) == 0 else { return }
        guard unsafe !isClosing || !calls.isEmpty else { return }
        fail(RPCError(.unavailable, "the server broke the HTTP/2 protocol"))
    }

    /// The peer sends nothing more.
    public func receiveEnd() {
        fail(RPCError(.unavailable, "the server closed the connection"))
    }

    /// Ends the connection: every call that waits fails, and so will later ones.
    public func fail(_ error: RPCError) {
        guard failure == nil else { return }
        failure = error
        for call in unsafe calls.values.sorted(by: { $0.stream < $1.stream }) {
            end(call, error)
        }
    }

    func end(_ call: GRPCClientCall, _ error: RPCError?) {
        unsafe events.append(
            .ended(token: call.token, error, receivedByteCount: call.receivedByteCount))
        forget(call)
    }

    /// What happened since this was last asked, in order; nil when there is nothing.
    public func nextEvent() -> Event? {
        guard unsafe eventPlace < events.count else {
            if eventPlace > 0 {
                unsafe events.removeAll(keepingCapacity: true)
                eventPlace = 0
            }
            return nil
        }
        eventPlace += 1
        return unsafe events[eventPlace - 1]
    }

    /// Whether `produce` would write something.
    public var hasOutput: Bool {
        unsafe failure == nil && nghttp2_session_want_write(session) != 0
    }

    /// Writes frames until the sink holds so many bytes, or one frame more, or there are none.
    public func produce(into sink: any ByteSink, until byteCountMaximum: Int) {
        while sink.count < byteCountMaximum, failure == nil {
            var bytes: UnsafePointer<UInt8>?
            let count = unsafe nghttp2_session_mem_send(session, &bytes)
            guard count > 0 else {
                if count < 0 {
                    fail(RPCError(.unavailable, "the HTTP/2 session failed; open a new connection"))
                }
                return
            }
            unsafe sink.append(UnsafeRawBufferPointer(start: bytes, count: count))
        }
        // A session that found a fault reads no more once it has said so.
        checkSession()
    }
}
