internal import CZlib

/// Bytes in zlib's own wrapper (RFC 1950).
enum Zlib {
    /// Nil when there is no memory.
    static func compress(_ bytes: [UInt8]) -> [UInt8]? {
        var byteCount = compressBound(UInt(bytes.count))
        let capacity = Int(byteCount)
        var result = CZlib.Z_OK
        let compressed = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
            unsafe bytes.withUnsafeBufferPointer { source in
                result = unsafe compress2(
                    buffer.baseAddress, &byteCount, source.baseAddress, UInt(source.count),
                    Z_BEST_SPEED)
            }
            count = result == Z_OK ? Int(byteCount) : 0
        }
        return result == Z_OK ? compressed : nil
    }

    /// Nil when the bytes are no zlib stream or unfold to more than the maximum.
    static func expand(_ bytes: ArraySlice<UInt8>, byteCountMaximum: Int) -> [UInt8]? {
        // Streams that unfold well need little memory: a guess first, then more.
        var capacity = min(byteCountMaximum, max(bytes.count * 8, 65_536))
        while true {
            var byteCount = UInt(capacity)
            var result = CZlib.Z_OK
            let expanded = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
                unsafe bytes.withUnsafeBufferPointer { source in
                    result = unsafe uncompress(
                        buffer.baseAddress, &byteCount, source.baseAddress, UInt(source.count))
                }
                count = result == Z_OK ? Int(byteCount) : 0
            }
            if result == Z_OK { return expanded }
            guard result == Z_BUF_ERROR, capacity < byteCountMaximum else { return nil }
            capacity = min(byteCountMaximum, capacity * 8)
        }
    }
}
