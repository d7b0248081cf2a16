internal import Glibc

/// Which file has a name, whatever the name says.
struct FileIdentity: Hashable, Sendable {
    private let device: UInt
    private let inode: UInt

    /// Nil when there is none that can be looked at.
    init?(_ path: String) {
        var found = stat()
        guard unsafe stat(path, &found) == 0 else { return nil }
        device = UInt(found.st_dev)
        inode = UInt(found.st_ino)
    }
}
