import Glibc

/// Many byte strings in one block, numbered from 0.
///
/// An offset takes four bytes: it counts from the start of its group of 1,024 strings. A group
/// stays below 4 GiB because no text of a row is over 1 MiB (`CatalogLimits`).
@safe struct ByteTable: BitwiseCopyable, Sendable {
    static let groupShift = 10
    private let bytes: View<UInt8>
    private let groupStarts: View<UInt64>
    private let offsets: View<UInt32>
    let count: Int

    /// - Parameters:
    ///   - byteCount: of all strings together.
    ///   - string: gives each string; it is only looked at before the next is asked for.
    init(count: Int, byteCount: Int, memory: IndexMemory, string: (Int) -> View<UInt8>) {
        let bytes = memory.take(byteCount, of: UInt8.self)
        let groupStarts = memory.take(count >> Self.groupShift + 1, of: UInt64.self)
        let offsets = memory.take(count + 1, of: UInt32.self)
        var position = 0
        for index in 0...count {
            let group = index >> Self.groupShift
            if index & (1 << Self.groupShift - 1) == 0 { groupStarts[group] = UInt64(position) }
            offsets[index] = UInt32(truncatingIfNeeded: UInt64(position) - groupStarts[group])
            guard index < count else { break }
            let string = string(index)
            unsafe (bytes.pointer + position).update(from: string.pointer, count: string.count)
            position += string.count
        }
        self.count = count
        self.bytes = bytes.view
        self.groupStarts = groupStarts.view
        self.offsets = offsets.view
    }

    /// Keeps the texts of all rows; `order` says which comes when.
    init(_ texts: RowBlocks<UInt8>, order: [UInt32]?, memory: IndexMemory) {
        self.init(
            count: texts.rowCount, byteCount: texts.elementCount, memory: memory,
            string: { texts[Self.place($0, order)] })
    }

    private static func place(_ index: Int, _ order: [UInt32]?) -> Int {
        order.map { Int($0[index]) } ?? index
    }

    private func start(_ index: Int) -> Int {
        Int(groupStarts[index >> Self.groupShift]) + Int(offsets[index])
    }

    subscript(index: Int) -> View<UInt8> {
        let first = start(index)
        return bytes.part(from: first, count: start(index + 1) - first)
    }

    subscript(index: UInt32) -> View<UInt8> { self[Int(index)] }

    /// All strings back to back.
    var allBytes: View<UInt8> { bytes }

    /// Where a string ends in `allBytes`.
    func end(_ index: Int) -> Int { start(index + 1) }

    /// The string that a byte of `allBytes` belongs to.
    /// - Parameter first: the string is this one or a later one.
    func index(ofByte position: Int, from first: Int) -> Int {
        var low = first
        var step = 1
        while low + step < count, start(low + step) <= position {
            low += step
            step *= 2
        }
        var high = min(low + step, count)
        // The string at `low` starts at or before the position, the one at `high` behind it.
        while high - low > 1 {
            let middle = (low + high) / 2
            if start(middle) <= position { low = middle } else { high = middle }
        }
        return low
    }

    /// The number of a string in a table whose strings ascend, each there once.
    ///
    /// Complexity: O(log strings).
    func number(of text: borrowing Span<UInt8>) -> Int? {
        unsafe text.withUnsafeBufferPointer { bytes -> Int? in
            guard let base = bytes.baseAddress else { return nil }
            let wanted = unsafe View(base, count: bytes.count)
            var low = 0
            var high = count
            while low < high {
                let middle = (low + high) / 2
                let order = self[middle].compare(wanted)
                if order == 0 { return middle }
                if order < 0 { low = middle + 1 } else { high = middle }
            }
            return nil
        }
    }

    func isEmpty(_ index: UInt32) -> Bool { start(Int(index)) == start(Int(index) + 1) }
}

extension View<UInt8> {
    /// Below 0, 0 or above 0 as these bytes come before, are equal to or come after the others.
    func compare(_ other: View<UInt8>) -> Int {
        let order = unsafe memcmp(pointer, other.pointer, Swift.min(count, other.count))
        return order != 0 ? Int(order) : count - other.count
    }

    func equals(_ other: View<UInt8>) -> Bool {
        guard count == other.count else { return false }
        return unsafe memcmp(pointer, other.pointer, count) == 0
    }

    func hasPrefix(_ prefix: View<UInt8>) -> Bool {
        guard count >= prefix.count else { return false }
        return unsafe memcmp(pointer, prefix.pointer, prefix.count) == 0
    }

    /// Complexity: O(count) for texts that are not made to be difficult.
    func contains(_ needle: View<UInt8>) -> Bool {
        find(needle, from: 0, isFolded: false) + needle.count <= count
    }

    /// Eight bytes from `index` on in the machine's order.
    func word(at index: Int) -> UInt64 {
        assert(index >= 0 && index + 8 <= count)
        return unsafe UnsafeRawPointer(pointer + index).loadUnaligned(as: UInt64.self)
    }

    var array: [UInt8] { unsafe [UInt8](UnsafeBufferPointer(start: pointer, count: count)) }
    var string: String {
        unsafe String(
            decoding: UnsafeBufferPointer(start: pointer, count: count), as: UTF8.self)
    }
}
