import Foundation
import Testing

/// A running `episodesd` of this build on a free port, ended when the value goes away.
final class ServerProcess {
    struct StartFailure: Error, CustomStringConvertible { let description: String }

    let process: Process
    /// The line it printed when it was ready.
    let readyLine: String
    /// Every address of that line.
    let addresses: [String]
    private let errors: TemporaryFile

    var address: String { addresses[0] }
    var processID: Int32 { process.processIdentifier }

    /// Starts `episodesd serve` with a catalogue file and waits for its ready line.
    ///
    /// - Parameters:
    ///   - listen: empty leaves the choice to the server.
    ///   - prefix: a program that becomes the server, as `env` does, with its arguments.
    convenience init(
        catalog: String, listen: [String] = ["127.0.0.1:0"], _ extra: [String] = [],
        environment: [String: String] = [:], through prefix: [String] = []
    ) throws {
        try self.init(
            ["--catalog", catalog] + extra, listen: listen, environment: environment,
            through: prefix)
    }

    /// Starts it with a store; nil leaves the choice of its place to the server.
    convenience init(
        store: String?, _ extra: [String] = [], environment: [String: String] = [:]
    ) throws {
        let place = store.map { ["--store", $0] } ?? []
        try self.init(
            place + extra, listen: ["127.0.0.1:0"], environment: environment, through: [])
    }

    private init(
        _ extra: [String], listen: [String], environment: [String: String],
        through prefix: [String]
    ) throws {
        let process = Process()
        let words =
            prefix + [Program.url("episodesd").path, "serve"] + listen.flatMap { ["--listen", $0] }
            + extra
        process.executableURL = URL(fileURLWithPath: words[0])
        process.arguments = Array(words.dropFirst())
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        let output = Pipe()
        errors = try TemporaryFile(named: "errors")
        process.standardOutput = output
        process.standardError = try FileHandle(forWritingTo: errors.url)
        process.standardInput = FileHandle.nullDevice
        try process.run()
        self.process = process
        var line = ""
        while !line.contains("\n") {
            let data = output.fileHandleForReading.availableData
            if data.isEmpty { break }
            line += String(decoding: data, as: UTF8.self)
        }
        readyLine = line.trimmingCharacters(in: .whitespacesAndNewlines)
        addresses = readyLine.split(separator: " ").map(String.init).compactMap { word in
            let bare = word.trimmingCharacters(in: CharacterSet(charactersIn: ","))
            return bare.hasPrefix("127.0.0.1:") || bare.hasPrefix("unix:")
                || bare.hasPrefix("[::1]:")
                ? bare : nil
        }
        guard !addresses.isEmpty else {
            process.waitUntilExit()
            throw StartFailure(description: errors.text)
        }
    }

    deinit {
        if process.isRunning {
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
        }
    }

    /// Whether the memory of a server tells of its own needs: a sanitizer keeps what was given back
    /// and holds a shadow of the rest. tools/sanitize/suite says when it is so.
    static let memoryIsTelling =
        ProcessInfo.processInfo.environment["EPISODES_SANITIZER"] == nil

    /// The thread sanitizer watches from a thread of its own.
    static let sanitizerThreadCount =
        ProcessInfo.processInfo.environment["EPISODES_SANITIZER"] == "thread" ? 1 : 0

    var errorText: String { errors.text }

    func signal(_ number: Int32) { kill(process.processIdentifier, number) }

    /// Waits for the end and gives the exit status.
    func waitForExit() -> Int32 {
        process.waitUntilExit()
        return process.terminationStatus
    }

    /// A line of /proc/PID/status such as `VmRSS`, in its own unit.
    func status(_ key: String) -> Int {
        let text = (try? String(contentsOfFile: "/proc/\(processID)/status", encoding: .utf8)) ?? ""
        for line in text.split(separator: "\n") where line.hasPrefix(key + ":") {
            return line.split(whereSeparator: { !$0.isNumber }).first.flatMap { Int($0) } ?? -1
        }
        return -1
    }

    /// Processor time so far, in ticks of 10 ms.
    var processorTicks: Int {
        let text = (try? String(contentsOfFile: "/proc/\(processID)/stat", encoding: .utf8)) ?? ""
        let fields = text.split(separator: ")").last?.split(separator: " ") ?? []
        return fields.count > 12 ? (Int(fields[11]) ?? 0) + (Int(fields[12]) ?? 0) : -1
    }

    /// Waits until what it said on standard error holds `mention`; false after 20 s.
    func says(_ mention: String) -> Bool {
        for _ in 0..<4_000 where !errorText.contains(mention) { usleep(5_000) }
        return errorText.contains(mention)
    }

    var descriptorCount: Int {
        (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(processID)/fd").count) ?? -1
    }

    /// Waits until it has at most so many descriptors; false after 20 s.
    func descriptorCount(fallsTo count: Int) -> Bool {
        for _ in 0..<2_000 where descriptorCount > count { usleep(10_000) }
        return descriptorCount <= count
    }
}
