internal import Glibc

/// Reads a file or standard input line by line: only one line is in memory, whatever the file's
/// length.
@safe public final class LineReader {
    private let descriptor: Int32
    private let isOwn: Bool
    private let name: String
    private let lineByteCountMaximum: Int
    private var held: [UInt8] = []
    private var position = 0
    private var hasEnded = false
    /// Number of the line that was given last, from 1.
    public private(set) var lineNumber = 0

    /// - Parameter path: `-` for standard input.
    /// - Throws: when the file cannot be opened.
    public init(path: String, lineByteCountMaximum: Int) throws(TransportError) {
        name = path == "-" ? "standard input" : path
        self.lineByteCountMaximum = lineByteCountMaximum
        isOwn = path != "-"
        descriptor = isOwn ? unsafe open(path, O_RDONLY | O_CLOEXEC) : 0
        guard descriptor >= 0 else { throw Self.failure(name, errno) }
    }

    deinit { if isOwn, descriptor >= 0 { _ = close(descriptor) } }

    /// The next line without its end; nil after the last.
    /// - Throws: when the file cannot be read or a line is too long.
    public func next() throws(TransportError) -> [UInt8]? {
        var searched = position
        while true {
            if let end = held[searched...].firstIndex(of: 0x0A) {
                return take(to: end, next: end + 1)
            }
            searched = held.count
            guard held.count - position <= lineByteCountMaximum else {
                throw TransportError(
                    "\(name):\(lineNumber + 1): the line is longer than \(lineByteCountMaximum) "
                        + "bytes")
            }
            if hasEnded {
                return position < held.count ? take(to: held.count, next: held.count) : nil
            }
            if position > 0 {
                held.removeFirst(position)
                searched -= position
                position = 0
            }
            try fill()
        }
    }

    private func take(to end: Int, next: Int) -> [UInt8] {
        var line = held[position..<end]
        if line.last == 0x0D { line.removeLast() }
        position = next
        lineNumber += 1
        return Array(line)
    }

    private func fill() throws(TransportError) {
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = unsafe chunk.withUnsafeMutableBytes { buffer in
                unsafe read(descriptor, buffer.baseAddress, buffer.count)
            }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw Self.failure(name, errno) }
            hasEnded = count == 0
            held += chunk[..<count]
            return
        }
    }

    private static func failure(_ name: String, _ number: Int32) -> TransportError {
        TransportError(
            "cannot read \(name): \(SystemError.message(number).lowercased())",
            errorNumber: number)
    }
}
