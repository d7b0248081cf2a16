import RPCCore
import TTRPC

/// The messages around requests and replies: what is taken keeps its bounds, and means the same
/// when it is written again.
///
/// Input: odd for a reply, then the message.
enum Envelopes {
    static func run(_ input: UnsafeRawBufferPointer) {
        let bytes = Array(input.after(1))
        input.choice(0) % 2 == 0 ? tryRequest(bytes) : tryReply(bytes)
    }

    private static func tryRequest(_ bytes: [UInt8]) {
        let first = outcome { () throws(RPCError) in
            try RequestEnvelope.scan(bytes.span.bytes, in: 0..<bytes.count)
        }
        // The same message in the middle of other bytes.
        let shifted = [0xFF, 0xFF, 0xFF] + bytes + [0xFF]
        let second = outcome { () throws(RPCError) in
            try RequestEnvelope.scan(shifted.span.bytes, in: 3..<(bytes.count + 3))
        }
        guard case .success(let envelope) = first, case .success(let moved) = second else {
            guard case .failure(let error) = first, case .failure(let same) = second else {
                return require(false, "its place changes a message: \(first) and \(second)")
            }
            require(error == same && error.code == .invalidArgument, "\(error) and \(same)")
            return
        }
        require(envelope.metadataCount <= RequestEnvelope.metadataCountMaximum, "metadata")
        let (service, method) = (bytes[envelope.service], bytes[envelope.method])
        for name in [service, method] {
            require(isText(name), "a name that is no text")
            require(name.count <= RequestEnvelope.nameByteCountMaximum, "a long name")
        }
        require(shifted[moved.payload] == bytes[envelope.payload], "its place changes the payload")
        let again = RequestEnvelope.encode(
            service: String(decoding: service, as: UTF8.self),
            method: String(decoding: method, as: UTF8.self),
            payload: Array(bytes[envelope.payload]),
            timeoutNanoseconds: envelope.timeoutNanoseconds)
        let third = outcome { () throws(RPCError) in
            try RequestEnvelope.scan(again.span.bytes, in: 0..<again.count)
        }
        guard case .success(let same) = third else { return require(false, "\(third)") }
        require(again[same.service] == service && again[same.method] == method, "names changed")
        require(again[same.payload] == bytes[envelope.payload], "the payload changed")
        require(same.timeoutNanoseconds == envelope.timeoutNanoseconds, "the timeout changed")
    }

    private static func tryReply(_ bytes: [UInt8]) {
        let first = outcome { () throws(RPCError) in
            try ResponseEnvelope.decode(bytes.span.bytes, in: 0..<bytes.count)
        }
        guard case .success(let envelope) = first else { return }
        require(envelope.payload.upperBound <= bytes.count, "a payload outside the message")
        guard let error = envelope.error else { return }
        require(error.code != .ok, "an error that says OK")
        let isShort = bytes.count < 2_000
        guard isShort else { return }
        let again = ResponseEnvelope.encode(error)
        let second = outcome { () throws(RPCError) in
            try ResponseEnvelope.decode(again.span.bytes, in: 0..<again.count)
        }
        guard case .success(let same) = second else { return require(false, "\(second)") }
        require(same.error == error, "\(error) became \(String(describing: same.error))")
    }

    static func seeds() -> [[UInt8]] {
        let error = RPCError(
            .notFound, "no such row", violations: [.init(field: "id", description: "is unknown")])
        let request = RequestEnvelope.encode(
            service: "episodes.v1.EpisodeService", method: "ListEpisodes", payload: [8, 1],
            timeoutNanoseconds: 1_000_000, metadata: [("a", "b"), ("", "é")])
        let unknownFields: [UInt8] = [0x33, 0x08, 1, 0x34, 0x78, 1, 0x7D, 1, 2, 3, 4]
        let deepGroups = [UInt8](repeating: 0x33, count: 40) + [UInt8](repeating: 0x34, count: 40)
        return [
            [0] + request, [0] + unknownFields + request, [0] + deepGroups,
            [0, 0x0A, 2, 0xC0, 0x80],
            [0, 0x20] + [UInt8](repeating: 0xFF, count: 9) + [1],
            [0, 0x1A, 0xFF, 0xFF, 0xFF, 0x7F],
            [1] + ResponseEnvelope.encode(error), [1, 0x12, 2, 5, 6], [1, 0x0A, 0],
        ]
    }
}
