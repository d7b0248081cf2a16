internal import RPCCore

/// Reading google.rpc.Status {1 code, 2 message, 3 details: repeated Any {1 type_url, 2 value}} and
/// google.rpc.BadRequest {1 field_violations: {1 field, 2 description}}.
/// Source: googleapis google/rpc/status.proto and error_details.proto.
extension ResponseEnvelope {
    /// Nil for code 0.
    static func status(
        in bytes: borrowing RawSpan, _ range: Range<Int>
    ) throws(RPCError) -> RPCError? {
        var error = RPCError(.ok, "")
        var reader = FieldReader(range)
        while let field = reader.next(in: bytes) {
            switch (field.number, field.wireType) {
            case (1, FieldReader.varintType):
                error.code = StatusCode(rawValue: Int32(truncatingIfNeeded: field.varint))
            case (2, FieldReader.bytesType): error.message = bytes.text(field.bytes)
            case (3, FieldReader.bytesType): try detail(in: bytes, field.bytes, into: &error)
            case (1...3, _): throw malformed()
            default: break
            }
        }
        if reader.fault != nil { throw malformed() }
        return error.code == .ok ? nil : error
    }

    private static func detail(
        in bytes: borrowing RawSpan, _ range: Range<Int>, into error: inout RPCError
    ) throws(RPCError) {
        let (type, value) = try pair(in: bytes, range)
        guard bytes.text(type) == RPCError.badRequestType else { return }
        var reader = FieldReader(value)
        while let field = reader.next(in: bytes) {
            guard field.number == 1, field.wireType == FieldReader.bytesType,
                error.violations.count < RPCError.violationCountMaximum
            else { continue }
            let (name, description) = try pair(in: bytes, field.bytes)
            error.violations.append(
                RPCError.FieldViolation(
                    field: bytes.text(name), description: bytes.text(description)))
        }
        if reader.fault != nil { throw malformed() }
    }

    /// Fields 1 and 2 of a message where both are texts or bytes.
    private static func pair(
        in bytes: borrowing RawSpan, _ range: Range<Int>
    ) throws(RPCError) -> (Range<Int>, Range<Int>) {
        var first = range.lowerBound..<range.lowerBound
        var second = first
        var reader = FieldReader(range)
        while let field = reader.next(in: bytes) {
            guard field.wireType == FieldReader.bytesType else { continue }
            if field.number == 1 { first = field.bytes }
            if field.number == 2 { second = field.bytes }
        }
        if reader.fault != nil { throw malformed() }
        return (first, second)
    }
}
