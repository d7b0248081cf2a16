internal import Glibc

/// A file that is written at its end, whoever else writes to it, and readable for its owner alone.
/// Used by one thread at a time.
public final class AppendedFile: @unchecked Sendable {
    // Unchecked: nothing changes after init but the file.
    private let path: String
    private let descriptor: Int32
    /// Of what was there before.
    public let byteCount: Int

    /// Opens the file; makes it when there is none. Others lose the right to read one that was there,
    /// and a last line without an end gets one.
    ///
    /// - Throws: one line that names the file. What is no ordinary file is refused: a pipe that nobody
    ///   reads would hold up the program.
    public init(path: String) throws(TransportError) {
        guard !path.isEmpty, !path.utf8.contains(0) else {
            throw TransportError("'\(path)' is not a file name")
        }
        // Opening must not wait either; ordinary files know no O_NONBLOCK.
        let descriptor = unsafe open(
            path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, 0o600)
        guard descriptor >= 0 else { throw Self.failure(path, errno) }
        do throws(TransportError) { byteCount = try Self.prepare(descriptor, path) } catch {
            _ = close(descriptor)
            throw error
        }
        self.path = path
        self.descriptor = descriptor
    }

    deinit { _ = close(descriptor) }

    /// - Returns: the bytes of the file.
    private static func prepare(_ descriptor: Int32, _ path: String) throws(TransportError) -> Int {
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { throw failure(path, errno) }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw TransportError("cannot write to \(path): it is not an ordinary file")
        }
        if status.st_mode & 0o077 != 0, fchmod(descriptor, status.st_mode & 0o700) != 0 {
            throw TransportError(
                "cannot write to \(path): others may read it, and that cannot be changed: "
                    + SystemError.message(errno).lowercased())
        }
        let size = Int(status.st_size)
        var last = UInt8(ascii: "\n")
        guard size > 0, unsafe pread(descriptor, &last, 1, off_t(size - 1)) == 1,
            last != UInt8(ascii: "\n")
        else { return size }
        last = UInt8(ascii: "\n")
        guard unsafe Glibc.write(descriptor, &last, 1) == 1 else { throw failure(path, errno) }
        return size + 1
    }

    /// Writes all bytes. When it fails, what was written of them is taken back, unless others have
    /// written behind it.
    public func write(_ bytes: [UInt8]) throws(TransportError) {
        let start = size
        let written = WholeWrite.write(bytes, to: descriptor)
        guard written.errorNumber != 0 else { return }
        if let start, written.byteCount > 0, size == start + written.byteCount {
            _ = ftruncate(descriptor, off_t(start))
        }
        throw Self.failure(path, written.errorNumber)
    }

    private var size: Int? {
        var status = stat()
        return unsafe fstat(descriptor, &status) == 0 ? Int(status.st_size) : nil
    }

    private static func failure(_ path: String, _ number: Int32) -> TransportError {
        TransportError(
            "cannot write to \(path): \(SystemError.message(number).lowercased())",
            errorNumber: number)
    }
}
