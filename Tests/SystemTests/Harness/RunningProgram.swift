import Foundation

/// A program of this build that runs beside the test, its output in files.
final class RunningProgram {
    let process = Process()
    private let outputFile: TemporaryFile
    private let errorFile: TemporaryFile

    init(_ name: String, _ arguments: [String], environment: [String: String] = [:]) throws {
        outputFile = try TemporaryFile(named: "output")
        errorFile = try TemporaryFile(named: "errors")
        process.executableURL = Program.url(name)
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = try FileHandle(forWritingTo: outputFile.url)
        process.standardError = try FileHandle(forWritingTo: errorFile.url)
        try process.run()
    }

    deinit { end() }

    var output: String { outputFile.text }
    var errors: String { errorFile.text }
    var lines: [String] { output.split(separator: "\n").map(String.init) }

    /// Waits until so many lines have come; false after 20 s.
    func hasLines(_ count: Int) -> Bool {
        for _ in 0..<2_000 where lines.count < count { usleep(10_000) }
        return lines.count >= count
    }

    /// Waits until standard error holds `mention`; false after 20 s.
    func says(_ mention: String) -> Bool {
        for _ in 0..<2_000 where !errors.contains(mention) { usleep(10_000) }
        return errors.contains(mention)
    }

    /// Waits for its own end and gives the exit status.
    func status() -> Int32 {
        process.waitUntilExit()
        return process.terminationStatus
    }

    func end() {
        guard process.isRunning else { return }
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }
}
