/// Buffers of one lane that no connection needs just now. Connections own a buffer only while it
/// holds something, so an idle connection costs none.
struct BufferPool {
    private static let countMaximum = 32
    /// Of all buffers together.
    private static let byteCountMaximum = 8_388_608
    /// A larger buffer is freed after use, so that one big reply does not pin its memory. Twice a
    /// batch of replies, because buffers grow by doubling.
    private static let capacityMaximum = 2 * Lane.batchByteCount

    private var spare: [ByteBuffer] = []
    private var byteCount = 0
    private let gauge: MemoryGauge

    init(_ gauge: MemoryGauge) { self.gauge = gauge }

    mutating func take() -> ByteBuffer {
        guard let buffer = spare.popLast() else { return ByteBuffer(gauge) }
        byteCount -= buffer.capacity
        return buffer
    }

    mutating func give(_ buffer: ByteBuffer) {
        guard spare.count < Self.countMaximum, buffer.capacity <= Self.capacityMaximum,
            byteCount + buffer.capacity <= Self.byteCountMaximum,
            buffer.capacity <= MemoryGauge.smallByteCount || !gauge.isOver
        else { return }
        buffer.removeAll()
        byteCount += buffer.capacity
        spare.append(buffer)
    }
}
