internal import Glibc

/// A file that is written at its end, whoever else writes to it, and readable for its owner alone.
/// Used by one thread at a time.
public final class AppendedFile: @unchecked Sendable {
    // Unchecked: nothing changes after init but the file.
    private let path: String
    private let descriptor: Int32
    /// Of what was there before.
    public let byteCount: Int

    /// Opens the file; makes it when there is none.
    ///
    /// - Throws: one line that names the file.
    public init(path: String) throws(TransportError) {
        guard !path.isEmpty, !path.utf8.contains(0) else {
            throw TransportError("'\(path)' is not a file name")
        }
        self.path = path
        descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            byteCount = 0
            throw Self.failure(path, errno)
        }
        var status = stat()
        byteCount = unsafe fstat(descriptor, &status) == 0 ? Int(status.st_size) : 0
    }

    deinit { if descriptor >= 0 { _ = close(descriptor) } }

    /// Writes all bytes, or fails half way.
    public func write(_ bytes: [UInt8]) throws(TransportError) {
        var position = 0
        while position < bytes.count {
            let count = unsafe bytes.withUnsafeBytes { buffer in
                unsafe Glibc.write(
                    descriptor, buffer.baseAddress.map { unsafe $0 + position },
                    buffer.count - position)
            }
            if count >= 0 {
                position += count
            } else if errno != EINTR {
                throw Self.failure(path, errno)
            }
        }
    }

    private static func failure(_ path: String, _ number: Int32) -> TransportError {
        TransportError(
            "cannot write to \(path): \(SystemError.message(number).lowercased())",
            errorNumber: number)
    }
}
