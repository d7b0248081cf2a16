/// Growable raw bytes with a front that is consumed and a back that is filled.
@safe final class MessageBuffer {
    private var base: UnsafeMutableRawPointer
    private(set) var capacity: Int
    private var start = 0
    private var end = 0

    init(capacity: Int) {
        self.capacity = capacity
        unsafe base = .allocate(byteCount: capacity, alignment: 16)
    }

    deinit { unsafe base.deallocate() }

    var count: Int { end - start }

    /// Valid until the buffer changes.
    var bytes: UnsafeRawBufferPointer {
        unsafe UnsafeRawBufferPointer(start: base + start, count: count)
    }

    /// The next `byteCount` bytes, which the caller fills.
    func extend(_ byteCount: Int) -> UnsafeMutableRawPointer {
        if capacity - end < byteCount { makeRoom(byteCount) }
        let place = unsafe base + end
        end += byteCount
        return unsafe place
    }

    func append(_ bytes: UnsafeRawBufferPointer) {
        guard let source = bytes.baseAddress, bytes.count > 0 else { return }
        unsafe extend(bytes.count).copyMemory(from: source, byteCount: bytes.count)
    }

    func consume(_ byteCount: Int) {
        precondition(byteCount >= 0 && byteCount <= count)
        start += byteCount
        if start == end { removeAll() }
    }

    /// Drops everything behind the first `byteCount` bytes.
    func truncate(to byteCount: Int) {
        precondition(byteCount >= 0 && byteCount <= count)
        end = start + byteCount
    }

    func removeAll() {
        start = 0
        end = 0
    }

    private func makeRoom(_ byteCount: Int) {
        let used = count
        if capacity - used >= byteCount, start >= capacity / 2 {
            unsafe base.copyMemory(from: base + start, byteCount: used)
        } else {
            let wanted = max(used + byteCount, capacity * 2)
            let larger = UnsafeMutableRawPointer.allocate(byteCount: wanted, alignment: 16)
            unsafe larger.copyMemory(from: base + start, byteCount: used)
            unsafe base.deallocate()
            unsafe base = larger
            capacity = wanted
        }
        start = 0
        end = used
    }
}
