internal import CPlatform
internal import Glibc

/// A program that shows long output a screen at a time, such as `less`.
public final class Pager {
    private let process: Int64
    private var descriptor: Int32

    /// Starts a shell command that reads its standard input; nil when that cannot be done or there
    /// is no such program.
    ///
    /// From here to `finish` SIGINT is the pager's, as in any program behind one.
    public init?(command: String) {
        guard !command.utf8.contains(0), Self.isThere(command) else { return nil }
        var process: Int64 = 0
        descriptor = unsafe cplatform_start_reader(command, &process)
        self.process = process
        if descriptor < 0 { return nil }
        cplatform_ignore_interrupt(1)
    }

    deinit { finish() }

    /// Whether the program that a command begins with is there. A first word with signs of a shell
    /// in it is the shell's business.
    private static func isThere(_ command: String) -> Bool {
        guard let word = command.split(separator: " ").first.map(String.init) else { return false }
        let isPlain = word.unicodeScalars.allSatisfy {
            $0.properties.isAlphabetic || ("0"..."9").contains($0)
                || "/._+-".contains($0.description)
        }
        guard isPlain else { return true }
        if word.contains("/") { return unsafe access(word, X_OK) == 0 }
        let path = unsafe getenv("PATH").map { unsafe String(cString: $0) } ?? "/usr/bin:/bin"
        return path.split(separator: ":").contains { unsafe access("\($0)/\(word)", X_OK) == 0 }
    }

    /// Writes all of `text`.
    /// - Throws: `hasNoReader` when the pager was left.
    public func write(_ text: String) throws(TransportError) {
        let written = WholeWrite.write(Array(text.utf8), to: descriptor)
        guard written.errorNumber == 0 else {
            throw TransportError(
                "cannot write to the pager", errorNumber: written.errorNumber)
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
