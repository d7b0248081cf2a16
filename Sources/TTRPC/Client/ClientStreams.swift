public import RPCCore

/// The client's half of one ttrpc connection as a value: calls in, frames out; bytes in, ended
/// calls out. It knows no sockets and no clocks; whoever owns it passes the time in.
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
        /// The payload of the reply, or why there is none.
        public var outcome: Result<[UInt8], RPCError>

        public init(stream: UInt32, outcome: Result<[UInt8], RPCError>) {
            self.stream = stream
            self.outcome = outcome
        }
    }

    private var nextStream: UInt32
    /// Deadlines of the calls that wait for a reply.
    private var deadlines: [UInt32: MonotonicTime] = [:]
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
    /// - Parameter deadline: when the call ends by itself; the rest of the time goes to the server.
    /// - Throws: why the call cannot begin: the deadline has passed, the request is too large, the
    ///   connection has failed or has used up its stream ids.
    public mutating func begin(
        service: String, method: String, payload: [UInt8], metadata: [(String, String)],
        deadline: MonotonicTime, now: MonotonicTime
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
        let header = FrameHeader(
            dataByteCount: UInt32(data.count), stream: stream, type: .request)
        return (stream, header.encoded + data)
    }

    /// Takes bytes from the peer and returns the calls they end.
    /// - Complexity: O(bytes).
    public mutating func receive(_ bytes: borrowing RawSpan) -> [Ended] {
        guard failure == nil else { return [] }
        var ended: [Ended] = []
        frames.append(bytes)
        do throws(RPCError) {
            while let reply = try frames.next() {
                guard deadlines.removeValue(forKey: reply.stream) != nil else { continue }
                ended.append(Ended(stream: reply.stream, outcome: reply.outcome))
            }
        } catch {
            ended += fail(error)
        }
        return ended
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
        return streams.map { Ended(stream: $0, outcome: .failure(error)) }
    }

    /// Gives a call up; its reply will be dropped. False when it had ended already.
    public mutating func cancel(_ stream: UInt32) -> Bool {
        deadlines.removeValue(forKey: stream) != nil
    }

    /// Ends the calls whose time is over.
    /// - Complexity: O(calls).
    public mutating func expire(now: MonotonicTime) -> [Ended] {
        let streams = deadlines.filter { $0.value <= now }.keys.sorted()
        for stream in streams { deadlines.removeValue(forKey: stream) }
        return streams.map { Ended(stream: $0, outcome: .failure(Self.expired())) }
    }

    private static func expired() -> RPCError {
        RPCError(.deadlineExceeded, "no answer within the time limit")
    }
}
