internal import Glibc

/// An open catalogue file: one on disk, or standard input. Closed when the value goes away.
public final class CatalogSource {
    /// What messages call the file: the path as it was given, or `standard input`.
    public let name: String
    /// Bytes from where reading begins to the end; nil when that is unknown, as for a pipe.
    public let byteCount: Int64?
    /// The ending of the file's name in lower case, such as `csv`; empty when it has none.
    let nameExtension: String
    /// What is read: the file itself, or the copy of a pipe.
    private(set) var descriptor: Int32
    /// Where reading begins; nil for what can be read only once.
    private var start: Int64?
    private var ownsDescriptor: Bool

    /// Opens a file; `-` is standard input.
    ///
    /// - Throws: when it is missing or cannot be opened.
    public init(path: String) throws(CatalogFault) {
        name = path == "-" ? "standard input" : path
        guard !path.isEmpty, !path.utf8.contains(0) else {
            throw CatalogFault(
                file: path, position: nil, field: "", problem: "is not a file name",
                remedy: "give the path of a catalogue, or '-' for standard input")
        }
        nameExtension = Self.ending(of: path)
        ownsDescriptor = path != "-"
        let opened = path == "-" ? STDIN_FILENO : unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard opened >= 0 else { throw Self.fault(name, errno) }
        descriptor = opened
        (start, byteCount) = Self.extent(of: opened)
    }

    /// Takes over an open descriptor.
    init(taking descriptor: Int32, name: String, nameExtension: String) {
        self.name = name
        self.nameExtension = nameExtension
        self.descriptor = descriptor
        ownsDescriptor = true
        (start, byteCount) = Self.extent(of: descriptor)
    }

    /// Where reading a file on disk begins and how much follows; nil for what can be read only once.
    private static func extent(of descriptor: Int32) -> (start: Int64?, byteCount: Int64?) {
        var status = stat()
        let position = lseek(descriptor, 0, SEEK_CUR)
        guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
            position >= 0
        else { return (nil, nil) }
        return (Int64(position), max(0, Int64(status.st_size) - Int64(position)))
    }

    deinit { if ownsDescriptor { _ = close(descriptor) } }

    private static func ending(of path: String) -> String {
        let file = path.split(separator: "/").last ?? ""
        guard let dot = file.lastIndex(of: "."), dot != file.startIndex else { return "" }
        return file[file.index(after: dot)...].lowercased()
    }

    /// Goes back to where reading began.
    ///
    /// - Throws: when the file can be read only once; `keepCopy` first makes it readable again.
    public func rewind() throws(CatalogFault) {
        guard let start, lseek(descriptor, off_t(start), SEEK_SET) >= 0 else {
            throw Self.fault(name, ESPIPE)
        }
    }

    /// Makes sure that the file can be read more than once: a pipe is copied to a file that has no
    /// name and goes away with this value. A file on disk stays as it is.
    ///
    /// - Throws: when there is no room for the copy, or the pipe cannot be read.
    /// - Complexity: O(bytes) for a pipe.
    public func keepCopy() throws(CatalogFault) {
        guard start == nil else { return }
        let folder = unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? "/tmp"
        var path = Array("\(folder)/episodes-XXXXXX".utf8CString)
        let copy = unsafe mkstemp(&path)
        guard copy >= 0 else { throw Self.copyFault(folder, errno) }
        _ = unsafe unlink(path)
        do throws(CatalogFault) {
            try copyAll(to: copy, folder)
        } catch {
            _ = close(copy)
            throw error
        }
        if ownsDescriptor { _ = close(descriptor) }
        descriptor = copy
        ownsDescriptor = true
        start = 0
        try rewind()
    }

    private func copyAll(to copy: Int32, _ folder: String) throws(CatalogFault) {
        let chunk = UnsafeMutableRawBufferPointer.allocate(
            byteCount: 262_144, alignment: 16)
        defer { unsafe chunk.deallocate() }
        while case let count = try unsafe read(into: chunk), count > 0 {
            let bytes = unsafe UnsafeRawBufferPointer(rebasing: chunk[..<count])
            let number = unsafe FileBytes.write(bytes, to: copy)
            guard number == 0 else { throw Self.copyFault(folder, number) }
        }
    }

    /// Reads the bytes that follow; 0 at the end.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws(CatalogFault) -> Int {
        while true {
            let count = unsafe Glibc.read(descriptor, buffer.baseAddress, buffer.count)
            if count >= 0 { return count }
            let reason = errno
            guard reason == EINTR else { throw Self.fault(name, reason) }
        }
    }

    private static func copyFault(_ folder: String, _ reason: Int32) -> CatalogFault {
        CatalogFault(
            file: folder, position: nil, field: "",
            problem: "cannot hold a copy of the input: \(FileBytes.message(reason))",
            remedy: "make room, name another folder in TMPDIR, or import from a file")
    }

    static func fault(_ name: String, _ reason: Int32) -> CatalogFault {
        let remedy =
            switch reason {
            case ENOENT: "check the path"
            case EISDIR: "name a file in it"
            case EACCES, EPERM: "let this user read it"
            case ESPIPE: "save it to a file first"
            default: "check the file and its disk"
            }
        return CatalogFault(
            file: name, position: nil, field: "",
            problem: "cannot be read: \(FileBytes.message(reason))", remedy: remedy)
    }
}
