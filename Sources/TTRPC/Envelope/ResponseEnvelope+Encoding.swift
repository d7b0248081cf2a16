public import RPCCore

extension ResponseEnvelope {
    /// Bytes before the payload of a successful reply: the payload's tag and length, nothing for an
    /// empty payload.
    public static func prefixByteCount(payloadByteCount: Int) -> Int {
        guard payloadByteCount > 0 else { return 0 }
        var count = 2
        var rest = payloadByteCount >> 7
        while rest > 0 {
            count += 1
            rest >>= 7
        }
        return count
    }

    /// Longest payload of a successful reply: a full frame less the prefix.
    public static let payloadByteCountMaximum = FrameHeader.dataByteCountMaximum - 5

    /// Writes the tag and length of the payload.
    /// - Precondition: `buffer` has room for `prefixByteCount(payloadByteCount:)` bytes.
    @unsafe public static func writePrefix(
        payloadByteCount: Int, into buffer: UnsafeMutableRawBufferPointer
    ) {
        guard payloadByteCount > 0 else { return }
        unsafe buffer.storeBytes(of: 0x12, as: UInt8.self)
        var rest = payloadByteCount
        var offset = 1
        while rest >= 0x80 {
            unsafe buffer.storeBytes(
                of: UInt8(truncatingIfNeeded: rest) | 0x80, toByteOffset: offset, as: UInt8.self)
            rest >>= 7
            offset += 1
        }
        unsafe buffer.storeBytes(
            of: UInt8(truncatingIfNeeded: rest), toByteOffset: offset, as: UInt8.self)
    }

    /// The bytes of a reply that carries `error`: its status with the violations. Over-long texts are
    /// cut.
    public static func encode(_ error: RPCError) -> [UInt8] {
        var envelope = FieldWriter()
        envelope.message(1, error.statusMessage())
        return envelope.bytes
    }
}
