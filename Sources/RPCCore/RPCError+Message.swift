extension RPCError {
    /// Longest text of a status that goes out, in bytes.
    public static let messageByteCountMaximum = 8_192
    /// Most field violations of a status that goes out.
    public static let violationCountMaximum = 64
    /// Name of the one kind of detail there is.
    public static let badRequestType = "type.googleapis.com/google.rpc.BadRequest"

    /// The code that goes out: a failure must never look like success.
    package var wireCode: StatusCode { code == .ok ? .unknown : code }

    /// This error as the bytes of a google.rpc.Status {1 code, 2 message, 3 details: repeated Any},
    /// its violations packed as google.rpc.BadRequest {1 field_violations: {1 field,
    /// 2 description}}. Over-long texts are cut.
    ///
    /// Source: googleapis google/rpc/status.proto and error_details.proto.
    ///
    /// - Parameters:
    ///   - textByteCountMaximum: of each text.
    ///   - violationsByteCountMaximum: violations beyond it are left out, but never the first.
    package func statusMessage(
        textByteCountMaximum: Int = messageByteCountMaximum,
        violationsByteCountMaximum: Int = .max
    ) -> [UInt8] {
        var status = FieldWriter()
        status.varint(1, UInt64(bitPattern: Int64(wireCode.rawValue)))
        status.text(2, message.bounded(byteCountMaximum: textByteCountMaximum))
        guard !violations.isEmpty else { return status.bytes }
        var badRequest = FieldWriter()
        for violation in violations.prefix(Self.violationCountMaximum) {
            var one = FieldWriter()
            one.text(1, violation.field.bounded(byteCountMaximum: textByteCountMaximum))
            one.text(2, violation.description.bounded(byteCountMaximum: textByteCountMaximum))
            let byteCount = badRequest.bytes.count + one.bytes.count
            guard badRequest.bytes.isEmpty || byteCount <= violationsByteCountMaximum else { break }
            badRequest.message(1, one.bytes)
        }
        var any = FieldWriter()
        any.text(1, Self.badRequestType)
        any.blob(2, badRequest.bytes)
        status.message(3, any.bytes)
        return status.bytes
    }
}
