/// What the first bytes of a file say about how it is written.
///
/// Byte order marks and the zero patterns of marks left out follow RFC 4627, section 3, and the
/// Unicode FAQ on UTF and BOM.
enum Encoding: Equatable {
    /// UTF-8; the mark, when there is one, is not part of the text.
    case utf8(markByteCount: Int)
    /// A form that is not read, by its name, and what to do with such a file.
    case foreign(name: String, remedy: String)

    /// Bytes that are needed to tell, when the file has that many.
    static let prefixByteCount = 6

    init(prefix: [UInt8]) {
        if prefix.starts(with: [0xEF, 0xBB, 0xBF]) {
            self = .utf8(markByteCount: 3)
        } else if let name = Self.wideName(prefix) {
            self = .foreign(name: "in \(name)", remedy: "convert it to UTF-8")
        } else if let name = Self.packedName(prefix) {
            self = .foreign(name: "packed by \(name)", remedy: "unpack it first")
        } else {
            self = .utf8(markByteCount: 0)
        }
    }

    private static func wideName(_ prefix: [UInt8]) -> String? {
        if prefix.starts(with: [0xFF, 0xFE, 0, 0]) { return "UTF-32 (little-endian)" }
        if prefix.starts(with: [0, 0, 0xFE, 0xFF]) { return "UTF-32 (big-endian)" }
        if prefix.starts(with: [0xFF, 0xFE]) { return "UTF-16 (little-endian)" }
        if prefix.starts(with: [0xFE, 0xFF]) { return "UTF-16 (big-endian)" }
        guard prefix.count >= 4 else { return nil }
        return switch (prefix[0] == 0, prefix[1] == 0, prefix[2] == 0, prefix[3] == 0) {
        case (false, true, true, true): "UTF-32 (little-endian)"
        case (true, true, true, false): "UTF-32 (big-endian)"
        case (false, true, false, true): "UTF-16 (little-endian)"
        case (true, false, true, false): "UTF-16 (big-endian)"
        default: nil
        }
    }

    private static func packedName(_ prefix: [UInt8]) -> String? {
        if prefix.starts(with: [0x1F, 0x8B]) { return "gzip" }
        if prefix.starts(with: [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0]) { return "xz" }
        if prefix.starts(with: [0x28, 0xB5, 0x2F, 0xFD]) { return "zstd" }
        if prefix.starts(with: [0x42, 0x5A, 0x68]) { return "bzip2" }
        if prefix.starts(with: [0x50, 0x4B, 3, 4]) { return "zip" }
        return nil
    }
}
