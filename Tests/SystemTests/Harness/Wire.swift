/// Bytes of the native protocol made by hand, independent of the code under test.
enum Wire {
    static func frame(stream: UInt32, type: UInt8 = 1, flags: UInt8 = 0, _ data: [UInt8])
        -> [UInt8]
    {
        bigEndian(UInt32(data.count)) + bigEndian(stream) + [type, flags] + data
    }

    /// A call with an envelope of service, method and payload.
    static func call(
        stream: UInt32, service: String = "episodes.v1.EpisodeService",
        method: String = "ListEpisodes", payload: [UInt8], timeoutNanoseconds: Int = 0
    ) -> [UInt8] {
        let timeout = timeoutNanoseconds == 0 ? [] : [4 << 3] + varint(timeoutNanoseconds)
        return frame(
            stream: stream,
            field(1, Array(service.utf8)) + field(2, Array(method.utf8)) + field(3, payload)
                + timeout)
    }

    static func listRequest(stream: UInt32, query: String = "", pageSize: UInt8 = 20) -> [UInt8] {
        let text = query.isEmpty ? [] : field(3, Array(query.utf8))
        return call(stream: stream, payload: text + [5 << 3, pageSize])
    }

    /// A call that waits 500 ms in the server, for a revision that does not come, and is then
    /// answered UNAVAILABLE.
    static func waitingRequest(stream: UInt32, timeoutNanoseconds: Int = 0) -> [UInt8] {
        call(
            stream: stream, payload: [17 << 3 & 127 | 128, 1] + varint(1_000_000),
            timeoutNanoseconds: timeoutNanoseconds)
    }

    static func field(_ number: UInt8, _ bytes: [UInt8]) -> [UInt8] {
        [number << 3 | 2] + varint(bytes.count) + bytes
    }

    static func varint(_ value: Int) -> [UInt8] {
        value < 128 ? [UInt8(value)] : [UInt8(value & 127 | 128)] + varint(value >> 7)
    }

    private static func bigEndian(_ value: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }
}
