import Foundation
import TestSupport
import Testing

/// What the program `sqlite3` says to SQL: files are looked at and made without the module under
/// test.
enum SQL {
    static let isAvailable: Bool = {
        let isFound = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
            .contains { FileManager.default.isExecutableFile(atPath: "\($0)/sqlite3") }
        if !isFound { SkipNotice.write("tests that run sqlite3: install it") }
        return isFound
    }()

    @discardableResult
    static func run(_ sql: String, on path: String) throws -> String {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["sqlite3", "-batch", "-bail", path]
        let input = Pipe()
        let output = Pipe()
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        try input.fileHandleForWriting.write(contentsOf: Data(sql.utf8))
        try input.fileHandleForWriting.close()
        let answer = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0)
        return String(decoding: answer, as: UTF8.self)
            .trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
