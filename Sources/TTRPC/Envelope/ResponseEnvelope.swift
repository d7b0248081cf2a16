public import RPCCore

/// A `ttrpc.Response`: 1 status (google.rpc.Status), 2 payload. No status, or one with code 0, is
/// success. Source: containerd/ttrpc request.proto.
public struct ResponseEnvelope: Hashable, Sendable {
    /// Nil on success.
    public var error: RPCError?
    /// Where the payload lies in the bytes that were decoded.
    public var payload: Range<Int>

    /// Reads a reply.
    /// - Throws: INTERNAL when the bytes are no such message.
    public static func decode(
        _ bytes: borrowing RawSpan, in range: Range<Int>
    ) throws(RPCError) -> ResponseEnvelope {
        precondition(range.lowerBound >= 0 && range.upperBound <= bytes.byteCount)
        var envelope = ResponseEnvelope(error: nil, payload: range.lowerBound..<range.lowerBound)
        var reader = FieldReader(range)
        while let field = reader.next(in: bytes) {
            switch field.number {
            case 1:
                guard field.wireType == FieldReader.bytesType else { throw malformed() }
                envelope.error = try status(in: bytes, field.bytes)
            case 2:
                guard field.wireType == FieldReader.bytesType else { throw malformed() }
                envelope.payload = field.bytes
            default: break
            }
        }
        if reader.fault != nil { throw malformed() }
        return envelope
    }

    static func malformed() -> RPCError {
        RPCError(.internalError, "the server's reply is not a valid ttrpc.Response")
    }
}
