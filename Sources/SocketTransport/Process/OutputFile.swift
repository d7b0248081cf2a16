internal import CPlatform
internal import Glibc

/// A file that is either as it was or complete: what is written shows under its name only when
/// `commit` returns, whatever ends the process before.
///
/// Where the file system can, the file has no name until then, so nothing is left behind either;
/// elsewhere a hidden file beside it may be. A path that is no regular file, such as a pipe or
/// `/dev/null`, is written to directly.
public final class OutputFile {
    /// What messages call it.
    private let name: String
    /// Where it goes, with links followed.
    private let path: String
    private let descriptor: Int32
    /// The name of the unfinished file; nil when it has none.
    private var temporaryPath: String?
    private let isDirect: Bool

    /// - Throws: when the file or its folder cannot be written.
    public init(path name: String) throws(TransportError) {
        self.name = name
        guard !name.isEmpty, !name.utf8.contains(0) else {
            throw TransportError("'\(name)' is not a file name")
        }
        let resolved = unsafe realpath(name, nil)
        defer { unsafe free(resolved) }
        path = unsafe resolved.map { unsafe String(cString: $0) } ?? name
        var status = stat()
        let exists = unsafe stat(path, &status) == 0
        guard !exists || status.st_mode & S_IFMT == S_IFREG else {
            descriptor = unsafe open(path, O_WRONLY | O_CLOEXEC)
            isDirect = true
            if descriptor < 0 { throw Self.failure(name, errno) }
            return
        }
        isDirect = false
        // A file that may not be written is not replaced either.
        if exists, unsafe access(path, W_OK) != 0 { throw Self.failure(name, errno) }
        let nameless = unsafe cplatform_open_nameless(Self.folder(of: path), 0o666)
        if nameless >= 0 {
            descriptor = nameless
        } else {
            let temporary = Self.temporaryPath(beside: path)
            descriptor = unsafe open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
            if descriptor < 0 { throw Self.failure(name, errno) }
            temporaryPath = temporary
        }
        if exists { _ = fchmod(descriptor, status.st_mode & 0o7777) }
    }

    deinit {
        _ = close(descriptor)
        if let temporaryPath { _ = unsafe unlink(temporaryPath) }
    }

    /// Writes all bytes behind those written before.
    public func write(_ bytes: [UInt8]) throws(TransportError) {
        let written = WholeWrite.write(bytes, to: descriptor)
        guard written.errorNumber == 0 else { throw Self.failure(name, written.errorNumber) }
    }

    /// Makes the file durable and gives it its name, in place of one that was there.
    public func commit() throws(TransportError) {
        if isDirect { return }
        guard fsync(descriptor) == 0 else { throw Self.failure(name, errno) }
        if temporaryPath == nil {
            let temporary = Self.temporaryPath(beside: path)
            let result = unsafe cplatform_name_file(descriptor, temporary)
            guard result >= 0 else { throw Self.failure(name, -result) }
            temporaryPath = temporary
        }
        guard let temporaryPath, unsafe rename(temporaryPath, path) == 0 else {
            throw Self.failure(name, errno)
        }
        self.temporaryPath = nil
        // The name is durable when the folder is; a folder that cannot be opened says nothing of
        // the file.
        let folder = unsafe open(Self.folder(of: path), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { return }
        _ = fsync(folder)
        _ = close(folder)
    }

    private static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    private static func temporaryPath(beside path: String) -> String {
        let file = path.split(separator: "/").last ?? "output"
        let number = String(UInt64.random(in: 0...(.max)), radix: 36)
        return "\(folder(of: path))/.\(file).\(getpid()).\(number)"
    }

    private static func failure(_ name: String, _ number: Int32) -> TransportError {
        TransportError(
            "cannot write to \(name): \(SystemError.message(number).lowercased())",
            errorNumber: number)
    }
}
