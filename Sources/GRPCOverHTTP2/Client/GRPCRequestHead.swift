internal import CNghttp2

/// The header fields of a call, made once and used for as many calls as one likes, on any connection.
@safe public final class GRPCRequestHead: @unchecked Sendable {
    // Unchecked: never changed after init; nghttp2 copies what it needs.
    private let text: UnsafeMutablePointer<UInt8>
    let fields: UnsafeMutablePointer<nghttp2_nv>
    let fieldCount: Int

    /// - Parameters:
    ///   - timeoutNanoseconds: how long the server may take; 0 asks for no deadline.
    ///   - metadata: names in lower case; values are printable ASCII, those of `-bin` names base64.
    public init(
        service: String, method: String, authority: String, timeoutNanoseconds: Int64 = 0,
        metadata: [(String, String)] = []
    ) {
        var pairs = [
            (":method", "POST"), (":scheme", "http"), (":path", "/\(service)/\(method)"),
            (":authority", authority), ("te", "trailers"), ("content-type", "application/grpc"),
            ("user-agent", "episodes"),
        ]
        if timeoutNanoseconds > 0 {
            pairs.append(("grpc-timeout", Self.timeoutText(timeoutNanoseconds)))
        }
        pairs += metadata.map { ($0.0.lowercased(), $0.1) }
        let bytes = pairs.flatMap { Array($0.0.utf8) + Array($0.1.utf8) }
        unsafe text = .allocate(capacity: max(bytes.count, 1))
        unsafe text.initialize(repeating: 0, count: max(bytes.count, 1))
        for (place, byte) in bytes.enumerated() { unsafe text[place] = byte }
        unsafe fields = .allocate(capacity: pairs.count)
        fieldCount = pairs.count
        var offset = 0
        for (place, pair) in pairs.enumerated() {
            let (nameCount, valueCount) = (pair.0.utf8.count, pair.1.utf8.count)
            unsafe (fields + place).initialize(
                to: nghttp2_nv(
                    name: text + offset, value: text + offset + nameCount, namelen: nameCount,
                    valuelen: valueCount, flags: 0))
            offset += nameCount + valueCount
        }
    }

    deinit {
        unsafe text.deallocate()
        unsafe fields.deallocate()
    }

    /// A timeout in the finest unit whose number has at most eight digits.
    /// Source: grpc/grpc doc/PROTOCOL-HTTP2.md, "Timeout".
    package static func timeoutText(_ nanoseconds: Int64) -> String {
        let units: [(String, Int64)] = [
            ("n", 1), ("u", 1_000), ("m", 1_000_000), ("S", 1_000_000_000),
            ("M", 60_000_000_000), ("H", 3_600_000_000_000),
        ]
        for (unit, length) in units {
            let count = nanoseconds / length + (nanoseconds % length == 0 ? 0 : 1)
            if count <= 99_999_999 { return "\(count)\(unit)" }
        }
        return "99999999H"
    }
}

/// A message with the five bytes before it, made once and sent as often as one likes.
public final class GRPCRequestBody: Sendable {
    let bytes: [UInt8]

    public init(_ message: [UInt8]) {
        let count = UInt32(clamping: message.count)
        let length = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: count >> $0) }
        bytes = [0] + length + message
    }
}
