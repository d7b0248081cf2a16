internal import LoadGenerator
internal import RPCCore
internal import TTRPC

/// The requests of a mix as the frames that go out, made once before the run. Only their stream ids
/// are missing.
@safe final class PreparedRequests {
    private let memory: UnsafeMutableRawPointer
    private let starts: [Int]

    /// - Throws: when a request is too large for a frame.
    init(_ mix: RequestMix, timeoutMilliseconds: Int64) throws(RPCError) {
        var bytes: [UInt8] = []
        var starts = [0]
        for entry in mix.entries {
            let data = RequestEnvelope.encode(
                service: entry.service, method: entry.method, payload: entry.payload,
                timeoutNanoseconds: timeoutMilliseconds * 1_000_000)
            guard data.count <= FrameHeader.dataByteCountMaximum else {
                throw RPCError(
                    .invalidArgument,
                    "a request of \(entry.method) has \(data.count) bytes; a frame takes at most "
                        + "\(FrameHeader.dataByteCountMaximum)")
            }
            let header = FrameHeader(
                dataByteCount: UInt32(data.count), stream: 0, type: .request,
                flags: entry.isStream ? .remoteClosed : [])
            bytes += header.encoded
            bytes += data
            starts.append(bytes.count)
        }
        self.starts = starts
        unsafe memory = .allocate(byteCount: max(bytes.count, 1), alignment: 16)
        unsafe bytes.withUnsafeBytes { source in
            if let base = source.baseAddress {
                unsafe memory.copyMemory(from: base, byteCount: source.count)
            }
        }
    }

    deinit { unsafe memory.deallocate() }

    /// Appends a request with its stream id.
    func append(_ entry: Int, stream: UInt32, to output: OutputQueue) {
        let (start, end) = (starts[entry], starts[entry + 1])
        let place = unsafe output.room(end - start)
        unsafe place.copyMemory(from: memory + start, byteCount: end - start)
        unsafe place.storeBytes(of: stream.bigEndian, toByteOffset: 4, as: UInt32.self)
        output.didWrite(end - start)
    }
}
