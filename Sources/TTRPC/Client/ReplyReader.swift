public import RPCCore

/// Cuts the bytes of a server into replies and messages. It keeps only the start of a frame that has
/// not come whole.
public struct ReplyReader: Sendable {
    /// The start of a frame whose rest is still to come.
    private var tail: [UInt8] = []
    /// Data of an oversized or unknown frame that still has to be thrown away.
    private var skipCount = 0
    /// Whether the peer has sent at least one frame of this protocol.
    public private(set) var hasHeardPeer = false

    public init() {}

    /// Whether the bytes so far end inside a frame.
    public var isInsideFrame: Bool { skipCount > 0 || !tail.isEmpty }

    /// One large reply must not hold its memory for ever.
    private static let keptByteCountMaximum = 262_144

    /// Takes bytes and adds the replies and messages that they complete to `frames`.
    /// - Throws: UNAVAILABLE when the bytes are no frames; `frames` has what came before them.
    /// - Complexity: O(bytes).
    public mutating func read(
        _ bytes: borrowing RawSpan, into frames: inout ContiguousArray<ReplyFrame>
    ) throws(RPCError) {
        var position = try completeTail(bytes, into: &frames)
        while position < bytes.byteCount {
            let skipped = min(skipCount, bytes.byteCount - position)
            skipCount -= skipped
            position += skipped
            if position == bytes.byteCount { return }
            guard let next = try step(bytes, at: position, into: &frames) else {
                return keep(bytes, position..<bytes.byteCount)
            }
            position = next
        }
    }

    /// Brings what is missing to the frame that has begun; where the bytes go on after it.
    private mutating func completeTail(
        _ bytes: borrowing RawSpan, into frames: inout ContiguousArray<ReplyFrame>
    ) throws(RPCError) -> Int {
        var position = 0
        while !tail.isEmpty {
            let missing = Self.missingByteCount(tail)
            let end = min(position + missing, bytes.byteCount)
            keep(bytes, position..<end)
            guard end - position == missing else { return end }
            position = end
            var whole: [UInt8] = []
            swap(&whole, &tail)
            let next = try unsafe step(whole.span.bytes, at: 0, into: &frames)
            if next != nil {
                whole.removeAll(keepingCapacity: whole.capacity <= Self.keptByteCountMaximum)
            }
            swap(&whole, &tail)
        }
        return position
    }

    /// Bytes until the header or, behind it, the frame is whole.
    private static func missingByteCount(_ tail: [UInt8]) -> Int {
        guard let header = unsafe FrameHeader(in: tail.span.bytes) else {
            return FrameHeader.byteCount - tail.count
        }
        return FrameHeader.byteCount + Int(header.dataByteCount) - tail.count
    }

    private mutating func keep(_ bytes: borrowing RawSpan, _ range: Range<Int>) {
        unsafe bytes.withUnsafeBytes { unsafe tail.append(contentsOf: $0[range]) }
    }

    /// Reads the frame at `position`; where the next one begins, nil when more bytes are needed.
    private mutating func step(
        _ bytes: borrowing RawSpan, at position: Int, into frames: inout ContiguousArray<ReplyFrame>
    ) throws(RPCError) -> Int? {
        guard bytes.byte(at: position) == 0 else { throw wrongProtocol(bytes, at: position) }
        guard let header = FrameHeader(in: bytes, at: position) else { return nil }
        if !hasHeardPeer, header.type.rawValue == 0 { throw wrongProtocol(bytes, at: position) }
        hasHeardPeer = true
        let dataByteCount = Int(header.dataByteCount)
        let start = position + FrameHeader.byteCount
        let isReply = header.type == .response || header.type == .data
        if dataByteCount > FrameHeader.dataByteCountMaximum || !isReply {
            skipCount = dataByteCount
            if isReply {
                frames.append(
                    ReplyFrame(
                        stream: header.stream, content: .response(.failure(Self.tooLarge(header)))))
            }
            return start
        }
        guard bytes.byteCount - start >= dataByteCount else { return nil }
        let range = start..<(start + dataByteCount)
        frames.append(
            ReplyFrame(stream: header.stream, content: Self.content(header, bytes, range)))
        return range.upperBound
    }

    private static func content(
        _ header: FrameHeader, _ bytes: borrowing RawSpan, _ range: Range<Int>
    ) -> ReplyFrame.Content {
        guard header.type == .response else {
            let isEmpty = header.flags.contains(.noData)
            return .data(
                isEmpty ? nil : bytes.copy(range), isLast: header.flags.contains(.remoteClosed))
        }
        do throws(RPCError) {
            let envelope = try ResponseEnvelope.decode(bytes, in: range)
            if let error = envelope.error { return .response(.failure(error)) }
            return .response(.success(bytes.copy(envelope.payload)))
        } catch {
            return .response(.failure(error))
        }
    }

    private static func tooLarge(_ header: FrameHeader) -> RPCError {
        RPCError(
            .resourceExhausted,
            "the server's reply has \(header.dataByteCount) bytes; at most "
                + "\(FrameHeader.dataByteCountMaximum) are taken; ask for a smaller page")
    }

    /// Says what the bytes look like, because a wrong port is the usual reason.
    private func wrongProtocol(_ bytes: borrowing RawSpan, at position: Int) -> RPCError {
        guard !hasHeardPeer else {
            return RPCError(.unavailable, "the server sent bytes that are not a ttrpc frame")
        }
        let start = bytes.copy(position..<min(position + 10, bytes.byteCount))
        return RPCError(
            .unavailable,
            "this port does not speak the episodes protocol (it looks like "
                + "\(ForeignProtocol.name(of: start)))")
    }
}
