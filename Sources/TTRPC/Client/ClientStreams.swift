public import RPCCore

/// The client's half of one ttrpc connection as a value: calls in, frames out; replies in, ended
/// calls out. It knows no sockets and no clocks; whoever owns it passes the time in.
///
/// A call is unary or a server stream. A stream has messages, then one end: an empty data frame for
/// OK or a response with an error. The other forms that servers may use are taken too: a last message
/// that is the end as well, and a response whose payload is the last message.
///
/// At most `inFlightMaximum` calls are with the server; later ones are held in the order they came
/// and go out as others end. Their deadlines run meanwhile.
///
/// A reply for a call that was given up, and data for a unary call, are harmless races and are
/// dropped. Bytes that cannot be frames are found by `ReplyReader`; whoever owns both fails the
/// connection then and with it every call.
public struct ClientStreams: Sendable {
    /// Stream ids are 31-bit and odd; the last call of a connection has this one.
    public static let streamMaximum: UInt32 = 0x7FFF_FFFF
    /// Calls that may wait for their turn; more are refused.
    public static let heldCountMaximum = 65_536
    /// Bytes of the payloads of the calls that wait for their turn; more are refused.
    public static let heldByteCountMaximum = 16_777_216

    private var nextStream: UInt32
    private let inFlightMaximum: Int
    private var table = StreamTable()
    private(set) var heldCalls = HeldCalls()
    /// Bytes of all frames so far.
    private var producedByteCount: Int64 = 0
    /// Why no more calls are possible; nil while the connection is good.
    public private(set) var failure: RPCError?

    /// - Parameters:
    ///   - firstStream: odd; a fresh connection begins with 1.
    ///   - inFlightMaximum: at least 1; streams count while they are open.
    public init(firstStream: UInt32 = 1, inFlightMaximum: Int = .max) {
        nextStream = firstStream | 1
        self.inFlightMaximum = max(1, inFlightMaximum)
    }

    /// Calls that wait for a reply or for their turn.
    public var pendingCount: Int { table.count }
    /// Calls that wait for their turn.
    public var heldCount: Int { heldCalls.count }
    /// The earliest deadline of all calls that wait; nil when none waits.
    /// - Complexity: O(calls).
    public var earliestDeadline: MonotonicTime? { table.earliestDeadline }
    /// What the caller gave with a call; nil when it has ended.
    public func tag(of stream: UInt32) -> Int? { table[stream]?.tag }
    /// Calls that can still be begun before the stream ids run out.
    public var remainingCallCount: Int {
        nextStream > Self.streamMaximum ? 0 : Int(Self.streamMaximum - nextStream) / 2 + 1
    }

    /// Begins a call. The frames of all calls must go out in the order they are given out.
    ///
    /// - Parameter tag: what the caller knows the call by; comes back with its end.
    /// - Returns: its stream, and its frame unless the call must wait for its turn.
    /// - Throws: why the call cannot begin: the deadline has passed, the request is too large, too
    ///   many calls wait, the connection has failed or has used up its stream ids.
    public mutating func begin(
        _ request: ClientRequest, tag: Int, now: MonotonicTime
    ) throws(RPCError) -> (stream: UInt32, frame: RequestFrame?) {
        if let failure { throw failure }
        guard request.deadline > now else { throw Self.expired() }
        guard nextStream <= Self.streamMaximum else {
            throw RPCError(
                .unavailable,
                "this connection has used all its 2^30 stream ids; open a new connection")
        }
        let stream = nextStream
        let frame = RequestFrame(
            request, stream: stream,
            timeoutNanoseconds: request.deadline.nanoseconds(since: now))
        guard frame.isWithinLimit else { throw frame.tooLarge }
        let isHeld = heldCalls.count > 0 || table.count >= inFlightMaximum
        if isHeld { try heldCalls.add(stream, request) }
        nextStream += 2
        table.insert(
            stream,
            StreamTable.Entry(
                deadline: request.deadline,
                start: isHeld ? StreamTable.Entry.held : producedByteCount, tag: tag,
                isStream: request.isStream))
        if isHeld { return (stream, nil) }
        producedByteCount += Int64(frame.byteCount)
        return (stream, frame)
    }

    /// The next held call whose turn has come; nil when there is none. Ask until it is nil whenever
    /// calls have ended.
    public mutating func takeHeld(now: MonotonicTime) -> RequestFrame? {
        guard failure == nil else { return nil }
        while table.count - heldCalls.count < inFlightMaximum,
            let (stream, request) = heldCalls.take()
        {
            // Those whose time is over are ended by `expire`.
            guard table[stream] != nil else { continue }
            let rest = request.deadline.nanoseconds(since: now)
            let frame = RequestFrame(request, stream: stream, timeoutNanoseconds: max(1, rest))
            table.setStart(producedByteCount, of: stream)
            producedByteCount += Int64(frame.byteCount)
            return frame
        }
        return nil
    }

    /// Takes a frame of the server; what it means for a call, nil when nothing.
    /// - Complexity: O(1).
    public mutating func take(_ frame: ReplyFrame) -> ClientEvent? {
        let stream = frame.stream
        // A server cannot know a call that it was not told of.
        guard let entry = table[stream], !entry.isHeld else { return nil }
        switch frame.content {
        case .response(let outcome):
            guard entry.isStream, case .success(let bytes) = outcome else {
                return end(stream, outcome)
            }
            return end(stream, .success([]), lastMessage: bytes.isEmpty ? nil : bytes)
        case .data(let bytes, let isLast):
            guard entry.isStream else { return nil }
            if isLast { return end(stream, .success([]), lastMessage: bytes) }
            return bytes.map { .message(stream: stream, $0) }
        }
    }

    private mutating func end(
        _ stream: UInt32, _ outcome: Result<[UInt8], RPCError>, lastMessage: [UInt8]? = nil,
        sentByteCount: Int64 = .max
    ) -> ClientEvent? {
        guard let entry = table.remove(stream) else { return nil }
        if entry.isHeld { heldCalls.forget(stream) }
        return .ended(
            ClientEvent.Ended(
                stream: stream, tag: entry.tag, isStream: entry.isStream, outcome: outcome,
                lastMessage: lastMessage, wasSent: !entry.isHeld && entry.start < sentByteCount))
    }

    /// Gives a call up; its reply will be dropped.
    /// - Returns: nil when it had ended already; otherwise the frame that tells the server, empty
    ///   when there is nothing to tell: ttrpc has no word for giving up a unary call.
    public mutating func giveUp(_ stream: UInt32) -> [UInt8]? {
        guard let entry = table.remove(stream) else { return nil }
        if entry.isHeld { heldCalls.forget(stream) }
        guard entry.isStream, !entry.isHeld, failure == nil else { return [] }
        producedByteCount += Int64(FrameHeader.byteCount)
        return FrameHeader(
            dataByteCount: 0, stream: stream, type: .data, flags: [.remoteClosed, .noData]
        ).encoded
    }

    /// Ends the connection: every call that waits fails with `error`, and so will later ones.
    /// - Parameter sentByteCount: how much of all frames the system has taken; calls behind it
    ///   were never sent.
    public mutating func fail(_ error: RPCError, sentByteCount: Int64 = .max) -> [ClientEvent] {
        guard failure == nil else { return [] }
        failure = error
        return table.streams { _ in true }.compactMap {
            end($0, .failure(error), sentByteCount: sentByteCount)
        }
    }

    /// Ends the calls whose time is over.
    /// - Complexity: O(calls).
    public mutating func expire(now: MonotonicTime) -> [ClientEvent] {
        table.streams { $0.deadline <= now }.compactMap { end($0, .failure(Self.expired())) }
    }

    private static func expired() -> RPCError {
        RPCError(.deadlineExceeded, "no answer within the time limit")
    }
}
