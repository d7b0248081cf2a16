public import RPCCore

/// The server's side of one ttrpc connection as a pure value: bytes in, actions out.
///
/// It closes what the protocol leaves open: ids are odd and rise, the method decides whether a call
/// is unary or streams and not the flags, data frames on unary calls are refused, an over-long frame
/// is answered by its header and passed over, unknown types and flags are ignored. A client that has
/// said it sends no more on a stream and says so again, with an empty data frame marked
/// `remote closed`, gives the stream up: the protocol has no frame for that, and servers that know
/// nothing of it take no harm. Source: containerd/ttrpc PROTOCOL.md, version 1.2.
public struct ServerConnectionState: Hashable, Sendable {
    private var lastStream: UInt32 = 0
    private var sawFirstByte = false
    /// Data of a frame that is being passed over.
    private var skippedByteCount = 0
    /// Open streams, and whether their client may still say that it sends no more.
    private var streams: [UInt32: Bool] = [:]

    public init() {}

    /// The owner has ended a stream.
    public mutating func end(stream: UInt32) { streams[stream] = nil }

    /// Whether the bytes so far end inside a frame that is being passed over.
    public var isPassingOver: Bool { skippedByteCount > 0 }

    /// Decides on the bytes from `offset`: at most one frame.
    ///
    /// The caller goes on at `offset + byteCount` until it is told to bring more or to close.
    /// - Parameters:
    ///   - arrival: when the last of these bytes came; deadlines count from there.
    ///   - now: calls whose deadline is past are refused.
    /// - Complexity: O(envelope fields + names + metadata); allocates only to refuse.
    public mutating func next(
        in bytes: borrowing RawSpan, at offset: Int, rules: borrowing ServerRules,
        arrival: MonotonicTime, now: MonotonicTime
    ) -> ServerStep {
        let available = bytes.byteCount - offset
        guard available > 0 else {
            return ServerStep(action: .needMore(frameByteCount: 0), byteCount: 0)
        }
        if skippedByteCount > 0 {
            let count = min(skippedByteCount, available)
            skippedByteCount -= count
            return ServerStep(action: .ignore, byteCount: count)
        }
        if !sawFirstByte {
            guard bytes.byte(at: offset) == 0 else {
                return ServerStep(action: .close(.wrongProtocol), byteCount: available)
            }
            sawFirstByte = true
        }
        guard let header = FrameHeader(in: bytes, at: offset) else {
            return ServerStep(action: .needMore(frameByteCount: 0), byteCount: 0)
        }
        if let step = decideByHeader(header, rules: rules) { return step }
        let frameByteCount = FrameHeader.byteCount + Int(header.dataByteCount)
        guard available >= frameByteCount else {
            return ServerStep(action: .needMore(frameByteCount: frameByteCount), byteCount: 0)
        }
        let data = (offset + FrameHeader.byteCount)..<(offset + frameByteCount)
        do throws(RPCError) {
            let action = try open(
                header, in: bytes, data, rules: rules, arrival: arrival, now: now)
            return ServerStep(action: action, byteCount: frameByteCount)
        } catch {
            return ServerStep(
                action: .refuse(stream: header.stream, error), byteCount: frameByteCount)
        }
    }

    /// Refuses the request at `offset`, of which at least the header has come, with an error of the
    /// owner's; the rest of its frame is passed over.
    public mutating func refuseFrame(
        in bytes: borrowing RawSpan, at offset: Int, _ error: RPCError
    ) -> ServerStep {
        guard let header = FrameHeader(in: bytes, at: offset) else {
            return ServerStep(action: .needMore(frameByteCount: 0), byteCount: 0)
        }
        if isNew(header.stream) { lastStream = header.stream }
        return passOver(header, .refuse(stream: header.stream, error))
    }

    /// What the header alone decides; nil for a request of an allowed length.
    private mutating func decideByHeader(
        _ header: FrameHeader, rules: borrowing ServerRules
    ) -> ServerStep? {
        let length = Int(header.dataByteCount)
        let isRequest = header.type == .request
        let maximum =
            isRequest ? rules.requestDataByteCountMaximum : FrameHeader.dataByteCountMaximum
        if length > maximum {
            let error = Self.tooLong(length, maximum: maximum)
            if length > rules.limits.oversizedFrameDrainByteCountMaximum {
                return ServerStep(
                    action: .close(.frameTooLong(stream: header.stream, error)),
                    byteCount: FrameHeader.byteCount)
            }
            if isRequest, isNew(header.stream) { lastStream = header.stream }
            if isRequest { return passOver(header, .refuse(stream: header.stream, error)) }
            guard header.type == .data else { return passOver(header, .ignore) }
            streams[header.stream] = nil
            return passOver(header, .abandon(stream: header.stream, error))
        }
        if isRequest { return nil }
        return passOver(header, header.type == .data ? takeData(header) : .ignore)
    }

    /// What a data frame means. Every request is whole in its first frame, so none may carry
    /// anything: the first empty one marked `remote closed` ends the client's side, the next one
    /// gives the stream up.
    private mutating func takeData(_ header: FrameHeader) -> ServerAction {
        let isOpen = streams.removeValue(forKey: header.stream)
        guard let isOpen, header.dataByteCount == 0, header.flags.contains(.remoteClosed) else {
            return .abandon(stream: header.stream, Self.unexpectedData)
        }
        guard isOpen else { return .cancel(stream: header.stream) }
        streams[header.stream] = false
        return .ignore
    }

    private mutating func passOver(_ header: FrameHeader, _ action: ServerAction) -> ServerStep {
        skippedByteCount = Int(header.dataByteCount)
        return ServerStep(action: action, byteCount: FrameHeader.byteCount)
    }

    private func isNew(_ stream: UInt32) -> Bool { stream & 1 == 1 && stream > lastStream }

    private mutating func open(
        _ header: FrameHeader, in bytes: borrowing RawSpan, _ data: Range<Int>,
        rules: borrowing ServerRules, arrival: MonotonicTime, now: MonotonicTime
    ) throws(RPCError) -> ServerAction {
        guard isNew(header.stream) else { throw Self.badStream(header.stream, after: lastStream) }
        lastStream = header.stream
        let envelope = try RequestEnvelope.scan(bytes, in: data)
        let method = try rules.method(envelope, in: bytes)
        let kind = rules.methods.kind(method)
        guard kind != .bidirectionalStreaming else {
            throw RPCError(
                .unimplemented,
                "\(rules.methods[method].name) streams both ways, which this protocol's side of "
                    + "the server does not")
        }
        guard !kind.isUnary || !header.flags.contains(.remoteOpen) else {
            throw RPCError(
                .invalidArgument,
                "\(rules.methods[method].name) takes one request; send it without the remote-open "
                    + "flag")
        }
        let maximum = rules.methods[method].requestByteCountMaximum(rules.limits)
        guard envelope.payload.count <= maximum else {
            throw Self.tooLong(envelope.payload.count, maximum: maximum)
        }
        let deadline = rules.deadline(envelope.timeoutNanoseconds, of: method, from: arrival)
        guard now < deadline else {
            throw RPCError(.deadlineExceeded, "the deadline passed before the call was begun")
        }
        let call = ServerCall(
            stream: header.stream, method: method, payload: envelope.payload, deadline: deadline)
        guard kind != .unary else { return .call(call) }
        if kind != .unaryAnsweredLater {
            streams[header.stream] = header.flags.contains(.remoteOpen)
        }
        return .open(call)
    }
}

extension ServerConnectionState {
    private static let unexpectedData = RPCError(
        .invalidArgument, "a data frame came for a stream that takes none; send one request frame")

    private static func tooLong(_ byteCount: Int, maximum: Int) -> RPCError {
        RPCError(
            .resourceExhausted,
            "the request carries \(byteCount) bytes; at most \(maximum) are taken")
    }

    private static func badStream(_ stream: UInt32, after last: UInt32) -> RPCError {
        stream & 1 == 0
            ? RPCError(.invalidArgument, "stream id \(stream) is even; clients use odd ids")
            : RPCError(
                .invalidArgument, "stream id \(stream) comes after \(last); ids must increase")
    }
}
