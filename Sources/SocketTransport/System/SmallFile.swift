internal import CPlatform

/// Files of /proc and /sys.
enum SmallFile {
    /// The first 16 KiB of a file as text; nil when it cannot be read.
    static func read(_ path: String) -> String? {
        var bytes = [UInt8](repeating: 0, count: 16_384)
        let count = unsafe bytes.withUnsafeMutableBytes { buffer in
            unsafe cplatform_read_file(path, buffer.baseAddress, Int64(buffer.count))
        }
        return count < 0 ? nil : String(decoding: bytes.prefix(Int(count)), as: UTF8.self)
    }
}
