internal import TTRPC

/// Frames on their way to a socket: filled at the back, sent from the front. Has one user at a time.
@safe final class FrameBuffer: @unchecked Sendable {
    // Unchecked: whoever holds it passes it on whole.
    private static let capacityMinimum = 16_384
    /// A larger buffer is given up when it is empty, so that one big request does not pin its memory.
    private static let capacityKeptMaximum = 262_144

    private var base: UnsafeMutableRawPointer
    private var capacity: Int
    private var start = 0
    private var end = 0

    init() {
        capacity = 0
        unsafe base = .allocate(byteCount: 0, alignment: 16)
    }

    deinit { unsafe base.deallocate() }

    var count: Int { end - start }
    var isEmpty: Bool { end == start }

    func append(_ frame: RequestFrame) {
        let byteCount = frame.byteCount
        unsafe frame.write(into: reserve(byteCount))
        end += byteCount
    }

    func append(_ bytes: [UInt8]) {
        guard !bytes.isEmpty else { return }
        let place = unsafe reserve(bytes.count)
        unsafe bytes.withUnsafeBytes { unsafe place.copyMemory(from: $0) }
        end += bytes.count
    }

    /// Gives the system as much as it takes.
    func send(to descriptor: Int32) -> SystemResult {
        var result = SystemResult(0)
        while start < end {
            result = unsafe Syscalls.send(descriptor, base + start, end - start)
            guard result.isSuccess else { return result }
            start += result.value
        }
        removeAll()
        return result
    }

    func removeAll() {
        start = 0
        end = 0
        guard capacity > Self.capacityKeptMaximum else { return }
        unsafe base.deallocate()
        unsafe base = .allocate(byteCount: 0, alignment: 16)
        capacity = 0
    }

    private func reserve(_ byteCount: Int) -> UnsafeMutableRawBufferPointer {
        if capacity - end < byteCount { makeRoom(byteCount) }
        return unsafe UnsafeMutableRawBufferPointer(start: base + end, count: byteCount)
    }

    private func makeRoom(_ byteCount: Int) {
        let used = count
        let wanted = max(Self.capacityMinimum, used + byteCount, capacity * 2)
        let larger = UnsafeMutableRawPointer.allocate(byteCount: wanted, alignment: 16)
        unsafe larger.copyMemory(from: base + start, byteCount: used)
        unsafe base.deallocate()
        unsafe base = larger
        capacity = wanted
        start = 0
        end = used
    }
}
