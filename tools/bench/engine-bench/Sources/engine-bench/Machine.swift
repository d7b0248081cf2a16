import CBench
import Glibc

/// Clock and memory of this process.
enum Machine {
    static func nanoseconds() -> UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }

    static func seconds() -> Double { Double(nanoseconds()) / 1e9 }

    /// Memory that is resident now, after unused memory was given back.
    static func residentKilobytes() -> Int {
        bench_trim()
        return status("VmRSS:")
    }

    /// The most that ever was.
    static func peakKilobytes() -> Int { status("VmHWM:") }

    private static func status(_ key: String) -> Int {
        guard let file = fopen("/proc/self/status", "r") else { return 0 }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 256)
        while fgets(&line, 256, file) != nil {
            let text = String(
                decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            guard text.hasPrefix(key) else { continue }
            return text.split { !$0.isNumber }.first.flatMap { Int($0) } ?? 0
        }
        return 0
    }
}

/// A file written through a buffer.
final class TextFile {
    private let file: UnsafeMutablePointer<FILE>
    private let path: String

    init(_ path: String) throws {
        guard let file = fopen(path, "w") else { throw Problem(text: "cannot write \(path)") }
        self.file = file
        self.path = path
    }

    func write(_ text: String) { fputs(text, file) }

    func close() throws {
        let hasFailed = ferror(file) != 0
        guard fclose(file) == 0, !hasFailed else { throw Problem(text: "cannot write \(path)") }
    }
}
