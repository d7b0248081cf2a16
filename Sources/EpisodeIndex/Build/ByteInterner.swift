/// Numbers distinct byte strings in the order they first appear.
///
/// A hash table with open addressing over one blob: building an index looks up every word of
/// every text, and a dictionary of arrays would allocate for each.
struct ByteInterner {
    private var slots: [UInt32] = Array(repeating: 0, count: 1_024)
    private var hashes: [UInt32] = []
    private(set) var blob: [UInt8] = []
    private(set) var ends: [Int] = []

    var count: Int { ends.count }

    subscript(number: Int) -> ArraySlice<UInt8> {
        blob[(number == 0 ? 0 : ends[number - 1])..<ends[number]]
    }

    /// The number of these bytes, new or known.
    mutating func intern(_ bytes: [UInt8]) -> UInt32 {
        let hash = Self.hash(bytes)
        var slot = Int(hash) & (slots.count - 1)
        while slots[slot] != 0 {
            let number = Int(slots[slot] - 1)
            if hashes[number] == hash, isEqual(number, bytes) { return UInt32(number) }
            slot = (slot + 1) & (slots.count - 1)
        }
        blob.append(contentsOf: bytes)
        ends.append(blob.count)
        hashes.append(hash)
        slots[slot] = UInt32(ends.count)
        if ends.count * 2 > slots.count { grow() }
        return UInt32(ends.count - 1)
    }

    private func isEqual(_ number: Int, _ bytes: [UInt8]) -> Bool {
        let start = number == 0 ? 0 : ends[number - 1]
        guard ends[number] - start == bytes.count else { return false }
        var index = 0
        while index < bytes.count {
            if blob[start + index] != bytes[index] { return false }
            index += 1
        }
        return true
    }

    private mutating func grow() {
        slots = Array(repeating: 0, count: slots.count * 2)
        for (number, hash) in hashes.enumerated() {
            var slot = Int(hash) & (slots.count - 1)
            while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
            slots[slot] = UInt32(number + 1)
        }
    }

    /// Takes eight bytes at a time and mixes them by multiplication.
    private static func hash(_ bytes: [UInt8]) -> UInt32 {
        var state = UInt64(bytes.count) &* 0x9E37_79B9_7F4A_7C15
        var index = 0
        while index < bytes.count {
            var word: UInt64 = 0
            let end = min(index + 8, bytes.count)
            while index < end {
                word = word << 8 | UInt64(bytes[index])
                index += 1
            }
            state = (state ^ word) &* 0xD6E8_FEB8_6659_FD93
            state ^= state >> 32
        }
        return UInt32(truncatingIfNeeded: state)
    }
}
