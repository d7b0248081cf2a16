internal import GRPCOverHTTP2
internal import OperatorPages
internal import RPCCore
internal import TTRPC

/// One accepted connection: its protocol state, its buffers and its clocks. Belongs to one lane;
/// nothing else touches it and nothing but its lane's readiness closes its descriptor.
final class Connection {
    let descriptor: Int32
    let key: ConnectionKey
    var kind: ConnectionKind
    // Unchecked, as nothing that it calls comes back to the connection, and a check would be made
    // for every call.
    @exclusivity(unchecked) var state = ServerConnectionState()

    /// What came and is not yet done with; nil when nothing is.
    var input: ByteBuffer?
    /// Replies not yet taken by the socket; nil when there are none.
    var output: ByteBuffer?

    /// Complete frames may lie in `input`.
    var hasBufferedFrames = false
    /// The socket may hold bytes although no event will say so.
    var mayHoldUnreadBytes = false
    /// The last receive found the socket empty.
    var sawEmptySocket = false
    /// The client sends no more.
    var reachedEnd = false
    /// Nothing is read until replies drain or calls end.
    var isPaused = false
    /// The socket took less than was offered.
    var isSendBlocked = false
    /// The protocol cannot go on: send what is left, then close.
    var closesAfterFlush = false
    /// Sending is over; what still comes is thrown away so that the close cannot cut replies off.
    var isLingering = false
    var lingeredByteCount = 0
    var isClosed = false
    /// Its calls wait because the memory of all connections together is short.
    var isHeldBack = false
    /// Already on the lane's list of connections with work left.
    var isQueued = false
    /// Calls that asked to be tried again.
    var parkedCount = 0
    /// Streaming calls that are open; nil when there are none.
    var streams: StreamLine? { didSet { noteStreams() } }
    /// Whether there are any: asked so often that it must not touch them.
    private(set) var hasStreams = false
    /// The protocol's side of a gRPC connection; nil for the native protocol.
    var http2: GRPCServerConnection? { didSet { noteStreams() } }
    /// What of it was counted for the whole server.
    var http2Account = HTTP2Account()
    /// Of a connection that asks for a page; nil for others.
    var pageReader: PageRequestReader?
    /// A page was asked for and is being made.
    var pageWait: PageWait?
    /// More may have to be produced before anything is sent.
    private(set) var needsPump = false

    /// When the bytes being parsed came.
    var arrival: MonotonicTime
    /// When a byte last moved.
    var lastActivity: MonotonicTime
    /// When the first byte of the incomplete frame came; nil when none is incomplete.
    var frameStart: MonotonicTime?
    /// When the socket last took a byte before it refused more; the distant future when it takes
    /// everything.
    var stallStart = MonotonicTime.distantFuture
    /// When lingering ends.
    var lingerEnd = MonotonicTime.distantFuture

    /// What the readiness set was last told.
    var isWatchingReads = true
    var isWatchingWrites = false
    /// Only for readiness by Dispatch.
    var sources: ConnectionSources?

    init(_ socket: AcceptedSocket, key: ConnectionKey, now: MonotonicTime) {
        descriptor = socket.descriptor
        kind = ConnectionKind(wire: .undecided, transport: socket.transport)
        self.key = key
        arrival = now
        lastActivity = now
    }

    private func noteStreams() {
        hasStreams = streams != nil
        needsPump = hasStreams || http2 != nil
    }

    var unsentByteCount: Int { output?.count ?? 0 }
    var wantsReads: Bool {
        isLingering || !(reachedEnd || isPaused || closesAfterFlush || isAwaitingPage)
    }
    var isAwaitingPage: Bool { pageWait != nil }
    var wantsWrites: Bool { isSendBlocked && unsentByteCount > 0 }
    /// No call of this connection waits for anything.
    var isQuiet: Bool {
        parkedCount == 0 && unsentByteCount == 0 && !hasBufferedFrames && !hasStreams
            && !isAwaitingPage && http2?.isQuiet != false
    }
}

/// A page that a connection waits for.
struct PageWait {
    let ticket: PageDesk.Ticket
    let headOnly: Bool
    /// When it is waited for no longer.
    var end: MonotonicTime
}

/// What a gRPC connection holds.
struct HTTP2Account {
    /// Requests that wait and replies that were not taken.
    var byteCount = 0
    var openStreamCount = 0
    var hasToldAbuse = false
}

/// A place in a lane's table and which of its tenants is meant, so that a late event for a closed
/// connection cannot reach the next one.
struct ConnectionKey: Hashable {
    var slot: UInt32
    var generation: UInt32

    init(slot: UInt32, generation: UInt32) {
        self.slot = slot
        self.generation = generation
    }

    init(packed: UInt64) {
        slot = UInt32(truncatingIfNeeded: packed)
        generation = UInt32(truncatingIfNeeded: packed >> 32)
    }

    var packed: UInt64 { UInt64(generation) << 32 | UInt64(slot) }
}
