internal import CNghttp2
internal import RPCCore

/// Header fields that go out.
enum HeaderFields {
    private static let textByteCountMaximum = 1_024
    /// Clients take 8 KiB of header fields and more: the message goes out twice, and all of it in
    /// base64.
    private static let violationsByteCountMaximum = 2_048

    /// The status of a call that failed. Over-long texts are cut.
    static func status(_ error: RPCError) -> [(StaticString, [UInt8])] {
        let message = error.message.bounded(byteCountMaximum: textByteCountMaximum)
        var fields: [(StaticString, [UInt8])] = [
            ("grpc-status", Array(String(error.wireCode.rawValue).utf8))
        ]
        if !message.isEmpty {
            fields.append(("grpc-message", StatusText.percentEncoded(message)))
        }
        if !error.violations.isEmpty {
            let status = error.statusMessage(
                textByteCountMaximum: textByteCountMaximum,
                violationsByteCountMaximum: violationsByteCountMaximum)
            fields.append(("grpc-status-details-bin", StatusText.base64(status)))
        }
        if error.code == .unimplemented, message.hasPrefix("grpc-encoding") {
            fields.append(("grpc-accept-encoding", Array("identity,gzip".utf8)))
        }
        return fields
    }

    /// Calls `body` with the fields in nghttp2's form, which points into them.
    static func withFields<Result>(
        _ fixed: [(StaticString, StaticString)], _ fields: [(StaticString, [UInt8])],
        _ body: (UnsafePointer<nghttp2_nv>?, Int) -> Result
    ) -> Result {
        let text = fields.flatMap(\.1)
        return unsafe text.withUnsafeBufferPointer { text in
            var pairs = unsafe fixed.map { unsafe pair($0, $1) }
            var offset = 0
            for (name, value) in fields {
                unsafe pairs.append(
                    nghttp2_nv(
                        name: UnsafeMutablePointer(mutating: name.utf8Start),
                        value: UnsafeMutablePointer(
                            mutating: text.baseAddress.map { unsafe $0 + offset }),
                        namelen: name.utf8CodeUnitCount, valuelen: value.count,
                        flags: UInt8(NGHTTP2_NV_FLAG_NO_COPY_NAME.rawValue)))
                offset += value.count
            }
            return unsafe pairs.withUnsafeBufferPointer { unsafe body($0.baseAddress, $0.count) }
        }
    }

    /// A field whose text lives as long as the program.
    static func pair(_ name: StaticString, _ value: StaticString) -> nghttp2_nv {
        unsafe nghttp2_nv(
            name: UnsafeMutablePointer(mutating: name.utf8Start),
            value: UnsafeMutablePointer(mutating: value.utf8Start),
            namelen: name.utf8CodeUnitCount, valuelen: value.utf8CodeUnitCount,
            flags: UInt8(
                NGHTTP2_NV_FLAG_NO_COPY_NAME.rawValue | NGHTTP2_NV_FLAG_NO_COPY_VALUE.rawValue))
    }
}

/// The fields of nearly every answer, made once.
@safe final class FixedFields: @unchecked Sendable {
    // Unchecked: never changed after init; nghttp2 only reads them.
    static let shared = FixedFields()

    /// `:status`, `content-type`, `grpc-encoding`: the first two, or all of a compressed answer.
    let response: UnsafeMutablePointer<nghttp2_nv>
    let ok: UnsafeMutablePointer<nghttp2_nv>

    private init() {
        unsafe response = .allocate(capacity: 3)
        unsafe response.initialize(to: HeaderFields.pair(":status", "200"))
        unsafe (response + 1).initialize(
            to: HeaderFields.pair("content-type", "application/grpc"))
        unsafe (response + 2).initialize(to: HeaderFields.pair("grpc-encoding", "gzip"))
        unsafe ok = .allocate(capacity: 1)
        unsafe ok.initialize(to: HeaderFields.pair("grpc-status", "0"))
    }
}
