import EpisodeProtocol
import Foundation
import TestSupport

/// Google's own mapping between messages and JSON, run by python3.
enum PythonPeer {
    struct Row: Codable {
        var type: String
        var wire = ""
        var json: String
        // The spelling of the peer.
        var own_wire: String?
        var own_json: String?
    }

    /// Descriptors of the contract and of the peer's own types, each a FileDescriptorSet; nil, and
    /// said loudly, where python3 or its protobuf are missing.
    static let sets: [[UInt8]]? = {
        guard let zoo = try? run(["zoo"], input: "").lines.first, let bytes = bytes(zoo) else {
            SkipNotice.write(
                "comparisons of JSON: they need python3 with protobuf of at least 5.26")
            return nil
        }
        return [CompiledDescriptors.fileDescriptorSet(), bytes]
    }()

    /// Runs a part of the peer with the descriptors and some rows; the lines it answers.
    static func lines(_ arguments: [String], _ rows: [Row] = []) throws -> [String] {
        let encoder = JSONEncoder()
        let texts = try rows.map { String(decoding: try encoder.encode($0), as: UTF8.self) }
        return try run(
            arguments, input: ((sets ?? []).map(hex) + texts).joined(separator: "\n")
        ).lines
    }

    static func hex(_ bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    static func bytes(_ hex: String) -> [UInt8]? {
        let digits = Array(hex)
        guard digits.count.isMultiple(of: 2) else { return nil }
        var result: [UInt8] = []
        for index in stride(from: 0, to: digits.count, by: 2) {
            guard let byte = UInt8(String(digits[index...(index + 1)]), radix: 16) else {
                return nil
            }
            result.append(byte)
        }
        return result
    }

    private struct Failure: Error { let status: Int32 }

    private static func run(
        _ arguments: [String], input: String
    ) throws -> (lines: [String], status: Int32) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("Peer/json_peer.py")
        process.arguments = ["python3", script.path] + arguments
        process.environment = ProcessInfo.processInfo.environment.merging([
            "PYTHONDONTWRITEBYTECODE": "1", "PYTHONIOENCODING": "utf-8",
        ]) { $1 }
        let source = FileManager.default.temporaryDirectory
            .appendingPathComponent("message-json-\(UUID().uuidString)")
        try Data(input.utf8).write(to: source)
        defer { try? FileManager.default.removeItem(at: source) }
        process.standardInput = try FileHandle(forReadingFrom: source)
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let data = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw Failure(status: process.terminationStatus)
        }
        let lines = String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
        return (lines, process.terminationStatus)
    }
}
