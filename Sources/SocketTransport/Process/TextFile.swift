internal import CPlatform
internal import Glibc

/// Small files of settings.
public enum TextFile {
    /// Most bytes that are read.
    public static let byteCountMaximum = 1_048_576

    /// The content of a file; nil when there is none of this name.
    /// - Throws: when it cannot be read, is no UTF-8 or is longer than `byteCountMaximum`.
    public static func read(
        _ path: String, byteCountMaximum: Int = byteCountMaximum
    ) throws(TransportError) -> String? {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            let number = errno
            if number == ENOENT || number == ENOTDIR { return nil }
            throw failure(path, SystemError.message(number).lowercased(), number)
        }
        defer { _ = close(descriptor) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while bytes.count <= byteCountMaximum {
            let count = unsafe chunk.withUnsafeMutableBytes { buffer in
                unsafe Glibc.read(descriptor, buffer.baseAddress, buffer.count)
            }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else {
                throw failure(path, SystemError.message(errno).lowercased(), errno)
            }
            guard count > 0 else {
                guard let text = String(validating: bytes, as: UTF8.self) else {
                    throw failure(path, "it is not valid UTF-8", 0)
                }
                return text
            }
            bytes += chunk[..<count]
        }
        throw failure(path, "it is longer than \(byteCountMaximum) bytes", 0)
    }

    /// Replaces a file, or makes it and the folders around it; it is the old one or the new one,
    /// whatever happens in between.
    public static func write(_ text: String, to path: String) throws(TransportError) {
        if let slash = path.lastIndex(of: "/"), slash != path.startIndex {
            let folder = String(path[..<slash])
            let result = unsafe cplatform_make_folders(folder, 0o777)
            guard result == 0 else {
                throw TransportError(
                    "cannot make the folder \(folder): "
                        + SystemError.message(-result).lowercased(), errorNumber: -result)
            }
        }
        let file = try OutputFile(path: path)
        try file.write(Array(text.utf8))
        try file.commit()
    }

    private static func failure(
        _ path: String, _ problem: String, _ number: Int32
    ) -> TransportError {
        TransportError("cannot read \(path): \(problem)", errorNumber: number)
    }
}
