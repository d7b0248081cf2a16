import RPCCore
import TTRPC

/// The client's side of a connection: any server gives each call one end, wherever bytes are cut.
///
/// Input: how they are cut, how many calls wait (by its lowest three bits), then the bytes of a
/// server.
enum ClientFrames {
    private struct Seen: Hashable {
        var stream: UInt32
        var payload: [UInt8]?
        var code: StatusCode?
    }

    static func run(_ input: UnsafeRawBufferPointer) {
        let bytes = Array(input.after(2))
        let callCount = input.choice(1) % 8
        let whole = ends(of: [bytes[...]], callCount: callCount)
        let cut = ends(of: pieces(of: bytes, choice: input.choice(0)), callCount: callCount)
        require(whole == cut, "cutting changes the ends: \(whole) and \(cut)")
        require(whole.count == callCount, "\(callCount) calls had \(whole.count) ends")
        require(Set(whole.map(\.stream)).count == callCount, "a call ended twice")
        for end in whole {
            let isPlausible = (end.payload?.count ?? 0) <= bytes.count && end.code != .ok
            require(isPlausible, "an end that no server can cause: \(end)")
        }
    }

    private static func ends(of pieces: [ArraySlice<UInt8>], callCount: Int) -> [Seen] {
        var streams = ClientStreams()
        let now = MonotonicTime(nanoseconds: 1)
        for _ in 0..<callCount {
            let begun = outcome { () throws(RPCError) in
                try streams.begin(
                    service: "s", method: "m", payload: [1], metadata: [],
                    deadline: now.advanced(byMilliseconds: 10), now: now)
            }
            require((try? begun.get()) != nil, "a call cannot begin: \(begun)")
        }
        var seen: [Seen] = []
        func note(_ ended: [ClientStreams.Ended]) {
            for end in ended {
                switch end.outcome {
                case .success(let payload):
                    seen.append(Seen(stream: end.stream, payload: payload, code: nil))
                case .failure(let error):
                    seen.append(Seen(stream: end.stream, payload: nil, code: error.code))
                }
            }
        }
        for piece in pieces { note(streams.receive(piece.span.bytes)) }
        note(streams.receiveEnd())
        require(streams.pendingCount == 0, "a call still waits")
        return seen
    }

    static func seeds() -> [[UInt8]] {
        let error = RPCError(
            .invalidArgument, "no", violations: [.init(field: "sort", description: "unknown")])
        let failure = ServerFrames.frame(1, ResponseEnvelope.encode(error), type: .response)
        let success = ServerFrames.frame(3, [0x12, 3, 7, 8, 9], type: .response)
        let oversized = FrameHeader(dataByteCount: 5_000_000, stream: 5, type: .response).encoded
        return [
            failure + success, success + success, ServerFrames.frame(5, [], type: .response),
            ServerFrames.frame(1, [1, 2], type: .data) + success,
            ServerFrames.frame(1, [0xFF], type: .response) + failure,
            success + oversized + [1, 2, 3],
            ServerFrames.frame(1, [], type: FrameType(rawValue: 0)) + success,
            Array("HTTP/1.1 400 Bad Request\r\n\r\n".utf8), [0x15, 3, 1, 0, 2, 1, 0],
        ].enumerated().map { number, bytes in [UInt8(number * 6), 4] + bytes }
    }
}
