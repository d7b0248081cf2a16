/// All terms, sorted by their keys' bytes; a term's number is its place, so the terms that begin
/// alike are one range of numbers.
@safe struct TermDictionary: BitwiseCopyable, Sendable {
    private let keys: ByteTable
    /// The first eight bytes of every key as one number that sorts like them.
    private let starts: View<UInt64>
    /// A hash table: half a hash and a term's number plus 1 in each slot that is taken.
    private let slots: View<UInt64>

    init(_ keys: ByteTable, memory: IndexMemory) {
        self.keys = keys
        var starts: [UInt64] = []
        starts.reserveCapacity(keys.count)
        var slotCount = 16
        while slotCount < keys.count * 2 { slotCount *= 2 }
        var slots = [UInt64](repeating: 0, count: slotCount)
        for term in 0..<keys.count {
            let key = keys[term]
            starts.append(Self.start(of: key, padding: 0))
            let hash = key.hash()
            var slot = Int(truncatingIfNeeded: hash) & (slotCount - 1)
            while slots[slot] != 0 { slot = (slot + 1) & (slotCount - 1) }
            slots[slot] = hash & ~0xFFFF_FFFF | UInt64(term + 1)
        }
        self.starts = memory.keep(starts)
        self.slots = memory.keep(slots)
    }

    var count: Int { starts.count }

    subscript(term: Int) -> View<UInt8> { keys[term] }

    /// The term with exactly this key.
    ///
    /// Complexity: O(bytes of the key).
    func term(_ key: View<UInt8>) -> UInt32? {
        let hash = key.hash()
        var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
        while slots[slot] != 0 {
            let entry = slots[slot]
            if (entry ^ hash) >> 32 == 0 {
                let term = UInt32(truncatingIfNeeded: entry) - 1
                if keys[term].equals(key) { return term }
            }
            slot = (slot + 1) & (slots.count - 1)
        }
        return nil
    }

    /// All terms whose key begins with these bytes.
    ///
    /// Complexity: O(log terms).
    func range(beginning key: View<UInt8>) -> Range<UInt32> {
        var low = starts.lowerBound(of: Self.start(of: key, padding: 0))
        let last = Self.start(of: key, padding: 0xFF)
        var high = starts.partitioningIndex { starts[$0] > last }
        if key.count > 8 {
            let (first, end) = (low, high)
            low = Self.partition(first, end) { keys[$0].compare(key) >= 0 }
            high = Self.partition(low, end) { !keys[$0].hasPrefix(key) }
        }
        return UInt32(low)..<UInt32(max(low, high))
    }

    /// All terms of a kind.
    func range(ofKind kind: TermKind) -> Range<UInt32> {
        let low = UInt64(kind.rawValue) << 56
        return UInt32(
            starts.partitioningIndex { starts[$0] >= low })..<UInt32(
                starts.partitioningIndex { starts[$0] >> 56 > UInt64(kind.rawValue) })
    }

    private static func partition(
        _ start: Int, _ end: Int, _ isInSecondHalf: (Int) -> Bool
    ) -> Int {
        var (low, high) = (start, end)
        while low < high {
            let middle = (low + high) / 2
            if isInSecondHalf(middle) { high = middle } else { low = middle + 1 }
        }
        return low
    }

    /// The first eight bytes, the first as the highest; what a shorter key lacks is padding.
    private static func start(of key: View<UInt8>, padding: UInt8) -> UInt64 {
        var start: UInt64 = 0
        for index in 0..<8 {
            start = start << 8 | UInt64(index < key.count ? key[index] : padding)
        }
        return start
    }
}
