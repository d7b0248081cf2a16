internal import CZlib
internal import RPCCore

/// Messages compressed with gzip, each by itself. Source: grpc/grpc doc/compression.md.
enum Gzip {
    private static let growthByteCount = 4_096

    /// What `bytes` unfold to.
    /// - Throws: RESOURCE_EXHAUSTED beyond the maximum, INTERNAL for anything but one gzip member.
    /// - Complexity: memory at most the maximum and one byte, whatever the bytes say.
    static func inflate(
        _ bytes: UnsafeRawBufferPointer, byteCountMaximum: Int
    ) throws(RPCError) -> [UInt8] {
        var stream = unsafe z_stream()
        guard unsafe czlib_inflate_begin(&stream) == Z_OK else { throw memory }
        defer { unsafe inflateEnd(&stream) }
        unsafe stream.next_in = UnsafeMutablePointer(
            mutating: bytes.baseAddress?.assumingMemoryBound(to: UInt8.self))
        unsafe stream.avail_in = UInt32(clamping: bytes.count)
        var result: [UInt8] = []
        var capacity = 0
        while true {
            let filled = result.count
            capacity = min(
                max(capacity * 2, bytes.count * 2, growthByteCount), byteCountMaximum + 1)
            var code = Z_OK
            let room = capacity - filled
            unsafe result.append(addingCapacity: room) { place in
                unsafe stream.next_out = place
                unsafe stream.avail_out = UInt32(clamping: room)
                code = unsafe CZlib.inflate(&stream, Z_NO_FLUSH)
                return room - Int(unsafe stream.avail_out)
            }
            guard result.count <= byteCountMaximum else {
                throw RPCError(
                    .resourceExhausted,
                    "the request unfolds to more than the \(byteCountMaximum) bytes that are taken")
            }
            if code == Z_STREAM_END, unsafe stream.avail_in == 0 { return result }
            guard code == Z_OK, result.count == capacity else {
                throw RPCError(.internalError, "the request is marked as gzip and is not")
            }
        }
    }

    /// `bytes` compressed; nil when that does not make them shorter.
    static func deflate(_ bytes: UnsafeRawBufferPointer) -> [UInt8]? {
        var stream = unsafe z_stream()
        guard unsafe czlib_deflate_begin(&stream) == Z_OK else { return nil }
        defer { unsafe deflateEnd(&stream) }
        unsafe stream.next_in = UnsafeMutablePointer(
            mutating: bytes.baseAddress?.assumingMemoryBound(to: UInt8.self))
        unsafe stream.avail_in = UInt32(clamping: bytes.count)
        var result: [UInt8] = []
        var code = Z_OK
        unsafe result.append(addingCapacity: bytes.count) { place in
            unsafe stream.next_out = place
            unsafe stream.avail_out = UInt32(clamping: bytes.count)
            code = unsafe CZlib.deflate(&stream, Z_FINISH)
            return bytes.count - Int(unsafe stream.avail_out)
        }
        return code == Z_STREAM_END ? result : nil
    }

    private static var memory: RPCError {
        RPCError(.resourceExhausted, "the server has no memory to unfold the request")
    }
}

extension [UInt8] {
    /// Adds what `body` writes to the front of fresh memory; it returns how many bytes that is.
    fileprivate mutating func append(
        addingCapacity capacity: Int, _ body: (UnsafeMutablePointer<UInt8>) -> Int
    ) {
        let more = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
            guard let base = buffer.baseAddress else { return }
            count = unsafe body(base)
        }
        if isEmpty { self = more } else { append(contentsOf: more) }
    }
}
