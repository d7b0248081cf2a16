/// Many byte strings in one block, numbered from 0.
///
/// An offset takes four bytes: it counts from the start of its group of 1,024 strings. A group
/// stays below 4 GiB because no text of a row is over 1 MiB (`CatalogLimits`).
@safe struct ByteTable: Sendable {
    static let groupShift = 10
    private let bytes: View<UInt8>
    private let groupStarts: View<UInt64>
    private let offsets: View<UInt32>
    let count: Int

    /// Keeps strings given as one blob and the end of each; `order` says which comes when.
    init(_ blob: [UInt8], ends: [Int], order: [UInt32]?, memory: IndexMemory) {
        count = ends.count
        var ordered: [UInt8] = []
        if order != nil { ordered.reserveCapacity(blob.count) }
        var groups: [UInt64] = []
        var offsets: [UInt32] = []
        offsets.reserveCapacity(count + 1)
        var position = 0
        for index in 0...count {
            if index & (1 << Self.groupShift - 1) == 0 { groups.append(UInt64(position)) }
            offsets.append(UInt32(truncatingIfNeeded: UInt64(position) - groups[groups.count - 1]))
            guard index < count else { break }
            let source = order.map { Int($0[index]) } ?? index
            let start = source == 0 ? 0 : ends[source - 1]
            position += ends[source] - start
            if order != nil { ordered.append(contentsOf: blob[start..<ends[source]]) }
        }
        bytes = memory.keep(order == nil ? blob : ordered)
        groupStarts = memory.keep(groups)
        self.offsets = memory.keep(offsets)
    }

    private func start(_ index: Int) -> Int {
        Int(groupStarts[index >> Self.groupShift]) + Int(offsets[index])
    }

    subscript(index: Int) -> View<UInt8> {
        let first = start(index)
        return bytes.part(from: first, count: start(index + 1) - first)
    }

    subscript(index: UInt32) -> View<UInt8> { self[Int(index)] }

    func isEmpty(_ index: UInt32) -> Bool { start(Int(index)) == start(Int(index) + 1) }
}

extension View<UInt8> {
    /// Below 0, 0 or above 0 as these bytes come before, are equal to or come after the others.
    func compare(_ other: some RandomAccessCollection<UInt8>) -> Int {
        var index = 0
        for byte in other {
            if index == count { return -1 }
            if self[index] != byte { return Int(self[index]) - Int(byte) }
            index += 1
        }
        return index == count ? 0 : 1
    }

    func compare(_ other: View<UInt8>) -> Int {
        let common = Swift.min(count, other.count)
        var index = 0
        while index < common {
            if self[index] != other[index] { return Int(self[index]) - Int(other[index]) }
            index += 1
        }
        return count - other.count
    }

    func hasPrefix(_ prefix: some RandomAccessCollection<UInt8>) -> Bool {
        count >= prefix.count && part(from: 0, count: prefix.count).compare(prefix) == 0
    }

    /// Complexity: O(count * needle), fine for values typed by people.
    func contains(_ needle: [UInt8]) -> Bool {
        guard let first = needle.first else { return true }
        var start = 0
        while start + needle.count <= count {
            if self[start] == first,
                part(from: start, count: needle.count).compare(needle) == 0
            {
                return true
            }
            start += 1
        }
        return false
    }

    var array: [UInt8] { unsafe [UInt8](UnsafeBufferPointer(start: pointer, count: count)) }
    var string: String {
        unsafe String(
            decoding: UnsafeBufferPointer(start: pointer, count: count), as: UTF8.self)
    }
}
