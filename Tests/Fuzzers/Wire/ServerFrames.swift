import RPCCore
import TTRPC

/// The server's side of a connection: where the bytes are cut must not matter.
///
/// Input: how they are cut, odd to end streams as soon as they are open, then the bytes of a client.
enum ServerFrames {
    private enum Seen: Hashable {
        case call(ServerCall, payload: [UInt8], isStream: Bool)
        case other(ServerAction)
    }

    private static let methods = MethodTable([
        MethodDescriptor(service: "a.S", name: "Read", role: .reader, isIdempotent: true),
        MethodDescriptor(
            service: "a.S", name: "Write", role: .editor, isIdempotent: false, isWrite: true),
        MethodDescriptor(
            service: "a.S", name: "Talk", kind: .bidirectionalStreaming, role: .reader,
            isIdempotent: true),
        MethodDescriptor(
            service: "a.S", name: "Watch", kind: .serverStreaming, role: .reader,
            isIdempotent: true),
    ])

    /// Small limits, so that small inputs reach them.
    private static let rules: ServerRules = {
        var limits = TransportLimits()
        limits.readRequestByteCountMaximum = 64
        limits.writeRequestByteCountMaximum = 128
        limits.oversizedFrameDrainByteCountMaximum = 65_536
        return ServerRules(methods: methods, limits: limits)
    }()

    static func run(_ input: UnsafeRawBufferPointer) {
        let bytes = Array(input.after(2))
        let endsStreams = input.choice(1) % 2 == 1
        let whole = actions(of: [bytes[...]], endsStreams: endsStreams)
        let cut = actions(
            of: pieces(of: bytes, choice: input.choice(0)), endsStreams: endsStreams)
        require(whole == cut, "cutting changes the actions: \(whole) and \(cut)")
        var lastStream: UInt32 = 0
        for case .call(let call, let payload, let isStream) in whole {
            require(call.stream % 2 == 1 && call.stream > lastStream, "stream \(call.stream)")
            lastStream = call.stream
            require(payload.count <= 128, "a payload over its limit")
            let kind = methods.methods[call.method.index].kind
            require((kind == .serverStreaming) == isStream, "a call of another kind")
        }
    }

    /// Feeds pieces as a connection does: what is asked for is kept, what is used is dropped.
    private static func actions(of pieces: [ArraySlice<UInt8>], endsStreams: Bool) -> [Seen] {
        let now = MonotonicTime(nanoseconds: 1_000)
        var state = ServerConnectionState()
        var (buffer, seen): ([UInt8], [Seen]) = ([], [])
        for piece in pieces {
            buffer += piece
            var offset = 0
            while offset < buffer.count {
                let step = state.next(
                    in: buffer.span.bytes, at: offset, rules: rules, arrival: now, now: now)
                require(
                    step.byteCount >= 0 && step.byteCount <= buffer.count - offset,
                    "a step of \(step.byteCount) bytes")
                switch step.action {
                case .needMore(let frameByteCount):
                    require(step.byteCount == 0, "bytes were used while more are needed")
                    require(
                        frameByteCount <= FrameHeader.byteCount + rules.requestDataByteCountMaximum,
                        "waits for \(frameByteCount) bytes")
                case .call(let call), .open(let call):
                    check(call, within: offset..<(offset + step.byteCount), now: now)
                    var comparable = call
                    comparable.payload = 0..<0
                    let isStream = step.action == .open(call)
                    if isStream && endsStreams { state.end(stream: call.stream) }
                    seen.append(
                        .call(
                            comparable, payload: Array(buffer[call.payload]), isStream: isStream))
                case .ignore: break
                case .close: return seen + [.other(step.action)]
                case .refuse, .abandon, .cancel: seen.append(.other(step.action))
                }
                if step.byteCount == 0 { break }
                offset += step.byteCount
            }
            buffer.removeFirst(offset)
        }
        return seen
    }

    private static func check(_ call: ServerCall, within frame: Range<Int>, now: MonotonicTime) {
        let longest = now.advanced(byMilliseconds: rules.limits.deadlineMillisecondsMaximum)
        require(call.deadline > now && call.deadline <= longest, "a deadline of \(call.deadline)")
        require(
            call.payload.lowerBound >= frame.lowerBound
                && call.payload.upperBound <= frame.upperBound, "a payload outside its frame")
    }

    static func seeds() -> [[UInt8]] {
        let call = { (stream: UInt32, method: String, payload: [UInt8], timeout: Int64) in
            frame(
                stream,
                RequestEnvelope.encode(
                    service: "a.S", method: method, payload: payload, timeoutNanoseconds: timeout,
                    metadata: [("key", "value")]))
        }
        let end = { (stream: UInt32) in frame(stream, [], type: .data, flags: 1) }
        let watch = RequestEnvelope.encode(
            service: "a.S", method: "Watch", payload: [9], timeoutNanoseconds: 0)
        let good = call(1, "Read", [1, 2, 3], 0) + call(3, "Write", [], 5_000_000)
        return [
            good, call(1, "Watch", [], 0), call(1, "Watch", [], 0) + end(1) + end(1) + end(1),
            frame(1, watch, flags: 2) + end(1) + end(1), frame(1, watch, flags: 1) + end(1),
            call(1, "Talk", [], 0), call(1, "None", [], -1), call(2, "Read", [], 1),
            call(5, "Read", [], 0) + call(3, "Read", [], 0),
            call(1, "Read", [UInt8](repeating: 7, count: 100), 0) + good,
            frame(1, [UInt8](repeating: 0, count: 20_000)) + good,
            frame(1, [], type: .data) + frame(9, [1], type: .response) + good,
            frame(1, [0xFF, 0xFF]) + frame(3, [], flags: 2) + [0, 0x7F, 0xFF, 0xFF],
            Array("GET / HTTP/1.1\r\n".utf8),
        ].enumerated().map { number, bytes in [UInt8(number * 5), UInt8(number % 3)] + bytes }
    }

    static func frame(
        _ stream: UInt32, _ data: [UInt8], type: FrameType = .request, flags: UInt8 = 0
    ) -> [UInt8] {
        FrameHeader(
            dataByteCount: UInt32(data.count), stream: stream, type: type,
            flags: FrameFlags(rawValue: flags)
        ).encoded + data
    }
}
