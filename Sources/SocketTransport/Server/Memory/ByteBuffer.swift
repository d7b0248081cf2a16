/// Growable raw bytes with a front that is consumed and a back that is filled. Freed with its last
/// reference.
@safe final class ByteBuffer {
    private static let capacityMinimum = 16_384

    private var base: UnsafeMutableRawPointer
    private(set) var capacity: Int
    private var start = 0
    private var end = 0
    private let gauge: MemoryGauge

    init(_ gauge: MemoryGauge) {
        self.gauge = gauge
        capacity = Self.capacityMinimum
        gauge.add(Self.capacityMinimum)
        unsafe base = .allocate(byteCount: Self.capacityMinimum, alignment: 16)
    }

    deinit {
        unsafe base.deallocate()
        gauge.subtract(capacity)
    }

    var count: Int { end - start }
    var isEmpty: Bool { end == start }

    /// The bytes; valid until the buffer changes.
    var bytes: UnsafeRawBufferPointer {
        unsafe UnsafeRawBufferPointer(start: base + start, count: count)
    }

    /// Room for `byteCount` more bytes; `commit` makes them part of the buffer.
    func reserve(_ byteCount: Int) -> UnsafeMutableRawPointer {
        if capacity - end < byteCount { makeRoom(byteCount) }
        return unsafe base + end
    }

    func commit(_ byteCount: Int) {
        precondition(byteCount <= capacity - end)
        end += byteCount
    }

    func append(_ bytes: UnsafeRawBufferPointer) {
        guard let source = bytes.baseAddress else { return }
        unsafe reserve(bytes.count).copyMemory(from: source, byteCount: bytes.count)
        end += bytes.count
    }

    func consume(_ byteCount: Int) {
        precondition(byteCount <= count)
        start += byteCount
        if start == end { removeAll() }
    }

    /// Drops everything behind the first `byteCount` bytes.
    func truncate(to byteCount: Int) {
        precondition(byteCount <= count)
        end = start + byteCount
    }

    func removeAll() {
        start = 0
        end = 0
    }

    private func makeRoom(_ byteCount: Int) {
        let used = count
        if start > 0, capacity - used >= byteCount, start >= capacity / 2 {
            unsafe base.copyMemory(from: base + start, byteCount: used)
        } else {
            let wanted = max(used + byteCount, capacity * 2)
            let larger = UnsafeMutableRawPointer.allocate(byteCount: wanted, alignment: 16)
            unsafe larger.copyMemory(from: base + start, byteCount: used)
            unsafe base.deallocate()
            unsafe base = larger
            gauge.add(wanted - capacity)
            capacity = wanted
        }
        start = 0
        end = used
    }
}
