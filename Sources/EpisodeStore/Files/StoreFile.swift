internal import Glibc

/// The file of a store, as a file.
///
/// A store that somebody of this process may have open is never opened here: closing it again would
/// drop the locks of all its connections. Source: sqlite.org/howtocorrupt.html, section 2.2.
enum StoreFile {
    static func exists(_ path: String) -> Bool { unsafe access(path, F_OK) == 0 }

    /// Whether there is a write-ahead log that holds something.
    static func hasLog(_ path: String) -> Bool {
        var found = stat()
        return unsafe stat(path + "-wal", &found) == 0 && found.st_size > 0
    }

    /// The absolute path without links, which stays right when the working directory changes.
    static func resolve(_ path: String) throws(StoreError) -> String {
        guard let resolved = unsafe realpath(path, nil) else {
            throw .system(path, errno, "realpath")
        }
        defer { unsafe free(resolved) }
        return unsafe String(cString: resolved)
    }

    /// Makes the directories above a path, as `mkdir -p` does.
    static func makeDirectories(above path: String) throws(StoreError) {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")), slash > path.startIndex else {
            return
        }
        let directory = String(path[..<slash])
        if exists(directory) { return }
        try makeDirectories(above: directory)
        guard unsafe mkdir(directory, 0o777) == 0 || errno == EEXIST else {
            throw .system(directory, errno, "mkdir")
        }
    }

    private static func directory(of path: String) -> String {
        let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
        return slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    }

    /// Checks that files can be made beside a path: SQLite does not say why they cannot.
    static func checkDirectory(of path: String) throws(StoreError) {
        let directory = directory(of: path)
        guard unsafe access(directory, W_OK | X_OK) == 0 else {
            throw .system(path, errno, "access")
        }
    }

    /// Makes the names in a file's directory durable.
    static func syncDirectory(of path: String) throws(StoreError) {
        try sync(directory(of: path))
    }

    /// Makes a file durable.
    static func sync(_ path: String) throws(StoreError) {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .system(path, errno, "open") }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw .system(path, errno, "fsync") }
    }

    /// Gives a finished file its name, unless there is one of that name.
    ///
    /// - Returns: false when there is; the finished file is gone in any case.
    static func publish(_ temporary: String, as path: String) throws(StoreError) -> Bool {
        try sync(temporary)
        let isNew = unsafe link(temporary, path) == 0
        let reason = errno
        unsafe unlink(temporary)
        guard isNew || reason == EEXIST else { throw .system(path, reason, "link") }
        try syncDirectory(of: path)
        return isNew
    }

    /// Gives a finished file its name, whatever had it before.
    static func replace(_ path: String, by temporary: String) throws(StoreError) {
        try sync(temporary)
        guard unsafe rename(temporary, path) == 0 else {
            let reason = errno
            unsafe unlink(temporary)
            throw .system(path, reason, "rename")
        }
        try syncDirectory(of: path)
    }

    /// Removes a file that was not finished, with what SQLite put beside it.
    static func remove(_ path: String) {
        for name in [path, path + "-journal", path + "-wal", path + "-shm"] {
            unsafe unlink(name)
        }
    }

    /// A name beside a file that nobody else uses.
    static func temporaryName(for path: String) -> String {
        "\(path).new-\(String(UInt64.random(in: .min ... .max), radix: 16))"
    }
}
