public import EpisodeModel

/// The opaque text that continues a list: base64url of
///
///     version (1 byte) · request fingerprint (8) · number of keys (1) · keys · id (8) · checksum (8)
///
/// with little-endian numbers. A key is a kind byte, then nothing (0, absent), 8 bytes (1, number)
/// or a 4-byte length and that much UTF-8 (2, text). It holds values, no places, so it stays good
/// while the catalogue changes and on every server of the same catalogue.
public enum PageToken {
    static let version: UInt8 = 1
    enum Kind {
        static let absent: UInt8 = 0
        static let number: UInt8 = 1
        static let text: UInt8 = 2
    }
    /// Every key a text of the longest kind, with room; longer texts are no tokens of ours.
    static let byteCountMaximum = 131_072

    /// The token of the page after the cursor's row.
    public static func encode(_ cursor: Cursor, fingerprint: UInt64) -> [UInt8] {
        var writer = PageTokenWriter()
        writer.write(cursor, fingerprint: fingerprint)
        return writer.text
    }

    /// Reads a token of the request with this fingerprint.
    ///
    /// - Throws: `EpisodeError` with field `page_token` when it is damaged or another request's.
    /// - Complexity: O(bytes).
    public static func decode(
        _ token: some Collection<UInt8>, fingerprint: UInt64
    ) throws(EpisodeError) -> Cursor {
        guard token.count <= byteCountMaximum, let bytes = Base64URL.decode(token),
            bytes.count > 8, bytes[0] == version
        else { throw damaged }
        var tail = Reader(bytes: bytes[(bytes.count - 8)...])
        var reader = Reader(bytes: bytes[1..<(bytes.count - 8)])
        guard tail.number() == checksum(bytes.dropLast(8)),
            let ownFingerprint = reader.number(), let keyCount = reader.byte()
        else { throw damaged }
        var keys: [Cursor.Key] = []
        for _ in 0..<keyCount {
            guard let key = reader.key() else { throw damaged }
            keys.append(key)
        }
        guard let id = reader.number(), reader.bytes.isEmpty else { throw damaged }
        guard ownFingerprint == fingerprint else {
            throw .invalid(
                "page_token", "belongs to another request",
                "keep every field but page_size and skip as it was, or start without a token")
        }
        return Cursor(keys: keys, id: id)
    }

    static var damaged: EpisodeError {
        .invalid(
            "page_token", "is damaged or not a token of this service",
            "send next_page_token of the page before unchanged, or start without a token")
    }

    private static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt64 {
        unsafe bytes.withUnsafeBytes { unsafe StableHash.of($0) }
    }

    /// Takes pieces off the front; nil when too little is left.
    private struct Reader {
        var bytes: ArraySlice<UInt8>

        mutating func byte() -> UInt8? { bytes.popFirst() }

        mutating func number() -> UInt64? { littleEndian(byteCount: 8) }

        mutating func key() -> Cursor.Key? {
            switch byte() {
            case Kind.absent: return .absent
            case Kind.number: return number().map { .number($0) }
            case Kind.text:
                guard let length = littleEndian(byteCount: 4), length <= UInt64(bytes.count)
                else { return nil }
                let text = bytes.prefix(Int(length))
                bytes.removeFirst(Int(length))
                let fault = unsafe text.withUnsafeBytes { unsafe WireText.firstFault(of: $0) }
                return fault == .none ? .text(Array(text)) : nil
            default: return nil
            }
        }

        private mutating func littleEndian(byteCount: Int) -> UInt64? {
            guard bytes.count >= byteCount else { return nil }
            let value = bytes.prefix(byteCount).reversed().reduce(0) { $0 << 8 | UInt64($1) }
            bytes.removeFirst(byteCount)
            return value
        }
    }
}

extension Cursor {
    /// Whether the keys are of the kinds that this order's rows have. A forged token could hold
    /// others under a right checksum.
    func fits(_ order: [SortKey]) -> Bool {
        let complete = SortKey.completeOrder(of: order)
        guard keys.count == complete.count else { return false }
        return zip(keys, complete).allSatisfy { key, sortKey in
            switch (key, sortKey) {
            case (.absent, .field), (.number, .relevance): true
            case (.text, .field(let field, _)): field.kind == .text
            case (.number, .field(let field, _)): field.kind != .text
            default: false
            }
        }
    }
}
