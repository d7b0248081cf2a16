internal import LoadGenerator
internal import RPCCore
internal import TTRPC

/// A connection that speaks the native protocol. Only the heads of replies are looked at: what a
/// reply carries is counted and passed over where it lies, so nothing is copied or allocated.
@safe final class NativeConnection: LoadConnection {
    private let requests: PreparedRequests
    /// Bytes of the frame being passed over that have not come yet.
    private var skipCount = 0
    /// The call that ends with it; 0 when none does.
    private var skippedCall: UInt32 = 0
    private var skippedFrameByteCount = 0
    /// The beginning of a frame of which too little has come to say what it is.
    private var head: [UInt8] = []
    /// Bytes that `head` must have for that.
    private var headByteCountNeeded = 0

    init(place: Int, streamCount: Int, sink: any CallSink, requests: PreparedRequests) {
        self.requests = requests
        super.init(place: place, streamCount: streamCount, sink: sink)
    }

    override func open(_ descriptor: Int32) {
        super.open(descriptor)
        skipCount = 0
        skippedCall = 0
        head.removeAll()
    }

    override func begin(entry: Int, intended: Int64, now: Int64) {
        let number = calls.begin(entry: entry, intended: intended, sent: now)
        requests.append(entry, stream: number * 2 - 1, to: output)
    }

    override var silenceHint: String {
        "; it closed the connection without a word of the native protocol: is it the right port?"
    }

    override func take(_ bytes: UnsafeRawBufferPointer) -> RPCError? {
        var offset = 0
        while offset < bytes.count {
            if skipCount > 0 {
                let count = min(skipCount, bytes.count - offset)
                skipCount -= count
                offset += count
                if skipCount == 0 { endSkippedFrame() }
                continue
            }
            if head.isEmpty {
                let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[offset...])
                switch unsafe parse(rest) {
                case .taken(let count): offset += count
                case .needs(let count):
                    headByteCountNeeded = count
                    unsafe head.append(contentsOf: rest)
                    return nil
                case .broken(let error): return error
                }
                continue
            }
            let count = min(headByteCountNeeded - head.count, bytes.count - offset)
            unsafe head.append(contentsOf: bytes[offset..<(offset + count)])
            offset += count
            guard head.count == headByteCountNeeded else { return nil }
            switch unsafe head.withUnsafeBytes({ unsafe parse($0) }) {
            case .taken: head.removeAll(keepingCapacity: head.capacity <= 65_536)
            case .needs(let count): headByteCountNeeded = count
            case .broken(let error): return error
            }
        }
        return nil
    }

    private enum Parsed {
        /// So many bytes are dealt with.
        case taken(Int)
        /// The frame's first bytes must be so many before it can be dealt with; never more than the
        /// frame has.
        case needs(Int)
        case broken(RPCError)
    }

    private func parse(_ bytes: UnsafeRawBufferPointer) -> Parsed {
        if unsafe bytes[0] != 0 { return .broken(unsafe wrongProtocol(bytes)) }
        guard let header = unsafe FrameHeader(in: bytes.bytes) else {
            return .needs(FrameHeader.byteCount)
        }
        if !hasHeardPeer, header.type.rawValue == 0 {
            return .broken(unsafe wrongProtocol(bytes))
        }
        hasHeardPeer = true
        let length = Int(header.dataByteCount)
        let available = bytes.count - FrameHeader.byteCount
        if length > FrameHeader.dataByteCountMaximum {
            end(header.stream, LoadOutcome(.resourceExhausted), byteCount: bytes.count)
            return passOver(length, available, call: 0)
        }
        if header.type == .data {
            let isLast = header.flags.contains(.remoteClosed)
            return passOver(length, available, call: isLast ? header.stream : 0)
        }
        guard header.type == .response else { return passOver(length, available, call: 0) }
        if available >= length {
            let end = FrameHeader.byteCount + length
            unsafe takeReply(bytes, FrameHeader.byteCount..<end, header.stream)
            return .taken(end)
        }
        // The usual reply of success is nothing but its payload.
        if available < min(length, Self.envelopeHeadByteCount) {
            return .needs(FrameHeader.byteCount + min(length, Self.envelopeHeadByteCount))
        }
        if unsafe Self.isOnlyPayload(bytes, length) {
            return passOver(length, available, call: header.stream)
        }
        return .needs(FrameHeader.byteCount + length)
    }

    /// Tag and longest length of a payload.
    private static let envelopeHeadByteCount = 6

    /// Whether the envelope is one payload that fills all of it.
    private static func isOnlyPayload(_ bytes: UnsafeRawBufferPointer, _ length: Int) -> Bool {
        let start = FrameHeader.byteCount
        guard unsafe bytes[start] == 0x12 else { return false }
        var payloadByteCount = 0
        for place in 0..<5 {
            guard start + 1 + place < bytes.count else { return false }
            let byte = unsafe bytes[start + 1 + place]
            payloadByteCount |= Int(byte & 0x7F) << (7 * place)
            if byte < 0x80 { return 2 + place + payloadByteCount == length }
        }
        return false
    }

    private func passOver(_ length: Int, _ available: Int, call: UInt32) -> Parsed {
        skippedFrameByteCount = FrameHeader.byteCount + length
        skippedCall = call
        let here = min(length, available)
        skipCount = length - here
        if skipCount == 0 { endSkippedFrame() }
        return .taken(FrameHeader.byteCount + here)
    }

    private func endSkippedFrame() {
        guard skippedCall != 0 else { return }
        end(skippedCall, .ok, byteCount: skippedFrameByteCount)
        skippedCall = 0
    }

    private func takeReply(_ bytes: UnsafeRawBufferPointer, _ range: Range<Int>, _ stream: UInt32) {
        do throws(RPCError) {
            let envelope = unsafe try ResponseEnvelope.decode(bytes.bytes, in: range)
            guard let error = envelope.error else {
                return end(stream, .ok, byteCount: range.upperBound)
            }
            endWithError(stream, error, range.upperBound)
        } catch {
            endWithError(stream, error, range.upperBound)
        }
    }

    private func endWithError(_ stream: UInt32, _ error: RPCError, _ byteCount: Int) {
        let outcome = LoadOutcome(error.code)
        if sink.wantsMessage(of: outcome) { sink.note(LoadOutcome.message(of: error), of: outcome) }
        end(stream, outcome, byteCount: byteCount)
    }

    private func end(_ stream: UInt32, _ outcome: LoadOutcome, byteCount: Int) {
        // Ids of calls are odd.
        sink.didEnd(
            self, stream % 2 == 1 ? stream / 2 + 1 : 0, outcome, byteCount: byteCount)
    }

    private func wrongProtocol(_ bytes: UnsafeRawBufferPointer) -> RPCError {
        if hasHeardPeer {
            return RPCError(.unavailable, "the server sent bytes that are not a ttrpc frame")
        }
        let looks = unsafe PortGuess.text(bytes)
        return RPCError(
            .unavailable, "this port does not speak the native protocol (it looks like \(looks))")
    }
}
