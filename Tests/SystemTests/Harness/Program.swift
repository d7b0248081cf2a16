import Foundation
import Testing

/// Runs the programs of this build, and others, to their end.
enum Program {
    struct Result {
        var status: Int32
        var output: String
        var errors: String
        /// Ends of lines as CSV has them count too.
        var lines: [String] { output.split(whereSeparator: \.isNewline).map(String.init) }
    }

    /// The programs lie beside the test runner.
    static func url(_ name: String) -> URL {
        let runner =
            (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
        return URL(fileURLWithPath: runner).deletingLastPathComponent()
            .appendingPathComponent(name)
    }

    /// The root of the checkout.
    static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    static var sampleCatalog: String {
        root.appendingPathComponent("tools/sample/catalog.json").path
    }

    static func run(
        _ executable: URL, _ arguments: [String], input: Data? = nil,
        environment: [String: String] = [:], directory: URL? = nil
    ) throws -> Result {
        let process = Process()
        process.executableURL = executable
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        if let directory { process.currentDirectoryURL = directory }
        let output = try TemporaryFile(named: "output")
        let errors = try TemporaryFile(named: "errors")
        process.standardOutput = try FileHandle(forWritingTo: output.url)
        process.standardError = try FileHandle(forWritingTo: errors.url)
        if let input {
            let source = try TemporaryFile(named: "input", input)
            process.standardInput = try FileHandle(forReadingFrom: source.url)
            try process.run()
            process.waitUntilExit()
        } else {
            process.standardInput = FileHandle.nullDevice
            try process.run()
            process.waitUntilExit()
        }
        return Result(
            status: process.terminationStatus, output: output.text, errors: errors.text)
    }

    static func episodes(
        _ arguments: [String], server: ServerProcess? = nil, input: Data? = nil,
        environment: [String: String] = [:]
    ) throws -> Result {
        let address = server.map { ["--server", $0.address] } ?? []
        return try run(
            url("episodes"), address + arguments, input: input, environment: environment)
    }

    static func episodesd(_ arguments: [String]) throws -> Result {
        try run(url("episodesd"), arguments)
    }

    /// Finds a program on the PATH, for peers that a machine may lack.
    static func find(_ name: String) -> URL? {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        return path.split(separator: ":").map { URL(fileURLWithPath: "\($0)/\(name)") }
            .first { FileManager.default.isExecutableFile(atPath: $0.path) }
    }
}

/// A file in a folder of its own, removed with the value.
final class TemporaryFile {
    let url: URL

    init(named name: String, _ content: Data = Data()) throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("episodes-test-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        url = folder.appendingPathComponent(name)
        try content.write(to: url)
    }

    convenience init(named name: String, text: String) throws {
        try self.init(named: name, Data(text.utf8))
    }

    deinit { try? FileManager.default.removeItem(at: url.deletingLastPathComponent()) }

    var path: String { url.path }
    var text: String { (try? String(contentsOf: url, encoding: .utf8)) ?? "" }
}
