internal import Glibc

/// Writing to descriptors, and what the system says when something fails.
enum FileBytes {
    /// Writes all bytes.
    ///
    /// - Returns: 0, or the number of the error.
    static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int32 {
        var position = 0
        while position < bytes.count {
            let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[position...])
            let count = unsafe Glibc.write(descriptor, rest.baseAddress, rest.count)
            if count >= 0 {
                position += count
                continue
            }
            let number = errno
            if number == EINTR { continue }
            guard number == EAGAIN else { return number }
            // Somebody made the stream non-blocking, as some shells and test runners do.
            var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            _ = unsafe poll(&entry, 1, 1_000)
        }
        return 0
    }

    static func message(_ number: Int32) -> String {
        unsafe strerror(number).map { unsafe String(cString: $0) } ?? "error \(number)"
    }
}
