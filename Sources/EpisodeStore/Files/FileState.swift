internal import Glibc

/// What tells whether a file was written, without reading it.
struct FileState: Hashable {
    private let inode: UInt
    private let byteCount: Int64
    private let seconds: Int
    private let nanoseconds: Int
    private let hasLog: Bool

    init(_ path: String) throws(StoreError) {
        var found = stat()
        guard unsafe stat(path, &found) == 0 else { throw .system(path, errno, "stat") }
        inode = found.st_ino
        byteCount = Int64(found.st_size)
        seconds = found.st_mtim.tv_sec
        nanoseconds = found.st_mtim.tv_nsec
        hasLog = StoreFile.hasLog(path)
    }
}
