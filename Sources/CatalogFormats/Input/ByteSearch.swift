internal import Glibc

/// Searches for single bytes with the C library, which looks at many at once.
enum ByteSearch {
    /// The first index of a byte in a part of a buffer; nil when it is not there.
    static func index(
        of byte: UInt8, in bytes: UnsafeRawBufferPointer, from start: Int, to end: Int
    ) -> Int? {
        guard start < end, let base = bytes.baseAddress else { return nil }
        guard let found = unsafe memchr(base + start, Int32(byte), end - start) else { return nil }
        return unsafe UnsafeRawPointer(found) - base
    }

    static func index(of byte: UInt8, in bytes: Span<UInt8>, from start: Int, to end: Int) -> Int? {
        guard start >= 0, end <= bytes.count else { return nil }
        return unsafe bytes.withUnsafeBytes { unsafe index(of: byte, in: $0, from: start, to: end) }
    }

    /// How often a byte is there.
    static func count(of byte: UInt8, in bytes: Span<UInt8>) -> Int {
        var count = 0
        var start = 0
        while let found = index(of: byte, in: bytes, from: start, to: bytes.count) {
            count += 1
            start = found + 1
        }
        return count
    }
}
