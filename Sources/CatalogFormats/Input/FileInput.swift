/// A source read in chunks through the system's own calls, so that pipes and files of any size work
/// alike and memory stays at one chunk.
@safe final class FileInput {
    private let source: CatalogSource
    private let storage: UnsafeMutableRawBufferPointer
    private var filledByteCount = 0
    /// Bytes that were read so far.
    private(set) var readByteCount: Int64 = 0

    init(_ source: CatalogSource, chunkByteCount: Int) {
        self.source = source
        unsafe storage = .allocate(byteCount: max(chunkByteCount, 1), alignment: 16)
    }

    deinit { unsafe storage.deallocate() }

    /// The current chunk; good until the next `readChunk`.
    var chunk: UnsafeRawBufferPointer {
        unsafe UnsafeRawBufferPointer(rebasing: storage[..<filledByteCount])
    }

    /// Replaces the chunk by the bytes that follow it; false at the end of the file.
    func readChunk() throws(CatalogFault) -> Bool {
        filledByteCount = 0
        filledByteCount = unsafe try source.read(into: storage)
        readByteCount += Int64(filledByteCount)
        return filledByteCount > 0
    }
}
