internal import Glibc

/// Writing that takes as many calls as it needs.
enum WholeWrite {
    /// Writes all bytes; an interrupted call is made again.
    ///
    /// - Returns: how many were written, and why not all of them: 0 when all were.
    static func write(
        _ bytes: [UInt8], to descriptor: Int32
    ) -> (byteCount: Int, errorNumber: Int32) {
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
                return (position, errno)
            }
        }
        return (position, 0)
    }
}
