internal import EpisodeModel

/// The values of one repeated string field while a request is read: pointers into the request, so
/// that nothing is copied before duplicates are gone. Memory is kept between requests.
@safe struct TextSet {
    @safe private struct Entry {
        let hash: UInt64
        let index: Int
        let bytes: UnsafeRawBufferPointer
    }

    private var entries: [Entry] = []

    var isEmpty: Bool { entries.isEmpty }

    mutating func removeAll() {
        if !entries.isEmpty { entries.removeAll(keepingCapacity: true) }
    }

    mutating func add(_ bytes: UnsafeRawBufferPointer, field: String) throws(EpisodeError) {
        let index = entries.count
        unsafe try WireText.check(bytes, field: "\(field)[\(index)]")
        unsafe entries.append(Entry(hash: .of(bytes), index: index, bytes: bytes))
    }

    /// Appends each different text to `list`, in the order of first mention, and hashes the set.
    ///
    /// Sorting by hash keeps a request of 20,000 values at O(n log n); texts that differ under one
    /// hash are all kept, at worst with a duplicate, which changes nothing.
    mutating func finish(into list: inout TextList, fingerprint: inout StableHash) {
        if entries.count > 1 {
            entries.sort { ($0.hash, $0.index) < ($1.hash, $1.index) }
            var kept = 1
            for position in 1..<entries.count {
                let entry = entries[position]
                let last = entries[kept - 1]
                if entry.hash == last.hash, unsafe entry.bytes.elementsEqual(last.bytes) {
                    continue
                }
                entries[kept] = entry
                kept += 1
            }
            entries.removeLast(entries.count - kept)
        }
        fingerprint.combine(sorted: entries.lazy.map { $0.hash })
        if entries.count > 1 { entries.sort { $0.index < $1.index } }
        for entry in entries { unsafe list.append(entry.bytes) }
    }
}

extension UInt64 {
    fileprivate static func of(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
        unsafe StableHash.of(bytes)
    }
}

extension Array where Element: FixedWidthInteger & UnsignedInteger {
    /// Sorts, drops repeated values and hashes the set.
    mutating func makeSet(fingerprint: inout StableHash) {
        // Most clients send their lists in order.
        if !isStrictlyAscending {
            sort()
            var kept = 1
            for position in 1..<count where self[position] != self[kept - 1] {
                self[kept] = self[position]
                kept += 1
            }
            removeLast(count - kept)
        }
        fingerprint.combine(sorted: lazy.map { UInt64($0) })
    }

    private var isStrictlyAscending: Bool {
        var position = 1
        while position < count {
            if self[position - 1] >= self[position] { return false }
            position += 1
        }
        return true
    }
}
