internal import GRPCOverHTTP2
internal import SocketTransport

/// Bytes on their way to a socket. It grows to what is needed and keeps its memory.
@safe final class OutputQueue: ByteSink {
    private var memory: UnsafeMutableRawPointer
    private var capacity = 16_384
    private var start = 0
    private var end = 0

    init() { unsafe memory = .allocate(byteCount: capacity, alignment: 16) }

    deinit { unsafe memory.deallocate() }

    var count: Int { end - start }

    /// Room for so many bytes; `didWrite` says how many were used.
    @unsafe func room(_ byteCount: Int) -> UnsafeMutableRawPointer {
        if capacity - end < byteCount { makeRoom(byteCount) }
        return unsafe memory + end
    }

    func didWrite(_ byteCount: Int) { end += byteCount }

    func append(_ bytes: UnsafeRawBufferPointer) {
        guard let base = bytes.baseAddress else { return }
        unsafe room(bytes.count).copyMemory(from: base, byteCount: bytes.count)
        didWrite(bytes.count)
    }

    private func makeRoom(_ byteCount: Int) {
        let held = count
        if held + byteCount > capacity {
            while capacity < held + byteCount { capacity *= 2 }
            let larger = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 16)
            unsafe larger.copyMemory(from: memory + start, byteCount: held)
            unsafe memory.deallocate()
            unsafe memory = larger
        } else {
            unsafe memory.copyMemory(from: memory + start, byteCount: held)
        }
        start = 0
        end = held
    }

    func removeAll() {
        start = 0
        end = 0
    }

    /// Sends what the socket takes; nil when the connection is fine, otherwise what was wrong.
    func send(to descriptor: Int32, sentByteCount: inout UInt64) -> String? {
        while start < end {
            switch unsafe LoadSocket.send(descriptor, memory + start, end - start) {
            case .bytes(let moved):
                start += moved
                sentByteCount += UInt64(moved)
            case .wouldBlock: return nil
            case .end: return "the server took no more bytes"
            case .failed(let message): return message
            }
        }
        removeAll()
        return nil
    }
}
