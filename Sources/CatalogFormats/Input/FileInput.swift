internal import Glibc

/// A file read in chunks through the system's own calls, so that pipes and files of any size work
/// alike and memory stays at one chunk.
@safe final class FileInput {
    /// What messages call the file.
    let name: String
    private let descriptor: Int32
    private let storage: UnsafeMutableRawBufferPointer
    private var filledByteCount = 0
    /// Bytes of the file before the current chunk.
    private(set) var chunkOffset: Int64 = 0

    /// Opens the file; `-` is standard input.
    init(path: String, chunkByteCount: Int) throws(CatalogFault) {
        name = path == "-" ? "standard input" : path
        guard !path.isEmpty, !path.utf8.contains(0) else {
            throw CatalogFault(
                file: path, position: nil, field: "", problem: "is not a file name",
                remedy: "give the path of a catalogue, or '-' for standard input")
        }
        descriptor = path == "-" ? STDIN_FILENO : unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Self.fault(name, errno) }
        unsafe storage = .allocate(byteCount: max(chunkByteCount, 1), alignment: 16)
    }

    deinit {
        unsafe storage.deallocate()
        if descriptor != STDIN_FILENO { _ = close(descriptor) }
    }

    /// The current chunk; good until the next `readChunk`.
    var chunk: UnsafeRawBufferPointer {
        unsafe UnsafeRawBufferPointer(rebasing: storage[..<filledByteCount])
    }

    /// Replaces the chunk by the bytes that follow it; false at the end of the file.
    func readChunk() throws(CatalogFault) -> Bool {
        chunkOffset += Int64(filledByteCount)
        filledByteCount = 0
        while true {
            let count = unsafe read(descriptor, storage.baseAddress, storage.count)
            if count >= 0 {
                filledByteCount = count
                return count > 0
            }
            let reason = errno
            guard reason == EINTR else { throw Self.fault(name, reason) }
        }
    }

    private static func fault(_ name: String, _ reason: Int32) -> CatalogFault {
        let text = unsafe strerror(reason).map { unsafe String(cString: $0) } ?? "error \(reason)"
        let remedy =
            switch reason {
            case ENOENT: "check the path"
            case EISDIR: "name a file in it"
            case EACCES, EPERM: "let this user read it"
            default: "check the file and its disk"
            }
        return CatalogFault(
            file: name, position: nil, field: "", problem: "cannot be read: \(text)",
            remedy: remedy)
    }
}
