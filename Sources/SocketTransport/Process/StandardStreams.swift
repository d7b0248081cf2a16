internal import Glibc

/// The three streams a process begins with, for programs on a command line.
public enum StandardStreams {
    /// Raw values are descriptors.
    public enum Stream: Int32, Sendable {
        case input = 0
        case output = 1
        case error = 2

        var name: String {
            switch self {
            case .input: "standard input"
            case .output: "standard output"
            case .error: "standard error"
            }
        }
    }

    /// Call first: keeps sockets from getting the number of a stream that was closed by whoever
    /// started the process, and turns a reader that has gone into an error of `write`.
    public static func prepare() {
        Syscalls.ignoreSignal(SIGPIPE)
        // The lowest free number is taken, so the gaps fill up. Reading from /dev/null ends at
        // once and writing to it fails, because it is opened for reading.
        while let descriptor = openNull(), descriptor <= 2 {}
    }

    /// A new descriptor; closed again when it is none of the three.
    private static func openNull() -> Int32? {
        let result = Syscalls.openSpare()
        guard result.isSuccess else { return nil }
        if result.descriptor > 2 { Syscalls.close(result.descriptor) }
        return result.descriptor
    }

    public static func isTerminal(_ stream: Stream) -> Bool { isatty(stream.rawValue) == 1 }

    /// Cells in a line of the terminal behind standard output; nil when it is none.
    public static func terminalWidth() -> Int? {
        terminalSize().flatMap { $0.ws_col > 0 ? Int($0.ws_col) : nil }
    }

    /// Lines of the terminal behind standard output; nil when it is none.
    public static func terminalHeight() -> Int? {
        terminalSize().flatMap { $0.ws_row > 0 ? Int($0.ws_row) : nil }
    }

    private static func terminalSize() -> winsize? {
        var size = winsize()
        let result = unsafe ioctl(Stream.output.rawValue, UInt(TIOCGWINSZ), &size)
        return result == 0 ? size : nil
    }

    /// Writes all of `text` as UTF-8.
    /// - Throws: `hasNoReader` when nobody reads any more; otherwise what went wrong.
    public static func write(_ text: String, to stream: Stream) throws(TransportError) {
        try write(Array(text.utf8), to: stream)
    }

    /// Writes all bytes.
    /// - Throws: `hasNoReader` when nobody reads any more; otherwise what went wrong.
    public static func write(_ bytes: [UInt8], to stream: Stream) throws(TransportError) {
        var position = 0
        while position < bytes.count {
            let count = unsafe bytes.withUnsafeBytes { buffer in
                unsafe Glibc.write(
                    stream.rawValue, buffer.baseAddress.map { unsafe $0 + position },
                    buffer.count - position)
            }
            if count >= 0 {
                position += count
                continue
            }
            let number = errno
            if number == EINTR { continue }
            if number == EAGAIN {
                waitForRoom(stream)
                continue
            }
            throw TransportError(
                "cannot write to \(stream.name): \(SystemError.message(number).lowercased())",
                errorNumber: number)
        }
    }

    /// Somebody made the stream non-blocking, as some shells and test runners do.
    private static func waitForRoom(_ stream: Stream) {
        var entry = pollfd(fd: stream.rawValue, events: Int16(POLLOUT), revents: 0)
        _ = unsafe poll(&entry, 1, 1_000)
    }

    /// Everything that can be read from standard input.
    /// - Throws: when it is longer than `byteCountMaximum` or cannot be read.
    public static func readInput(byteCountMaximum: Int) throws(TransportError) -> [UInt8] {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = unsafe chunk.withUnsafeMutableBytes { buffer in
                unsafe Glibc.read(Stream.input.rawValue, buffer.baseAddress, buffer.count)
            }
            if count == 0 { return bytes }
            guard count > 0 else {
                let number = errno
                if number == EINTR { continue }
                throw TransportError(
                    "cannot read standard input: \(SystemError.message(number).lowercased())",
                    errorNumber: number)
            }
            guard bytes.count + count <= byteCountMaximum else {
                throw TransportError(
                    "standard input is longer than \(byteCountMaximum) bytes")
            }
            bytes += chunk[..<count]
        }
    }
}

extension TransportError {
    /// Whether a write failed only because its reader has gone, as in `program | head -1`.
    public var hasNoReader: Bool { errorNumber == EPIPE }
}
