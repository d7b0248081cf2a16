internal import CNghttp2
public import RPCCore

/// The server's side of one HTTP/2 connection that carries gRPC: bytes in, calls out; answers in,
/// bytes out. It has no socket and no clock; whoever owns it brings bytes and time.
///
/// Memory of one connection: `requestByteCount` is bounded by refusing calls, `replyByteCount` by
/// holding calls back (`nextCall` gives none) and by not pulling streams; reading goes on meanwhile,
/// because only what is read opens the client's windows.
///
/// Source: RFC 9113; grpc/grpc doc/PROTOCOL-HTTP2.md; nghttp2.h.
@safe public final class GRPCServerConnection {
    /// How the connection ended for this protocol.
    public enum End: Hashable, Sendable {
        /// The first bytes were not HTTP/2's.
        case wrongProtocol
        case abuse(AbuseLimit)
        /// The first frames, or the rest of a block of header fields, did not come in time.
        case tooSlow
        /// The client broke the protocol in a way that leaves no way on.
        case brokenProtocol
    }

    let rules: GRPCServerRules
    /// Hears what becomes of calls; the owner keeps it.
    let observer: (any CallObserver)?
    /// Nil only when there was no memory for it.
    let session: OpaquePointer?
    // Unchecked, here and below, as nothing that these call comes back to the connection, and a
    // check would be made several times for every call.
    @exclusivity(unchecked) var streams = GRPCStreams()
    /// Ids of calls that wait for their turn, oldest first.
    @exclusivity(unchecked) var line = IDLine()
    /// Ids of streaming calls that may be pulled.
    var readyStreams = IDLine()
    /// The call that was given out last, while its handler has it.
    var current: GRPCStream?

    /// Nil while the connection goes on.
    public internal(set) var end: End? {
        didSet { if oldValue == nil { countEnd() } }
    }
    var hasSaidGoodbye = false
    /// Something was sent.
    var hasBegun = false
    /// When the bytes being read came.
    var arrival: MonotonicTime
    /// Counts reads.
    var turn: UInt64 = 0
    /// A header block has begun and not ended; since when, and of which stream.
    var headerStart: MonotonicTime?
    var headerID: Int32 = 0
    /// Its fields so far, unpacked, 32 bytes added for each (RFC 9113 section 6.5.2).
    var headerBlockByteCount = 0
    /// The call whose header fields are coming. Uncounted: it is forgotten when they have come or the
    /// call is over.
    var headStream: Unmanaged<GRPCStream>?
    let handshakeLimit: MonotonicTime
    var hasSettings = false

    /// The client sends nothing more.
    var hasInputEnded = false
    /// Memory is short: long requests are refused.
    public var refusesLongRequests = false

    /// Replies that were not taken may grow to this before calls wait; less while memory is short.
    public var replyByteCountMaximum: Int

    /// Request bytes that wait.
    public internal(set) var requestByteCount = 0
    /// Reply bytes that were not yet taken.
    public internal(set) var replyByteCount = 0
    /// Calls whose client gave them up while the owner kept them for later.
    public internal(set) var abandoned: [UInt32] = []
    /// Streaming calls that are open.
    public internal(set) var openStreamCount = 0
    @exclusivity(unchecked) var spareReplies: [MessageBuffer] = []

    var resets: Allowance
    var provokedResets: Allowance
    @exclusivity(unchecked) var controlFrames: Allowance
    @exclusivity(unchecked) var pings: Allowance
    var lastPing: MonotonicTime?

    var draining = DrainState()
    /// Since when there has been no call.
    var idleStart: MonotonicTime
    /// The earliest time at which `expire` may have something to do.
    public internal(set) var nextExpiry: MonotonicTime
    /// Where frames go while `produce` runs.
    var sink: (any ByteSink)?
    var sinkByteCountMaximum = 0

    /// Nil when there is no memory.
    public init?(
        rules: GRPCServerRules, now: MonotonicTime, observer: (any CallObserver)? = nil
    ) {
        self.rules = rules
        self.observer = observer
        replyByteCountMaximum = rules.limits.unsentByteCountMaximum
        arrival = now
        idleStart = now
        handshakeLimit = now.advanced(byMilliseconds: HTTP2Limits.handshakeMilliseconds)
        nextExpiry = handshakeLimit
        resets = Allowance(
            burst: rules.limits.earlyResetCountMaximum,
            perSecond: rules.limits.earlyResetsPerSecondMaximum, now: now)
        provokedResets = Allowance(burst: 100, perSecond: 1, now: now)
        unsafe controlFrames = Allowance(burst: 2_000, perSecond: 100, now: now)
        unsafe pings = Allowance(burst: 10, perSecond: 0, now: now)
        draining.ageLimit = Self.ageLimit(rules.limits, now)
        nextExpiry = min(nextExpiry, draining.ageLimit)
        var session: OpaquePointer?
        unsafe nghttp2_session_server_new2(
            &session, rules.template.callbacks, nil, rules.template.options)
        unsafe self.session = session
        guard let session = unsafe session, unsafe Self.submitSettings(session) else { return nil }
        unsafe nghttp2_session_set_user_data(session, Unmanaged.passUnretained(self).toOpaque())
    }

    deinit { unsafe nghttp2_session_del(session) }

    /// The number of streams is announced (`announcing`) and held by this connection, not by nghttp2:
    /// that would end the connection of a client that opens one too many.
    private static func submitSettings(_ session: OpaquePointer) -> Bool {
        let entries: [(nghttp2_settings_id, UInt32)] = [
            (NGHTTP2_SETTINGS_MAX_CONCURRENT_STREAMS, UInt32(Int32.max)),
            (NGHTTP2_SETTINGS_INITIAL_WINDOW_SIZE, UInt32(HTTP2Limits.streamWindowByteCount)),
            (NGHTTP2_SETTINGS_MAX_HEADER_LIST_SIZE, UInt32(HTTP2Limits.headerByteCountMaximum)),
        ]
        let settings = entries.map { id, value in
            nghttp2_settings_entry(settings_id: Int32(id.rawValue), value: value)
        }
        return unsafe nghttp2_submit_settings(session, 0, settings, settings.count) == 0
            && nghttp2_session_set_local_window_size(
                session, 0, 0, HTTP2Limits.connectionWindowByteCount) == 0
    }

    /// The call of an id; nil when it is over.
    func stream(_ id: Int32) -> GRPCStream? {
        guard let pointer = unsafe nghttp2_session_get_stream_user_data(session, id) else {
            return nil
        }
        return unsafe Unmanaged<GRPCStream>.fromOpaque(pointer).takeUnretainedValue()
    }

    /// Calls `body` with the call of an id, which it must not end; nil when the call is over. Costs
    /// no reference counts.
    @inline(__always)
    func withStream<Result>(_ id: Int32, _ body: (GRPCStream) -> Result) -> Result? {
        guard let pointer = unsafe nghttp2_session_get_stream_user_data(session, id) else {
            return nil
        }
        return unsafe Unmanaged<GRPCStream>.fromOpaque(pointer)._withUnsafeGuaranteedRef(body)
    }

    /// Ends the connection: one last frame says why, and nothing more is read.
    func endConnection(_ end: End) -> Int32 {
        if self.end == nil { self.end = end }
        return NGHTTP2_ERR_CALLBACK_FAILURE.rawValue
    }

    /// Calls that may be under way at once.
    var streamCountMaximum: Int { max(rules.limits.inFlightPerConnectionMaximum, 1) }

    /// Puts a call at the end of the line. While replies stall nothing is taken from the line, and a
    /// client may give up what waits there and send more: what is given up must not pile up.
    func enqueue(_ stream: GRPCStream) {
        stream.isInLine = true
        if unsafe line.count >= 2 * streamCountMaximum + 64 {
            unsafe line.keep { id in withStream(id) { $0.isInLine } ?? false }
        }
        unsafe line.push(stream.id)
    }

    /// Places in the line, with those of calls that are over.
    package var waitingIDCount: Int { unsafe line.count }

    /// Calls that wait, whole or open, for as long as too much of what was answered is not taken.
    public var isWaitingForRoom: Bool {
        unsafe end == nil && (!line.isEmpty || !readyStreams.isEmpty)
    }

    /// Calls that have begun and not ended.
    public var callCount: Int { unsafe streams.count }
}

/// Where a connection writes its frames.
public protocol ByteSink: AnyObject {
    var count: Int { get }
    func append(_ bytes: UnsafeRawBufferPointer)
}

/// Ids in the order they came; those of calls that are over are passed by.
struct IDLine {
    private var ids: ContiguousArray<Int32> = []
    private var start = 0

    var isEmpty: Bool { start == ids.count }
    var count: Int { ids.count - start }

    mutating func push(_ id: Int32) { ids.append(id) }

    /// Takes out what nobody waits for any more.
    mutating func keep(where isAlive: (Int32) -> Bool) {
        ids = ContiguousArray(ids[start...].filter(isAlive))
        start = 0
    }

    mutating func pop() -> Int32? {
        guard start < ids.count else { return nil }
        let id = ids[start]
        start += 1
        if start == ids.count {
            ids.removeAll(keepingCapacity: true)
            start = 0
        } else if start >= 64, start * 2 >= ids.count {
            ids.removeFirst(start)
            start = 0
        }
        return id
    }
}
