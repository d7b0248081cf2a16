/// The ten bytes before the data of every frame, all numbers big-endian: data length, stream id,
/// type, flags.
///
/// Source: containerd/ttrpc PROTOCOL.md, "Message Frame".
public struct FrameHeader: Hashable, Sendable {
    /// Bytes of a header on the wire.
    public static let byteCount = 10
    /// Longest data of one frame.
    public static let dataByteCountMaximum = 4_194_304

    /// Bytes of data after the header.
    public var dataByteCount: UInt32
    public var stream: UInt32
    public var type: FrameType
    public var flags: FrameFlags

    public init(dataByteCount: UInt32, stream: UInt32, type: FrameType, flags: FrameFlags = []) {
        self.dataByteCount = dataByteCount
        self.stream = stream
        self.type = type
        self.flags = flags
    }

    /// Reads the header at `offset`; nil when fewer than ten bytes are there.
    public init?(in bytes: borrowing RawSpan, at offset: Int = 0) {
        guard offset >= 0, bytes.byteCount - offset >= Self.byteCount else { return nil }
        // In bounds by the check above.
        let length = unsafe bytes.unsafeLoadUnaligned(
            fromUncheckedByteOffset: offset, as: UInt32.self)
        let id = unsafe bytes.unsafeLoadUnaligned(
            fromUncheckedByteOffset: offset + 4, as: UInt32.self)
        dataByteCount = UInt32(bigEndian: length)
        stream = UInt32(bigEndian: id)
        type = FrameType(rawValue: bytes.byte(at: offset + 8))
        flags = FrameFlags(rawValue: bytes.byte(at: offset + 9))
    }

    /// Writes the ten bytes.
    /// - Precondition: `buffer` has room for ten bytes.
    @unsafe public func write(into buffer: UnsafeMutableRawBufferPointer) {
        unsafe buffer.storeBytes(of: dataByteCount.bigEndian, as: UInt32.self)
        unsafe buffer.storeBytes(of: stream.bigEndian, toByteOffset: 4, as: UInt32.self)
        unsafe buffer.storeBytes(of: type.rawValue, toByteOffset: 8, as: UInt8.self)
        unsafe buffer.storeBytes(of: flags.rawValue, toByteOffset: 9, as: UInt8.self)
    }

    /// The ten bytes.
    public var encoded: [UInt8] {
        [
            UInt8(truncatingIfNeeded: dataByteCount >> 24),
            UInt8(truncatingIfNeeded: dataByteCount >> 16),
            UInt8(truncatingIfNeeded: dataByteCount >> 8), UInt8(truncatingIfNeeded: dataByteCount),
            UInt8(truncatingIfNeeded: stream >> 24), UInt8(truncatingIfNeeded: stream >> 16),
            UInt8(truncatingIfNeeded: stream >> 8), UInt8(truncatingIfNeeded: stream),
            type.rawValue, flags.rawValue,
        ]
    }
}
