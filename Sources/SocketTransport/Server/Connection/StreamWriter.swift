internal import RPCCore
internal import TTRPC

/// Writes the messages of streams straight into a connection's output buffer. One for each lane.
@safe final class StreamWriter: ReplyTarget {
    private var output: ByteBuffer?
    private var stream: UInt32 = 0
    private var mark = 0
    private var isBegun = false
    private var isTooLong = false
    /// Takes the bytes of a message that cannot be sent.
    private var discarded: UnsafeMutableRawBufferPointer?

    init() {}

    deinit { unsafe discarded?.deallocate() }

    let byteCountMaximum = FrameHeader.dataByteCountMaximum

    func open(stream: UInt32, output: ByteBuffer) {
        self.output = output
        self.stream = stream
        mark = output.count
        isBegun = false
        isTooLong = false
    }

    @unsafe func beginReply(byteCount: Int) -> UnsafeMutableRawBufferPointer {
        guard let output, !isBegun, byteCount >= 0, byteCount <= byteCountMaximum else {
            isTooLong = isTooLong || byteCount > byteCountMaximum
            return unsafe discardingBuffer(byteCount)
        }
        isBegun = true
        let total = FrameHeader.byteCount + byteCount
        let base = unsafe output.reserve(total)
        output.commit(total)
        let frame = unsafe UnsafeMutableRawBufferPointer(start: base, count: total)
        unsafe FrameHeader(dataByteCount: UInt32(byteCount), stream: stream, type: .data)
            .write(into: frame)
        return unsafe UnsafeMutableRawBufferPointer(rebasing: frame[FrameHeader.byteCount...])
    }

    /// What the step became on the wire: a step that does not say what the stream did is an error.
    func finish(_ step: StreamStep) -> StreamStep {
        defer {
            output = nil
            unsafe discarded?.deallocate()
            unsafe discarded = nil
        }
        if case .message = step {
            if isTooLong {
                return failed(
                    .resourceExhausted, "a message would be over 4 MiB; ask for smaller batches")
            }
            return isBegun ? step : failed(.internalError, "the server gave no message")
        }
        output?.truncate(to: mark)
        return step
    }

    private func failed(_ code: StatusCode, _ message: String) -> StreamStep {
        output?.truncate(to: mark)
        return .failed(RPCError(code, message))
    }

    private func discardingBuffer(_ byteCount: Int) -> UnsafeMutableRawBufferPointer {
        unsafe discarded?.deallocate()
        let buffer = UnsafeMutableRawBufferPointer.allocate(
            byteCount: max(byteCount, 0), alignment: 16)
        unsafe discarded = buffer
        return unsafe buffer
    }
}

extension ByteBuffer {
    /// Appends the frame that ends a stream with OK: a data frame apart, because not every client
    /// takes one that carries the last message too.
    func appendEnd(ofStream stream: UInt32) {
        let header = FrameHeader(
            dataByteCount: 0, stream: stream, type: .data, flags: [.remoteClosed, .noData])
        unsafe header.encoded.withUnsafeBytes { unsafe append($0) }
    }
}
