import Glibc

/// One connection of a scripted peer, with blocking reads and writes.
public struct PeerConnection: Sendable {
    let descriptor: Int32

    /// One ttrpc frame.
    public struct Frame: Sendable {
        public var stream: UInt32
        public var type: UInt8
        public var data: [UInt8]
    }

    /// Reads exactly `count` bytes; fewer when the client closes first.
    public func read(_ count: Int) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        var filled = 0
        while filled < count {
            let got = bytes.withUnsafeMutableBytes { buffer in
                recv(descriptor, buffer.baseAddress.map { $0 + filled }, count - filled, 0)
            }
            if got <= 0 { break }
            filled += got
        }
        return Array(bytes.prefix(filled))
    }

    /// Reads one frame; nil at the end.
    public func readFrame() -> Frame? {
        let header = read(10)
        guard header.count == 10 else { return nil }
        let length = header[0..<4].reduce(0) { $0 << 8 | Int($1) }
        let stream = header[4..<8].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        return Frame(stream: stream, type: header[8], data: read(length))
    }

    public func write(_ bytes: [UInt8]) {
        var sent = 0
        while sent < bytes.count {
            let count = bytes.withUnsafeBytes { buffer in
                send(
                    descriptor, buffer.baseAddress.map { $0 + sent }, bytes.count - sent,
                    Int32(MSG_NOSIGNAL))
            }
            if count <= 0 { return }
            sent += count
        }
    }

    /// Sends a response frame with this data.
    public func reply(_ stream: UInt32, data: [UInt8]) {
        write(Self.header(stream: stream, type: 2, dataByteCount: data.count) + data)
    }

    /// Sends a successful response with this payload.
    public func reply(_ stream: UInt32, payload: [UInt8]) {
        reply(stream, data: payload.isEmpty ? [] : [0x12] + Self.varint(payload.count) + payload)
    }

    /// Waits until the client has closed.
    public func waitForEnd() {
        while !read(4_096).isEmpty {}
    }

    /// The ten bytes before the data of a frame.
    public static func header(stream: UInt32, type: UInt8, dataByteCount: Int) -> [UInt8] {
        let length = UInt32(dataByteCount)
        return [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: length >> $0) }
            + [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: stream >> $0) } + [type, 0]
    }

    /// A number as protobuf writes it.
    public static func varint(_ value: Int) -> [UInt8] {
        var rest = value
        var bytes: [UInt8] = []
        while rest >= 0x80 {
            bytes.append(UInt8(rest & 0x7F) | 0x80)
            rest >>= 7
        }
        return bytes + [UInt8(rest)]
    }
}
