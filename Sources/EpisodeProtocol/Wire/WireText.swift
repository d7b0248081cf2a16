internal import EpisodeModel

/// What every string field must be. protobuf-c checks neither; its C strings would even end at a
/// NUL, so a query would silently become another one.
/// Source: https://github.com/protobuf-c/protobuf-c/issues/726
enum WireText {
    /// - Parameter field: names the field in the error.
    /// - Complexity: O(bytes); eight at a time while they are ASCII, the last eight with some of
    ///   those before.
    static func check(
        _ bytes: UnsafeRawBufferPointer, field: @autoclosure () -> String
    ) throws(EpisodeError) {
        switch unsafe firstFault(of: bytes) {
        case .none: return
        case .invalidUTF8(let offset):
            throw .invalid(field(), "is not valid UTF-8 at byte \(offset)", "send UTF-8")
        case .nul(let offset):
            throw .invalid(field(), "holds a NUL character at byte \(offset)", "remove it")
        }
    }

    enum Fault: Hashable {
        case none
        case invalidUTF8(Int)
        case nul(Int)
    }

    static func firstFault(of bytes: UnsafeRawBufferPointer) -> Fault {
        var position = 0
        let count = bytes.count
        while position < count {
            if count >= 8 {
                let start = min(position, count - 8)
                let word = unsafe bytes.loadUnaligned(fromByteOffset: start, as: UInt64.self)
                // No high bit set and no zero byte among the eight.
                let zeros = (word &- 0x0101_0101_0101_0101) & ~word
                if (word | zeros) & 0x8080_8080_8080_8080 == 0 {
                    position = start + 8
                    continue
                }
            }
            let lead = unsafe bytes[position]
            if lead == 0 { return .nul(position) }
            if lead < 0x80 {
                position += 1
                continue
            }
            let length = unsafe sequenceLength(lead, in: bytes, at: position)
            if length == 0 { return .invalidUTF8(position) }
            position += length
        }
        return .none
    }

    /// Bytes of the well-formed sequence at `position`; 0 when there is none.
    /// Source: Unicode Standard, table 3-7 (no overlong forms, no surrogates, up to U+10FFFF).
    private static func sequenceLength(
        _ lead: UInt8, in bytes: UnsafeRawBufferPointer, at position: Int
    ) -> Int {
        let second: ClosedRange<UInt8>
        let length: Int
        switch lead {
        case 0xC2...0xDF: (second, length) = (0x80...0xBF, 2)
        case 0xE0: (second, length) = (0xA0...0xBF, 3)
        case 0xED: (second, length) = (0x80...0x9F, 3)
        case 0xE1...0xEF: (second, length) = (0x80...0xBF, 3)
        case 0xF0: (second, length) = (0x90...0xBF, 4)
        case 0xF1...0xF3: (second, length) = (0x80...0xBF, 4)
        case 0xF4: (second, length) = (0x80...0x8F, 4)
        default: return 0
        }
        guard position + length <= bytes.count,
            unsafe second.contains(bytes[position + 1])
        else { return 0 }
        for offset in 2..<max(length, 2) where unsafe bytes[position + offset] & 0xC0 != 0x80 {
            return 0
        }
        return length
    }
}
