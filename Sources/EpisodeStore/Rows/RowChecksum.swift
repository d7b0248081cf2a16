/// A checksum over the values of a row, so that a changed byte is found whatever it means to the
/// database. Kept in files: it must never change.
///
/// Each step is invertible in the word and in the state, so that any change within one word of 8
/// bytes changes the result. Not for defence against people.
struct RowChecksum {
    private var state: UInt64 = 0x9E37_79B9_7F4A_7C15

    /// The checksum as SQLite's integers hold it.
    var value: Int64 { Int64(bitPattern: state) }

    @inline(__always)
    private mutating func mix(_ word: UInt64) {
        state = (state ^ word) &* 0xD6E8_FEB8_6659_FD93
        state ^= state >> 32
    }

    mutating func addNull() { mix(1) }

    mutating func add(_ value: Int64) {
        mix(2)
        mix(UInt64(bitPattern: value))
    }

    /// The database does not tell 0 from -0.
    mutating func add(_ value: Double) {
        mix(3)
        mix(value == 0 ? 0 : value.bitPattern)
    }

    @unsafe mutating func add(text: UnsafeRawBufferPointer) {
        mix(4 | UInt64(text.count) << 3)
        var offset = 0
        while offset &+ 8 <= text.count {
            mix(unsafe text.loadUnaligned(fromByteOffset: offset, as: UInt64.self).littleEndian)
            offset &+= 8
        }
        if offset == text.count { return }
        var last: UInt64 = 0
        var shift: UInt64 = 0
        while offset < text.count {
            last |= UInt64(unsafe text[offset]) << shift
            shift &+= 8
            offset &+= 1
        }
        mix(last)
    }
}
