public import RPCCore
public import TTRPC

/// What a client sends, and how a server's connection takes it in.
public enum ClientBytes {
    public static func frame(
        _ stream: UInt32, _ data: [UInt8], type: FrameType = .request, flags: UInt8 = 0
    ) -> [UInt8] {
        FrameHeader(
            dataByteCount: UInt32(data.count), stream: stream, type: type,
            flags: FrameFlags(rawValue: flags)
        ).encoded + data
    }

    /// Feeds bytes to a state as they come, as a connection does: what it asks for is kept, what it
    /// has used is dropped.
    ///
    /// - Parameters:
    ///   - now: when everything comes.
    ///   - take: gets each step, the bytes at hand, where in them it began, and the state; false
    ///     ends the connection.
    public static func feed(
        _ pieces: some Sequence<ArraySlice<UInt8>>, rules: ServerRules, now: MonotonicTime,
        _ take: (ServerStep, [UInt8], Int, inout ServerConnectionState) -> Bool
    ) {
        var state = ServerConnectionState()
        var buffer: [UInt8] = []
        for piece in pieces {
            buffer += piece
            var offset = 0
            while offset < buffer.count {
                let step = state.next(
                    in: buffer.span.bytes, at: offset, rules: rules, arrival: now, now: now)
                guard take(step, buffer, offset, &state) else { return }
                if step.byteCount == 0 { break }
                offset += step.byteCount
            }
            buffer.removeFirst(offset)
        }
    }
}
