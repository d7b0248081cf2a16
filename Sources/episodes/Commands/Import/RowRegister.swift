import CatalogFormats

/// Which ids a file has had, where and with what content: 20 bytes for an id, in open addressing, at
/// most three quarters full.
struct RowRegister {
    /// What is known of an id.
    enum Finding: Equatable {
        case new
        /// It was there with the same content.
        case repeated
        /// It was there with other content, on this line.
        case differs(line: Int)
    }

    private var ids: [UInt64] = []
    private var fingerprints: [UInt64] = []
    private var lines: [UInt32] = []
    private(set) var count = 0

    /// Notes a row; of an id that was there before the first row stays.
    ///
    /// - Parameter id: never 0.
    /// - Complexity: O(1) on average.
    mutating func note(_ id: UInt64, _ fingerprint: RowFingerprint, line: Int) -> Finding {
        if count >= ids.count / 4 * 3 { grow() }
        let slot = slot(of: id)
        guard ids[slot] == 0 else {
            return fingerprints[slot] == fingerprint.value
                ? .repeated : .differs(line: Int(lines[slot]))
        }
        ids[slot] = id
        fingerprints[slot] = fingerprint.value
        lines[slot] = UInt32(clamping: line)
        count += 1
        return .new
    }

    /// The content that an id had; nil when it was not there.
    func fingerprint(of id: UInt64) -> RowFingerprint? {
        guard !ids.isEmpty, id != 0 else { return nil }
        let slot = slot(of: id)
        return ids[slot] == 0 ? nil : RowFingerprint(value: fingerprints[slot])
    }

    /// Where an id is, or the empty place where it would be.
    private func slot(of id: UInt64) -> Int {
        let mask = ids.count - 1
        // Fibonacci hashing: neighbours come to lie apart.
        var slot = Int(truncatingIfNeeded: (id &* 0x9E37_79B9_7F4A_7C15) >> 20) & mask
        while ids[slot] != 0, ids[slot] != id { slot = (slot + 1) & mask }
        return slot
    }

    private mutating func grow() {
        let old = (ids, fingerprints, lines)
        let capacity = max(1_024, ids.count * 2)
        ids = Array(repeating: 0, count: capacity)
        fingerprints = Array(repeating: 0, count: capacity)
        lines = Array(repeating: 0, count: capacity)
        for index in old.0.indices where old.0[index] != 0 {
            let slot = slot(of: old.0[index])
            ids[slot] = old.0[index]
            fingerprints[slot] = old.1[index]
            lines[slot] = old.2[index]
        }
    }
}
