public import RPCCore

/// The client's half of one ttrpc connection as a value: calls in, frames out; bytes in, ended
/// calls out. It knows no sockets and no clocks; whoever owns it passes the time in.
///
/// A call is unary or a server stream. A stream has messages, then one end: an empty data frame for
/// OK or a response with an error. The other forms that servers may use are taken too: a last message
/// that is the end as well, and a response whose payload is the last message.
///
/// Impossible inputs come in three kinds. A reply for a call that was given up, a frame of an
/// unknown type or a stray data frame is a harmless race and is dropped. A reply that is too large
/// or damaged fails its own call. Bytes that cannot be frames fail the connection and with it every
/// call.
public struct ClientStreams: Sendable {
    /// Stream ids are 31-bit and odd; the last call of a connection has this one.
    public static let streamMaximum: UInt32 = 0x7FFF_FFFF

    /// A call that is over.
    public struct Ended: Sendable {
        public var stream: UInt32
        /// The payload of the reply, or why there is none; empty for a stream that ended with OK.
        public var outcome: Result<[UInt8], RPCError>

        public init(stream: UInt32, outcome: Result<[UInt8], RPCError>) {
            self.stream = stream
            self.outcome = outcome
        }
    }

    /// One message of a stream.
    public struct Message: Hashable, Sendable {
        public var stream: UInt32
        public var bytes: [UInt8]
    }

    private var nextStream: UInt32
    /// Deadlines of the calls that wait for a reply.
    private var deadlines: [UInt32: MonotonicTime] = [:]
    /// Those of them that are streams.
    private var streaming: Set<UInt32> = []
    private var messages: [Message] = []
    private var frames = ReplyFrames()
    /// Why no more calls are possible; nil while the connection is good.
    public private(set) var failure: RPCError?

    /// - Parameter firstStream: odd; a fresh connection begins with 1.
    public init(firstStream: UInt32 = 1) { nextStream = firstStream | 1 }

    /// Calls that wait for a reply.
    public var pendingCount: Int { deadlines.count }
    /// Whether the peer has sent at least one frame of this protocol.
    public var hasHeardPeer: Bool { frames.hasHeardPeer }
    /// The earliest deadline of all calls that wait; nil when none waits.
    /// - Complexity: O(calls).
    public var earliestDeadline: MonotonicTime? { deadlines.values.min() }

    /// Begins a call. The frames of all calls must go out in the order of their streams.
    ///
    /// - Parameters:
    ///   - deadline: when the call ends by itself; the rest of the time goes to the server.
    ///   - isStream: the method answers with a stream.
    /// - Throws: why the call cannot begin: the deadline has passed, the request is too large, the
    ///   connection has failed or has used up its stream ids.
    public mutating func begin(
        service: String, method: String, payload: [UInt8], metadata: [(String, String)],
        deadline: MonotonicTime, now: MonotonicTime, isStream: Bool = false
    ) throws(RPCError) -> (stream: UInt32, frame: [UInt8]) {
        if let failure { throw failure }
        guard deadline > now else { throw Self.expired() }
        guard nextStream <= Self.streamMaximum else {
            throw RPCError(
                .unavailable,
                "this connection has used all its 2^30 stream ids; open a new connection")
        }
        let data = RequestEnvelope.encode(
            service: service, method: method, payload: payload,
            timeoutNanoseconds: deadline.nanoseconds(since: now), metadata: metadata)
        guard data.count <= FrameHeader.dataByteCountMaximum else {
            throw RPCError(
                .resourceExhausted,
                "the request has \(data.count) bytes; at most "
                    + "\(FrameHeader.dataByteCountMaximum) can be sent")
        }
        let stream = nextStream
        nextStream += 2
        deadlines[stream] = deadline
        if isStream { streaming.insert(stream) }
        let header = FrameHeader(
            dataByteCount: UInt32(data.count), stream: stream, type: .request,
            flags: isStream ? .remoteClosed : [])
        return (stream, header.encoded + data)
    }

    /// Takes bytes from the peer and returns the calls they end. `takeMessages` has what came on
    /// streams before.
    /// - Complexity: O(bytes).
    public mutating func receive(_ bytes: borrowing RawSpan) -> [Ended] {
        guard failure == nil else { return [] }
        var ended: [Ended] = []
        frames.append(bytes)
        do throws(RPCError) {
            while let frame = try frames.next() {
                if let outcome = take(frame) {
                    ended.append(Ended(stream: frame.stream, outcome: outcome))
                }
            }
        } catch {
            ended += fail(error)
        }
        return ended
    }

    /// How a frame ends its call; nil when it does not.
    private mutating func take(_ frame: ReplyFrame) -> Result<[UInt8], RPCError>? {
        let stream = frame.stream
        guard deadlines[stream] != nil else { return nil }
        let isStream = streaming.contains(stream)
        switch frame.content {
        case .response(let outcome):
            forget(stream)
            guard isStream, case .success(let bytes) = outcome else { return outcome }
            if !bytes.isEmpty { messages.append(Message(stream: stream, bytes: bytes)) }
            return .success([])
        case .data(let bytes, let isLast):
            guard isStream else { return nil }
            if let bytes { messages.append(Message(stream: stream, bytes: bytes)) }
            guard isLast else { return nil }
            forget(stream)
            return .success([])
        }
    }

    private mutating func forget(_ stream: UInt32) {
        deadlines.removeValue(forKey: stream)
        streaming.remove(stream)
    }

    /// The messages that came since this was last asked, in the order they came.
    public mutating func takeMessages() -> [Message] {
        if messages.isEmpty { return [] }
        defer { messages = [] }
        return messages
    }

    /// Gives a stream up; the frame that tells the server, empty when the stream had ended already.
    public mutating func giveUp(_ stream: UInt32) -> [UInt8] {
        guard streaming.contains(stream), failure == nil else { return [] }
        forget(stream)
        return FrameHeader(
            dataByteCount: 0, stream: stream, type: .data, flags: [.remoteClosed, .noData]
        ).encoded
    }

    /// The peer will send nothing more: every call that waits has failed.
    public mutating func receiveEnd() -> [Ended] {
        let place = frames.isInsideFrame ? " in the middle of a reply" : ""
        return fail(RPCError(.unavailable, "the server closed the connection\(place)"))
    }

    /// Ends the connection: every call that waits fails with `error`, and so will later ones.
    public mutating func fail(_ error: RPCError) -> [Ended] {
        guard failure == nil else { return [] }
        failure = error
        let streams = deadlines.keys.sorted()
        deadlines.removeAll()
        streaming.removeAll()
        return streams.map { Ended(stream: $0, outcome: .failure(error)) }
    }

    /// Gives a call up; its reply will be dropped. False when it had ended already.
    public mutating func cancel(_ stream: UInt32) -> Bool {
        defer { forget(stream) }
        return deadlines[stream] != nil
    }

    /// Ends the calls whose time is over.
    /// - Complexity: O(calls).
    public mutating func expire(now: MonotonicTime) -> [Ended] {
        let streams = deadlines.filter { $0.value <= now }.keys.sorted()
        for stream in streams { forget(stream) }
        return streams.map { Ended(stream: $0, outcome: .failure(Self.expired())) }
    }

    private static func expired() -> RPCError {
        RPCError(.deadlineExceeded, "no answer within the time limit")
    }
}
