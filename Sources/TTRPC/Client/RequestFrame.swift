internal import RPCCore

/// A request on its way to the wire: a frame that knows its length and writes itself into the
/// buffer of whoever sends it.
public struct RequestFrame: Sendable {
    public let stream: UInt32
    private let isStream: Bool
    private let path: RequestPath
    private let payload: [UInt8]
    private let timeoutNanoseconds: Int64
    private let metadata: [UInt8]
    private let dataByteCount: Int

    init(_ request: ClientRequest, stream: UInt32, timeoutNanoseconds: Int64) {
        self.stream = stream
        self.timeoutNanoseconds = timeoutNanoseconds
        isStream = request.isStream
        path = request.path
        payload = request.payload
        metadata = request.metadata.isEmpty ? [] : Self.encode(request.metadata)
        var count = path.fields.count + metadata.count + 1
        count += Self.varintByteCount(UInt64(bitPattern: timeoutNanoseconds))
        if !payload.isEmpty {
            count += 1 + Self.varintByteCount(UInt64(payload.count)) + payload.count
        }
        dataByteCount = count
    }

    /// Whether its data fits a frame.
    var isWithinLimit: Bool { dataByteCount <= FrameHeader.dataByteCountMaximum }
    var tooLarge: RPCError {
        RPCError(
            .resourceExhausted,
            "the request has \(dataByteCount) bytes; at most "
                + "\(FrameHeader.dataByteCountMaximum) can be sent")
    }

    /// Bytes of the whole frame.
    public var byteCount: Int { FrameHeader.byteCount + dataByteCount }

    /// Writes the frame.
    /// - Precondition: `buffer` has room for `byteCount` bytes.
    @unsafe public func write(into buffer: UnsafeMutableRawBufferPointer) {
        precondition(buffer.count >= byteCount)
        // In range by the limit on data.
        let header = FrameHeader(
            dataByteCount: UInt32(truncatingIfNeeded: dataByteCount), stream: stream,
            type: .request, flags: isStream ? .remoteClosed : [])
        unsafe header.write(into: buffer)
        var offset = FrameHeader.byteCount
        unsafe Self.copy(path.fields, into: buffer, at: &offset)
        if !payload.isEmpty {
            unsafe buffer[offset] = 0x1A  // Field 3, bytes.
            offset += 1
            unsafe Self.writeVarint(UInt64(payload.count), into: buffer, at: &offset)
            unsafe Self.copy(payload, into: buffer, at: &offset)
        }
        unsafe buffer[offset] = 0x20  // Field 4, varint.
        offset += 1
        unsafe Self.writeVarint(
            UInt64(bitPattern: timeoutNanoseconds), into: buffer, at: &offset)
        unsafe Self.copy(metadata, into: buffer, at: &offset)
    }

    /// The bytes of the frame.
    public var encoded: [UInt8] {
        unsafe [UInt8](unsafeUninitializedCapacity: byteCount) { buffer, count in
            unsafe write(into: UnsafeMutableRawBufferPointer(buffer))
            count = byteCount
        }
    }

    private static func encode(_ metadata: [(String, String)]) -> [UInt8] {
        var writer = FieldWriter()
        for (key, value) in metadata {
            var pair = FieldWriter()
            pair.text(1, key)
            pair.text(2, value)
            writer.message(5, pair.bytes)
        }
        return writer.bytes
    }

    private static func varintByteCount(_ value: UInt64) -> Int {
        (max(1, 64 - value.leadingZeroBitCount) + 6) / 7
    }

    @unsafe private static func writeVarint(
        _ value: UInt64, into buffer: UnsafeMutableRawBufferPointer, at offset: inout Int
    ) {
        var rest = value
        while rest >= 0x80 {
            unsafe buffer[offset] = UInt8(truncatingIfNeeded: rest) | 0x80
            rest >>= 7
            offset += 1
        }
        unsafe buffer[offset] = UInt8(truncatingIfNeeded: rest)
        offset += 1
    }

    @unsafe private static func copy(
        _ bytes: [UInt8], into buffer: UnsafeMutableRawBufferPointer, at offset: inout Int
    ) {
        guard !bytes.isEmpty else { return }
        let place = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[offset...])
        unsafe bytes.withUnsafeBytes { unsafe place.copyMemory(from: $0) }
        offset += bytes.count
    }
}
