import RPCCore
import TTRPC
import TestSupport

/// The client's side of a connection: any server gives each call one end, wherever bytes are cut.
///
/// Input: how they are cut, how many calls wait (by its lowest three bits) and whether every second
/// one is a stream (by the next), then the bytes of a server.
enum ClientFrames {
    private struct Seen: Hashable {
        var stream: UInt32
        var payload: [UInt8]?
        var code: StatusCode?
    }

    private struct Conversation: Hashable {
        var ends: [Seen] = []
        var messages: [ClientWire.Message] = []
    }

    static func run(_ input: UnsafeRawBufferPointer) {
        let bytes = Array(input.after(2))
        let choice = input.choice(1)
        let whole = converse([bytes[...]], choice)
        let cut = converse(pieces(of: bytes, choice: input.choice(0)), choice)
        require(whole == cut, "cutting changes what is said: \(whole) and \(cut)")
        let callCount = choice % 8
        require(whole.ends.count == callCount, "\(callCount) calls had \(whole.ends.count) ends")
        require(Set(whole.ends.map(\.stream)).count == callCount, "a call ended twice")
        for end in whole.ends {
            let isPlausible = (end.payload?.count ?? 0) <= bytes.count && end.code != .ok
            require(isPlausible, "an end that no server can cause: \(end)")
        }
        for message in whole.messages {
            require(isStream(message.stream, choice), "a message for \(message.stream)")
        }
    }

    private static func isStream(_ stream: UInt32, _ choice: Int) -> Bool {
        choice & 8 != 0 && stream % 4 == 1
    }

    private static func converse(_ pieces: [ArraySlice<UInt8>], _ choice: Int) -> Conversation {
        var wire = ClientWire()
        let now = MonotonicTime(nanoseconds: 1)
        for number in 0..<UInt32(choice % 8) {
            let begun = outcome { () throws(RPCError) in
                try wire.begin(
                    payload: [1], deadline: now.advanced(byMilliseconds: 10), now: now,
                    isStream: isStream(number * 2 + 1, choice))
            }
            require((try? begun.get()) != nil, "a call cannot begin: \(begun)")
        }
        var conversation = Conversation()
        func note(_ ended: [ClientEvent.Ended]) {
            for end in ended {
                switch end.outcome {
                case .success(let payload):
                    conversation.ends.append(Seen(stream: end.stream, payload: payload, code: nil))
                case .failure(let error):
                    conversation.ends.append(
                        Seen(stream: end.stream, payload: nil, code: error.code))
                }
            }
            conversation.messages += wire.takeMessages()
        }
        for piece in pieces { note(wire.receive(Array(piece))) }
        note(wire.take(wire.streams.fail(RPCError(.unavailable, "closed"))))
        require(wire.streams.pendingCount == 0, "a call still waits")
        return conversation
    }

    static func seeds() -> [[UInt8]] {
        let error = RPCError(
            .invalidArgument, "no", violations: [.init(field: "sort", description: "unknown")])
        let failure = ClientBytes.frame(1, ResponseEnvelope.encode(error), type: .response)
        let success = ClientBytes.frame(3, [0x12, 3, 7, 8, 9], type: .response)
        let oversized = FrameHeader(dataByteCount: 5_000_000, stream: 5, type: .response).encoded
        let message = ClientBytes.frame(1, [8, 1], type: .data)
        let streamEnd = ClientBytes.frame(1, [], type: .data, flags: 5)
        return [
            failure + success, success + success, ClientBytes.frame(5, [], type: .response),
            ClientBytes.frame(1, [1, 2], type: .data) + success,
            ClientBytes.frame(1, [0xFF], type: .response) + failure,
            success + oversized + [1, 2, 3],
            message + message + streamEnd + success, message + failure,
            ClientBytes.frame(1, [9], type: .data, flags: 1) + success,
            ClientBytes.frame(1, [0x12, 1, 7], type: .response) + streamEnd,
            ClientBytes.frame(1, [], type: FrameType(rawValue: 0)) + success,
            Array("HTTP/1.1 400 Bad Request\r\n\r\n".utf8), [0x15, 3, 1, 0, 2, 1, 0],
        ].enumerated().map { number, bytes in [UInt8(number * 6), number % 2 == 0 ? 12 : 4] + bytes
        }
    }
}
