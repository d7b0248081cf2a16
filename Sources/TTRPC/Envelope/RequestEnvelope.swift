public import RPCCore

/// Where the parts of a `ttrpc.Request` lie: offsets into the scanned bytes, nothing copied.
///
/// Fields: 1 service, 2 method, 3 payload, 4 timeout_nano, 5 metadata. Source: containerd/ttrpc
/// request.proto.
public struct RequestEnvelope: Hashable, Sendable {
    /// Key-value pairs of one request.
    public static let metadataCountMaximum = 64
    /// Bytes of all keys and values of one request.
    public static let metadataByteCountMaximum = 8_192
    /// Bytes of a service or method name.
    public static let nameByteCountMaximum = 1_024

    public var service: Range<Int>
    public var method: Range<Int>
    public var payload: Range<Int>
    /// Relative to the request's arrival; 0 asks for none.
    public var timeoutNanoseconds: Int64 = 0
    public var metadataCount = 0
    private var metadataByteCount = 0

    private init(emptyAt offset: Int) {
        service = offset..<offset
        method = offset..<offset
        payload = offset..<offset
    }

    /// Scans the envelope at `range`. The last value of a field wins; unknown fields are passed
    /// over.
    ///
    /// - Throws: INVALID_ARGUMENT for anything that is no such message.
    /// - Precondition: `range` lies inside `bytes`.
    /// - Complexity: O(fields + bytes of text), no allocation unless it throws.
    public static func scan(
        _ bytes: borrowing RawSpan, in range: Range<Int>
    ) throws(RPCError) -> RequestEnvelope {
        precondition(range.lowerBound >= 0 && range.upperBound <= bytes.byteCount)
        var envelope = RequestEnvelope(emptyAt: range.lowerBound)
        var reader = FieldReader(range)
        while let field = reader.next(in: bytes) {
            switch field.number {
            case 1:
                try checkName(field, "service", in: bytes)
                envelope.service = field.bytes
            case 2:
                try checkName(field, "method", in: bytes)
                envelope.method = field.bytes
            case 3:
                try check(field, FieldReader.bytesType, "payload")
                envelope.payload = field.bytes
            case 4:
                try check(field, FieldReader.varintType, "timeout_nano")
                envelope.timeoutNanoseconds = Int64(bitPattern: field.varint)
            case 5:
                try check(field, FieldReader.bytesType, "metadata")
                try envelope.countMetadata(field.bytes, in: bytes)
            default: break
            }
        }
        if let fault = reader.fault { throw .envelope("message", fault) }
        return envelope
    }

    private mutating func countMetadata(
        _ range: Range<Int>, in bytes: borrowing RawSpan
    ) throws(RPCError) {
        metadataCount += 1
        metadataByteCount += range.count
        guard metadataCount <= Self.metadataCountMaximum,
            metadataByteCount <= Self.metadataByteCountMaximum
        else { throw .envelope("metadata", "is longer than 64 pairs or 8192 bytes") }
        var reader = FieldReader(range)
        while let field = reader.next(in: bytes) {
            guard field.number == 1 || field.number == 2 else { continue }
            try Self.check(field, FieldReader.bytesType, "metadata")
            if let fault = UTF8Text.fault(in: bytes, field.bytes) {
                throw .envelope("metadata", fault)
            }
        }
        if let fault = reader.fault { throw .envelope("metadata", fault) }
    }

    private static func checkName(
        _ field: FieldReader.Field, _ name: StaticString, in bytes: borrowing RawSpan
    ) throws(RPCError) {
        try check(field, FieldReader.bytesType, name)
        guard field.bytes.count <= nameByteCountMaximum else {
            throw .envelope(name, "is longer than 1024 bytes")
        }
        if let fault = UTF8Text.fault(in: bytes, field.bytes) { throw .envelope(name, fault) }
    }

    private static func check(
        _ field: FieldReader.Field, _ wireType: UInt8, _ name: StaticString
    ) throws(RPCError) {
        guard field.wireType == wireType else { throw .envelope(name, "has a wrong wire type") }
    }
}

extension RPCError {
    static func envelope(_ field: StaticString, _ problem: StaticString) -> RPCError {
        RPCError(
            .invalidArgument, "ttrpc request: \(field) \(problem); send a valid ttrpc.Request")
    }
}
