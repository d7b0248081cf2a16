/// All terms, sorted by their keys' bytes; a term's number is its place, so the terms that begin
/// alike are one range of numbers.
@safe struct TermDictionary: Sendable {
    private let keys: ByteTable

    init(_ keys: ByteTable) { self.keys = keys }

    var count: Int { keys.count }

    subscript(term: Int) -> View<UInt8> { keys[term] }

    /// The term with exactly this key, as a range of one number; empty when there is none.
    ///
    /// Complexity: O(log terms).
    func range(of key: [UInt8]) -> Range<UInt32> {
        let low = partitioningIndex { keys[$0].compare(key) >= 0 }
        let isFound = low < count && keys[low].compare(key) == 0
        return UInt32(low)..<UInt32(isFound ? low + 1 : low)
    }

    /// All terms whose key begins with these bytes.
    ///
    /// Complexity: O(log terms).
    func range(beginning key: [UInt8]) -> Range<UInt32> {
        let low = partitioningIndex { keys[$0].compare(key) >= 0 }
        let high = partitioningIndex { index in
            keys[index].compare(key) > 0 && !keys[index].hasPrefix(key)
        }
        return UInt32(low)..<UInt32(max(low, high))
    }

    private func partitioningIndex(_ isInSecondHalf: (Int) -> Bool) -> Int {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if isInSecondHalf(middle) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
