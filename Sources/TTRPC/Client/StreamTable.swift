internal import RPCCore

/// What is known of every open call, found by its stream id.
///
/// A hash table with linear probing: ids rise by two, so they lie side by side and nearly every look
/// finds its entry at once. Its memory is two arrays of plain values.
struct StreamTable: Sendable {
    struct Entry: Sendable {
        var deadline: MonotonicTime
        /// Where its frame begins in all bytes of this connection; `held` while it has none.
        var start: Int64
        /// Number that the owner of the connection knows the call by.
        var tag: Int
        var isStream: Bool

        static let held = Int64.max
        var isHeld: Bool { start == Self.held }
    }

    private static let capacityMinimum = 16

    /// 0 is no stream and marks a free place.
    private var keys = ContiguousArray<UInt32>(repeating: 0, count: capacityMinimum)
    private var entries = ContiguousArray<Entry>(
        repeating: Entry(deadline: .distantFuture, start: 0, tag: 0, isStream: false),
        count: capacityMinimum)
    private(set) var count = 0

    /// - Complexity: O(1).
    subscript(stream: UInt32) -> Entry? {
        guard let place = place(of: stream) else { return nil }
        return entries[place]
    }

    /// Adds a stream that is not there.
    /// - Complexity: O(1) on average.
    mutating func insert(_ stream: UInt32, _ entry: Entry) {
        if (count + 1) * 2 > keys.count { grow() }
        var place = home(of: stream)
        while keys[place] != 0 { place = (place + 1) & mask }
        keys[place] = stream
        entries[place] = entry
        count += 1
    }

    /// Sets where the frame of a stream begins.
    mutating func setStart(_ start: Int64, of stream: UInt32) {
        guard let place = place(of: stream) else { return }
        entries[place].start = start
    }

    /// Takes a stream out; those behind it move up, so that no look stops too early.
    /// - Complexity: O(1) on average.
    mutating func remove(_ stream: UInt32) -> Entry? {
        guard var hole = place(of: stream) else { return nil }
        let entry = entries[hole]
        var next = (hole + 1) & mask
        while keys[next] != 0 {
            let distance = (next &- home(of: keys[next])) & mask
            if distance >= (next &- hole) & mask {
                keys[hole] = keys[next]
                entries[hole] = entries[next]
                hole = next
            }
            next = (next + 1) & mask
        }
        keys[hole] = 0
        count -= 1
        return entry
    }

    /// Streams that satisfy a condition, ascending.
    /// - Complexity: O(capacity).
    func streams(where condition: (Entry) -> Bool) -> [UInt32] {
        guard count > 0 else { return [] }
        var found: [UInt32] = []
        for place in keys.indices where keys[place] != 0 && condition(entries[place]) {
            found.append(keys[place])
        }
        return found.sorted()
    }

    /// - Complexity: O(capacity).
    var earliestDeadline: MonotonicTime? {
        guard count > 0 else { return nil }
        var earliest = MonotonicTime.distantFuture
        for place in keys.indices where keys[place] != 0 {
            earliest = min(earliest, entries[place].deadline)
        }
        return earliest
    }

    private var mask: Int { keys.count - 1 }

    private func home(of stream: UInt32) -> Int { Int(stream >> 1) & mask }

    private func place(of stream: UInt32) -> Int? {
        var place = home(of: stream)
        while keys[place] != stream {
            if keys[place] == 0 || stream == 0 { return nil }
            place = (place + 1) & mask
        }
        return stream == 0 ? nil : place
    }

    private mutating func grow() {
        let oldKeys = keys
        let oldEntries = entries
        keys = ContiguousArray(repeating: 0, count: oldKeys.count * 2)
        entries = ContiguousArray(repeating: oldEntries[0], count: oldKeys.count * 2)
        count = 0
        for place in oldKeys.indices where oldKeys[place] != 0 {
            insert(oldKeys[place], oldEntries[place])
        }
    }
}
