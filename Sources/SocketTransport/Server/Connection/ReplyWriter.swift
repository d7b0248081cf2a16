internal import RPCCore
internal import TTRPC

/// Writes replies straight into a connection's output buffer: frame header, envelope prefix, then
/// the handler's bytes. One for each lane.
@safe final class ReplyWriter: ReplyTarget {
    /// Uncounted: the connection of the call in progress keeps it, and only `finish` lets go.
    private var output: Unmanaged<ByteBuffer>?
    private var stream: UInt32 = 0
    private var mark = 0
    private var isBegun = false
    private var isTooLong = false
    /// Takes the bytes of an answer that cannot be sent.
    private var discarded: UnsafeMutableRawBufferPointer?

    private let memory: MemoryGauge

    init(_ memory: MemoryGauge) { self.memory = memory }

    deinit { unsafe discarded?.deallocate() }

    var byteCountMaximum: Int {
        memory.isOver
            ? MemoryGauge.shortReplyByteCount : ResponseEnvelope.payloadByteCountMaximum
    }

    /// - Precondition: `output` lives until `finish`.
    @unsafe func open(stream: UInt32, output: Unmanaged<ByteBuffer>) {
        unsafe self.output = output
        self.stream = stream
        mark = unsafe output._withUnsafeGuaranteedRef { $0.count }
        isBegun = false
        isTooLong = false
    }

    @unsafe func beginReply(byteCount: Int) -> UnsafeMutableRawBufferPointer {
        let maximum = ResponseEnvelope.payloadByteCountMaximum
        guard let output = unsafe output, !isBegun, byteCount <= maximum, byteCount >= 0 else {
            isTooLong = isTooLong || byteCount > maximum
            return unsafe discardingBuffer(byteCount)
        }
        isBegun = true
        let prefix = ResponseEnvelope.prefixByteCount(payloadByteCount: byteCount)
        let total = FrameHeader.byteCount + prefix + byteCount
        let base = unsafe output._withUnsafeGuaranteedRef { output in
            let base = unsafe output.reserve(total)
            output.commit(total)
            return unsafe base
        }
        let frame = unsafe UnsafeMutableRawBufferPointer(start: base, count: total)
        let header = FrameHeader(
            dataByteCount: UInt32(prefix + byteCount), stream: stream, type: .response)
        unsafe header.write(into: frame)
        unsafe ResponseEnvelope.writePrefix(
            payloadByteCount: byteCount,
            into: UnsafeMutableRawBufferPointer(rebasing: frame[FrameHeader.byteCount...]))
        return unsafe UnsafeMutableRawBufferPointer(
            rebasing: frame[(FrameHeader.byteCount + prefix)...])
    }

    /// What the turn of a handler became.
    enum Turn {
        /// Answered, with this status.
        case ended(StatusCode)
        /// Nothing was written; it asks to be tried again.
        case retry(afterMilliseconds: Int64)
    }

    /// Ends the call's answer.
    func finish(_ outcome: CallOutcome) -> Turn {
        defer { close() }
        switch outcome {
        case .replied:
            if isTooLong {
                return fail(
                    RPCError(.resourceExhausted, "the reply would be over 4 MiB; ask for less"))
            }
            guard isBegun else {
                return fail(RPCError(.internalError, "the server gave no answer to this call"))
            }
            return .ended(.ok)
        case .failed(let error): return fail(error)
        case .retry(let milliseconds):
            unsafe output?._withUnsafeGuaranteedRef { $0.truncate(to: mark) }
            return .retry(afterMilliseconds: milliseconds)
        }
    }

    private func fail(_ error: RPCError) -> Turn {
        unsafe output?._withUnsafeGuaranteedRef { output in
            output.truncate(to: mark)
            output.appendError(error, stream: stream)
        }
        return .ended(error.wireCode)
    }

    private func close() {
        unsafe output = nil
        if let buffer = unsafe discarded {
            unsafe buffer.deallocate()
            unsafe discarded = nil
        }
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
    /// Appends a whole reply frame that carries an error.
    func appendError(_ error: RPCError, stream: UInt32) {
        let data = ResponseEnvelope.encode(error)
        let header = FrameHeader(
            dataByteCount: UInt32(data.count), stream: stream, type: .response)
        unsafe header.encoded.withUnsafeBytes { unsafe append($0) }
        unsafe data.withUnsafeBytes { unsafe append($0) }
    }
}
