internal import CEpisodesProto

/// Memory for the messages of one call: handed out in order, taken back all at once, and never more
/// than a maximum. protobuf-c allocates for every string and sub-message (a 2-byte field can become
/// 80 bytes of memory), so without this a small request could take a great deal.
///
/// Not safe for several threads; each owner has its own.
@safe final class MessageArena {
    /// What a request of 64 KiB can sensibly need: 88 bytes for each unknown field of two bytes are
    /// 3 MB. Only messages that repeat a sub-message thousands of times, each time merged by copying,
    /// would take more, and are refused.
    static let requestByteCountMaximum = 8_388_608
    /// What a reply of 4 MiB can sensibly need, likewise.
    static let replyByteCountMaximum = 134_217_728
    private static let firstChunkByteCount = 16_384
    private static let alignment = 16

    private let byteCountMaximum: Int
    private var chunks: [UnsafeMutableRawBufferPointer] = unsafe []
    private var used = 0
    private var reserved = 0
    /// An allocation was refused since the last reset.
    private(set) var isExhausted = false

    init(byteCountMaximum: Int) { self.byteCountMaximum = byteCountMaximum }

    deinit {
        unsafe chunks.forEach { unsafe $0.deallocate() }
    }

    /// Takes all memory back and keeps the first chunk for the next call.
    func reset() {
        while unsafe chunks.count > 1 {
            let chunk = unsafe chunks.removeLast()
            reserved -= chunk.count
            unsafe chunk.deallocate()
        }
        used = 0
        isExhausted = false
    }

    /// Aligned, uninitialised memory; nil when the maximum would be passed.
    func allocate(_ byteCount: Int) -> UnsafeMutableRawPointer? {
        guard byteCount >= 0, byteCount <= byteCountMaximum else {
            isExhausted = true
            return nil
        }
        let rounded = max(byteCount + Self.alignment - 1, 1) & ~(Self.alignment - 1)
        if unsafe chunks.isEmpty || used + rounded > chunks[chunks.count - 1].count {
            let wanted = unsafe chunks.isEmpty ? Self.firstChunkByteCount : reserved
            let size = min(max(wanted, rounded), byteCountMaximum - reserved)
            guard size >= rounded else {
                isExhausted = true
                return nil
            }
            unsafe chunks.append(
                .allocate(byteCount: size, alignment: Self.alignment))
            reserved += size
            used = 0
        }
        let place = unsafe chunks[chunks.count - 1].baseAddress! + used
        used += rounded
        return unsafe place
    }

    /// Gives protobuf-c this arena as its allocator during `body`.
    func withAllocator<Result>(
        _ body: (UnsafeMutablePointer<ProtobufCAllocator>) -> Result
    ) -> Result {
        var allocator = unsafe ProtobufCAllocator(
            alloc: { data, byteCount in
                guard let data = unsafe data else { return nil }
                let arena = unsafe Unmanaged<MessageArena>.fromOpaque(data).takeUnretainedValue()
                return unsafe Int(exactly: byteCount).flatMap { unsafe arena.allocate($0) }
            },
            free: { _, _ in },  // taken back by `reset`
            allocator_data: Unmanaged.passUnretained(self).toOpaque())
        return withExtendedLifetime(self) { unsafe body(&allocator) }
    }
}
