import Foundation

/// The checkout these tests were built from, read as files.
enum Checkout {
    static let root = URL(fileURLWithPath: #filePath)  // CHECKOUT/Tests/PackageTests/this file
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// A source file with its path from the checkout on, such as `Sources/TTRPC/TTRPC.swift`.
    struct File {
        let path: String
        let lines: [Substring]

        /// Line numbers are 1-based.
        var numberedLines: [(number: Int, text: Substring)] {
            lines.enumerated().map { ($0.offset + 1, $0.element) }
        }

        /// The module under Sources or Tests that the file belongs to.
        var module: String { String(path.split(separator: "/")[1]) }
    }

    static func swiftFiles(under folder: String) throws -> [File] {
        let start = root.appendingPathComponent(folder)
        let paths = FileManager.default.enumerator(atPath: start.path)?.allObjects as? [String]
        return try (paths ?? []).filter { $0.hasSuffix(".swift") }.sorted().map { path in
            let url = start.appendingPathComponent(path)
            let text = try String(contentsOf: url, encoding: .utf8)
            return File(
                path: "\(folder)/\(path)",
                lines: text.split(separator: "\n", omittingEmptySubsequences: false))
        }
    }

    /// Runs a program in the checkout. Its standard error goes where this process's goes.
    static func run(_ arguments: [String]) throws -> (status: Int32, output: Data) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = arguments
        process.currentDirectoryURL = root
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return (process.terminationStatus, output)
    }
}

extension Substring {
    /// The line without its comment; a text that holds `//`, such as an address, is cut too, which
    /// is fine for finding words of code.
    var code: Substring { self[..<(range(of: "//")?.lowerBound ?? endIndex)] }
}
