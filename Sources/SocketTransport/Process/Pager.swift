internal import CPlatform
internal import Glibc

/// A program that shows long output a screen at a time, such as `less`.
public final class Pager {
    private let process: Int64
    private var descriptor: Int32

    /// Starts a shell command that reads its standard input; nil when that cannot be done.
    ///
    /// From here to `finish` SIGINT is the pager's, as in any program behind one.
    public init?(command: String) {
        guard !command.isEmpty, !command.utf8.contains(0) else { return nil }
        var process: Int64 = 0
        descriptor = unsafe cplatform_start_reader(command, &process)
        self.process = process
        if descriptor < 0 { return nil }
        cplatform_ignore_interrupt(1)
    }

    deinit { finish() }

    /// Writes all of `text`.
    /// - Throws: `hasNoReader` when the pager was left.
    public func write(_ text: String) throws(TransportError) {
        let bytes = Array(text.utf8)
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
                throw TransportError("cannot write to the pager", errorNumber: errno)
            }
        }
    }

    /// Ends its input and waits until it was left.
    public func finish() {
        guard descriptor >= 0 else { return }
        _ = close(descriptor)
        descriptor = -1
        _ = cplatform_wait_for_process(process)
        cplatform_ignore_interrupt(0)
    }
}
