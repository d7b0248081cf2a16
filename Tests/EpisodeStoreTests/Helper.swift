import Foundation
import Testing

/// A running `StoreProcess` of this build, killed with the value at the latest.
final class Helper {
    private let process = Process()
    private let output = Pipe()
    private var text = ""

    /// The programs of a build lie beside the test runner.
    private static var program: URL {
        let runner =
            (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
        return URL(fileURLWithPath: runner).deletingLastPathComponent()
            .appendingPathComponent("StoreProcess")
    }

    init(_ arguments: String...) throws {
        process.executableURL = Self.program
        process.arguments = arguments
        process.standardOutput = output
        process.standardInput = FileHandle.nullDevice
        try process.run()
    }

    deinit { kill() }

    /// The next line it says; nil when it says nothing more.
    func line() -> String? {
        while true {
            if let end = text.firstIndex(of: "\n") {
                defer { text = String(text[text.index(after: end)...]) }
                return String(text[..<end])
            }
            let data = output.fileHandleForReading.availableData
            if data.isEmpty { return nil }
            text += String(decoding: data, as: UTF8.self)
        }
    }

    /// All it has to say yet.
    func lines() -> [String] {
        var lines: [String] = []
        while let next = line() { lines.append(next) }
        return lines
    }

    /// Ends it at once, wherever it is. Signals of the other kinds may be blocked in it.
    func kill() {
        if process.isRunning { Foundation.kill(process.processIdentifier, SIGKILL) }
        process.waitUntilExit()
    }

    func wait() -> Int32 {
        process.waitUntilExit()
        return process.terminationStatus
    }
}
