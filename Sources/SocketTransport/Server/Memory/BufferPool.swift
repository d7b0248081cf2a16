/// Buffers of one lane that no connection needs just now. Connections own a buffer only while it
/// holds something, so an idle connection costs none.
struct BufferPool {
    private static let countMaximum = 32
    /// A larger buffer is freed after use, so that one big reply does not pin its memory.
    private static let capacityMaximum = 524_288

    private var spare: [ByteBuffer] = []

    mutating func take() -> ByteBuffer { spare.popLast() ?? ByteBuffer() }

    mutating func give(_ buffer: ByteBuffer) {
        guard spare.count < Self.countMaximum, buffer.capacity <= Self.capacityMaximum else {
            return
        }
        buffer.removeAll()
        spare.append(buffer)
    }
}
