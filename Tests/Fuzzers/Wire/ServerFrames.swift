import RPCCore
import TTRPC
import TestSupport

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

    private static func actions(of pieces: [ArraySlice<UInt8>], endsStreams: Bool) -> [Seen] {
        let now = MonotonicTime(nanoseconds: 1_000)
        var seen: [Seen] = []
        ClientBytes.feed(pieces, rules: rules, now: now) { step, buffer, offset, state in
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
                    .call(comparable, payload: Array(buffer[call.payload]), isStream: isStream))
            case .ignore: break
            case .close:
                seen.append(.other(step.action))
                return false
            case .refuse, .abandon, .cancel: seen.append(.other(step.action))
            }
            return true
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
            ClientBytes.frame(
                stream,
                RequestEnvelope.encode(
                    service: "a.S", method: method, payload: payload, timeoutNanoseconds: timeout,
                    metadata: [("key", "value")]))
        }
        let end = { (stream: UInt32) in ClientBytes.frame(stream, [], type: .data, flags: 1) }
        let watch = RequestEnvelope.encode(
            service: "a.S", method: "Watch", payload: [9], timeoutNanoseconds: 0)
        let good = call(1, "Read", [1, 2, 3], 0) + call(3, "Write", [], 5_000_000)
        return [
            good, call(1, "Watch", [], 0), call(1, "Watch", [], 0) + end(1) + end(1) + end(1),
            ClientBytes.frame(1, watch, flags: 2) + end(1) + end(1),
            ClientBytes.frame(1, watch, flags: 1) + end(1),
            call(1, "Talk", [], 0), call(1, "None", [], -1), call(2, "Read", [], 1),
            call(5, "Read", [], 0) + call(3, "Read", [], 0),
            call(1, "Read", [UInt8](repeating: 7, count: 100), 0) + good,
            ClientBytes.frame(1, [UInt8](repeating: 0, count: 20_000)) + good,
            ClientBytes.frame(1, [], type: .data) + ClientBytes.frame(9, [1], type: .response)
                + good,
            ClientBytes.frame(1, [0xFF, 0xFF]) + ClientBytes.frame(3, [], flags: 2) + [
                0, 0x7F, 0xFF, 0xFF,
            ],
            Array("GET / HTTP/1.1\r\n".utf8),
        ].enumerated().map { number, bytes in [UInt8(number * 5), UInt8(number % 3)] + bytes }
    }
}
