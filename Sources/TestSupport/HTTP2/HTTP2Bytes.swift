/// Bytes of an HTTP/2 client made by hand, independent of the code under test. Header fields are
/// literals without indexing, so any of them can stand anywhere.
/// Source: RFC 9113, section 6; RFC 7541, section 6.2.2.
public enum HTTP2Bytes {
    public static let preface = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)

    public enum FrameType: UInt8, Sendable {
        case data, headers, priority, reset, settings, pushPromise, ping, goAway, windowUpdate
        case continuation
    }

    /// The flag of DATA and HEADERS that ends the client's side; of SETTINGS and PING, that they
    /// answer one.
    public static let endStream: UInt8 = 1
    public static let acknowledgement: UInt8 = 1
    public static let endHeaders: UInt8 = 4
    public static let padded: UInt8 = 8

    public static func frame(
        _ type: UInt8, flags: UInt8 = 0, stream: UInt32 = 0, _ payload: [UInt8] = []
    ) -> [UInt8] {
        [16, 8, 0].map { UInt8(truncatingIfNeeded: payload.count >> $0) } + [type, flags]
            + word(stream) + payload
    }

    public static func frame(
        _ type: FrameType, flags: UInt8 = 0, stream: UInt32 = 0, _ payload: [UInt8] = []
    ) -> [UInt8] {
        frame(type.rawValue, flags: flags, stream: stream, payload)
    }

    public static func word(_ value: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }

    public static func settings(_ entries: [(UInt16, UInt32)] = []) -> [UInt8] {
        frame(
            .settings,
            entries.flatMap { id, value in [UInt8(id >> 8), UInt8(id & 255)] + word(value) })
    }

    /// Preface, settings, and the answer to the server's.
    public static func handshake(_ entries: [(UInt16, UInt32)] = []) -> [UInt8] {
        preface + settings(entries) + frame(.settings, flags: acknowledgement)
    }

    public static func fields(_ fields: [(String, String)]) -> [UInt8] {
        fields.flatMap { name, value in
            [0] + literal(Array(name.utf8)) + literal(Array(value.utf8))
        }
    }

    private static func literal(_ text: [UInt8]) -> [UInt8] {
        guard text.count >= 127 else { return [UInt8(text.count)] + text }
        var (bytes, rest): ([UInt8], Int) = ([127], text.count - 127)
        while rest >= 128 {
            bytes.append(UInt8(rest & 127 | 128))
            rest >>= 7
        }
        return bytes + [UInt8(rest)] + text
    }

    /// The header fields of a gRPC request; `extra` replaces those of the same name, and those with
    /// an empty value are left out.
    public static func head(
        _ path: String, _ extra: [(String, String)] = []
    ) -> [(String, String)] {
        let usual = [
            (":method", "POST"), (":scheme", "http"), (":path", path), (":authority", "test"),
            ("te", "trailers"), ("content-type", "application/grpc"),
        ]
        let names = Set(extra.map(\.0))
        let replaced = extra.filter { $0.0.hasPrefix(":") }
        return replaced + usual.filter { !names.contains($0.0) }
            + extra.filter { !$0.0.hasPrefix(":") && $0.1 != "-" }
    }

    public static func headers(
        _ stream: UInt32, _ path: String, _ extra: [(String, String)] = [], flags: UInt8 = 0
    ) -> [UInt8] {
        frame(.headers, flags: endHeaders | flags, stream: stream, fields(head(path, extra)))
    }

    /// A message behind its five-byte prefix.
    public static func message(_ payload: [UInt8], isCompressed: Bool = false) -> [UInt8] {
        [isCompressed ? 1 : 0] + word(UInt32(payload.count)) + payload
    }

    public static func data(_ stream: UInt32, _ bytes: [UInt8], flags: UInt8 = endStream)
        -> [UInt8]
    {
        frame(.data, flags: flags, stream: stream, bytes)
    }

    /// A whole unary call in frames of at most 16 KiB.
    public static func call(
        _ stream: UInt32, _ path: String, _ payload: [UInt8], _ extra: [(String, String)] = []
    ) -> [UInt8] {
        var (bytes, rest) = (headers(stream, path, extra), message(payload)[...])
        while rest.count > 16_384 {
            bytes += data(stream, Array(rest.prefix(16_384)), flags: 0)
            rest = rest.dropFirst(16_384)
        }
        return bytes + data(stream, Array(rest))
    }

    public static func windowUpdate(_ stream: UInt32, _ byteCount: UInt32) -> [UInt8] {
        frame(.windowUpdate, stream: stream, word(byteCount))
    }

    /// CANCEL by default.
    public static func reset(_ stream: UInt32, code: UInt32 = 8) -> [UInt8] {
        frame(.reset, stream: stream, word(code))
    }

    public static func ping(_ number: UInt8 = 0) -> [UInt8] {
        frame(.ping, [0, 0, 0, 0, 0, 0, 0, number])
    }
}
