/// While building: the pairs of identities of run characters that stand directly together, each
/// once, numbered in the order they first appear.
struct RunPairs {
    private var slots: [UInt32] = []
    private(set) var keys: [UInt64] = []

    static func key(_ first: UInt32, _ second: UInt32) -> UInt64 {
        UInt64(first) << 32 | UInt64(second)
    }

    /// The number of a pair; nil when it was never inserted.
    func number(_ key: UInt64) -> Int? {
        if slots.isEmpty { return nil }
        let entry = slots[slot(key)]
        return entry == 0 ? nil : Int(entry) - 1
    }

    mutating func insert(_ key: UInt64) {
        if keys.count * 2 >= slots.count { grow() }
        let slot = slot(key)
        if slots[slot] != 0 { return }
        keys.append(key)
        slots[slot] = UInt32(keys.count)
    }

    /// The slot that holds a pair, or the free one where it belongs.
    private func slot(_ key: UInt64) -> Int {
        let mask = slots.count - 1
        var slot = Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> 24) & mask
        while slots[slot] != 0, keys[Int(slots[slot]) - 1] != key { slot = (slot + 1) & mask }
        return slot
    }

    private mutating func grow() {
        slots = Array(repeating: 0, count: max(1_024, slots.count * 2))
        for (number, key) in keys.enumerated() { slots[slot(key)] = UInt32(number + 1) }
    }
}
