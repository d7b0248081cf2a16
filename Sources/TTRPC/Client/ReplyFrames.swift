internal import RPCCore

/// Cuts the bytes of a server into replies and messages.
struct ReplyFrames: Sendable {
    private var buffer: [UInt8] = []
    /// Start of what was not read yet.
    private var position = 0
    /// Data of an oversized or unknown frame that still has to be thrown away.
    private var skipCount = 0
    private(set) var hasHeardPeer = false

    /// Whether the bytes so far end inside a frame.
    var isInsideFrame: Bool { skipCount > 0 || position < buffer.count }

    mutating func append(_ bytes: borrowing RawSpan) {
        if position == buffer.count {
            buffer.removeAll(keepingCapacity: buffer.capacity <= Self.keptByteCountMaximum)
        } else {
            buffer.removeFirst(position)
        }
        position = 0
        buffer += bytes.copy(0..<bytes.byteCount)
    }

    /// One large reply must not hold its memory for ever.
    private static let keptByteCountMaximum = 262_144

    /// The next complete reply or message; nil when more bytes are needed.
    /// - Throws: UNAVAILABLE when the bytes are no frames.
    mutating func next() throws(RPCError) -> ReplyFrame? {
        while true {
            skip()
            if position < buffer.count, buffer[position] != 0 { throw wrongProtocol() }
            guard let header = unsafe FrameHeader(in: buffer.span.bytes, at: position) else {
                return nil
            }
            if !hasHeardPeer, header.type.rawValue == 0 { throw wrongProtocol() }
            hasHeardPeer = true
            let dataByteCount = Int(header.dataByteCount)
            if dataByteCount > FrameHeader.dataByteCountMaximum {
                drop(header)
                guard header.type == .response || header.type == .data else { continue }
                return ReplyFrame(
                    stream: header.stream, content: .response(.failure(Self.tooLarge(header))))
            }
            guard header.type == .response || header.type == .data else {
                drop(header)
                continue
            }
            let start = position + FrameHeader.byteCount
            guard buffer.count - start >= dataByteCount else { return nil }
            let range = start..<(start + dataByteCount)
            position = range.upperBound
            guard header.type == .response else {
                let isEmpty = header.flags.contains(.noData)
                return ReplyFrame(
                    stream: header.stream,
                    content: .data(
                        isEmpty ? nil : Array(buffer[range]),
                        isLast: header.flags.contains(.remoteClosed)))
            }
            let outcome = unsafe Self.outcome(in: buffer.span.bytes, range)
            return ReplyFrame(stream: header.stream, content: .response(outcome))
        }
    }

    private mutating func skip() {
        let count = min(skipCount, buffer.count - position)
        skipCount -= count
        position += count
    }

    private mutating func drop(_ header: FrameHeader) {
        position += FrameHeader.byteCount
        skipCount = Int(header.dataByteCount)
    }

    private static func outcome(
        in bytes: borrowing RawSpan, _ range: Range<Int>
    ) -> Result<[UInt8], RPCError> {
        do throws(RPCError) {
            let envelope = try ResponseEnvelope.decode(bytes, in: range)
            if let error = envelope.error { return .failure(error) }
            return .success(bytes.copy(envelope.payload))
        } catch {
            return .failure(error)
        }
    }

    private static func tooLarge(_ header: FrameHeader) -> RPCError {
        RPCError(
            .resourceExhausted,
            "the server's reply has \(header.dataByteCount) bytes; at most "
                + "\(FrameHeader.dataByteCountMaximum) are taken; ask for a smaller page")
    }

    /// Says what the bytes look like, because a wrong port is the usual reason.
    private func wrongProtocol() -> RPCError {
        if hasHeardPeer {
            return RPCError(.unavailable, "the server sent bytes that are not a ttrpc frame")
        }
        let start = buffer[position...].prefix(10)
        let looks =
            if start.starts(with: "HTTP".utf8) || start.first == UInt8(ascii: "<") {
                // Some servers answer a request they cannot read with a bare page.
                "HTTP"
            } else if start.first == 0 {
                "HTTP/2"
            } else if let first = start.first, (0x14...0x17).contains(first) {
                "TLS"
            } else if start.starts(with: "SSH-".utf8) {
                "SSH"
            } else {
                "another protocol"
            }
        return RPCError(
            .unavailable,
            "this port does not speak the episodes protocol (it looks like \(looks))")
    }
}
