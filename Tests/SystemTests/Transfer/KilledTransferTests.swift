import Foundation
import TestSupport
import Testing

/// Transfers that are killed, or that fail, in the middle.
@Suite(.timeLimit(.minutes(2)))
struct KilledTransferTests {
    private let folder: TemporaryFile

    init() throws { folder = try TemporaryFile(named: "target", text: "old") }

    private var directory: URL { folder.url.deletingLastPathComponent() }
    private func path(_ name: String) -> String { directory.appendingPathComponent(name).path }

    /// Starts the program without waiting for it.
    private func start(_ arguments: [String], input: Pipe? = nil) throws -> Process {
        let process = Process()
        process.executableURL = Program.url("episodes")
        process.arguments = arguments
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        process.standardInput = input ?? FileHandle.nullDevice
        try process.run()
        return process
    }

    /// Waits until a condition holds; false after 30 s.
    private func wait(until condition: () -> Bool) -> Bool {
        for _ in 0..<6_000 where !condition() { usleep(5_000) }
        return condition()
    }

    /// Whether a process has a file of the folder open.
    private func hasOpenFile(_ process: Process) -> Bool {
        let descriptors = "/proc/\(process.processIdentifier)/fd"
        let names = (try? FileManager.default.contentsOfDirectory(atPath: descriptors)) ?? []
        let folder = directory.resolvingSymlinksInPath().path
        return names.contains { name in
            let link = try? FileManager.default.destinationOfSymbolicLink(
                atPath: "\(descriptors)/\(name)")
            return link?.hasPrefix(folder + "/") == true
        }
    }

    /// A server that sends the first rows of a stream and then does what it is told.
    private func brokenServer(_ end: @escaping @Sendable (PeerConnection, UInt32) -> Void) throws
        -> OpenPort
    {
        try OpenPort { connection in
            while let frame = connection.readFrame() {
                let request = frame.request
                guard request.method == "StreamEpisodes" else {
                    connection.reply(
                        frame.stream,
                        data: SmallCatalogue.answer(
                            "\(request.service)/\(request.method)", request.payload, 0))
                    continue
                }
                let batch = WireMessage()
                    .message(1, WireMessage().number(1, 11).text(2, "first").number(6, 1))
                    .number(2, 3).bytes
                let header = PeerConnection.header(
                    stream: frame.stream, type: 3, dataByteCount: batch.count)
                connection.write(header + batch)
                end(connection, frame.stream)
            }
        }
    }

    @Test func `an export that is killed leaves the old file and nothing else`() throws {
        let peer = try brokenServer { connection, _ in connection.waitForEnd() }
        let process = try start(["--server", peer.address, "export", "--file", folder.path])
        #expect(wait { hasOpenFile(process) })
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        #expect(folder.text == "old")
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path) == ["target"])
    }

    @Test func `an export that fails in the middle leaves the old file and nothing else`() throws {
        let peer = try brokenServer { connection, stream in
            connection.reply(stream, data: WireMessage.status(14, "going down"))
        }
        let result = try Program.run(
            Program.url("episodes"), ["--server", peer.address, "export", "--file", folder.path])
        #expect(result.status == 64 + 14 && result.errors.contains("going down"))
        #expect(folder.text == "old")
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path) == ["target"])
    }

    @Test func `an import that is killed changes nothing and needs no care afterwards`() throws {
        let store = path("a.db")
        let seed = try TemporaryFile(named: "seed.csv", text: "id,name\n1,old\n")
        #expect(try Program.episodes(["import", seed.path, "--store", store]).status == 0)
        let input = Pipe()
        let process = try start(["import", "-", "--store", store, "--replace"], input: input)
        let rows = "id,name\n" + (1...20_000).map { "\($0),new row \($0)\n" }.joined()
        try input.fileHandleForWriting.write(contentsOf: Data(rows.utf8))
        // The pipe holds 64 KiB, so most of the rows have been taken; the end never comes.
        #expect(wait { hasOpenFile(process) })
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        let after = try Program.episodes(["export", "--store", store])
        #expect(after.output == #"{"id":"1","name":"old","difficulty":"all_levels"}"# + "\n")
        let again = try Program.episodes(
            ["import", "-", "--store", store, "--replace", "-o", "ids"], input: Data(rows.utf8))
        #expect(again.output == "2\n", "\(again.errors)")
    }

    @Test func `readers of a store go on while an import holds it`() throws {
        let store = path("a.db")
        let seed = try TemporaryFile(named: "seed.csv", text: "id,name\n1,old\n")
        #expect(try Program.episodes(["import", seed.path, "--store", store]).status == 0)
        let input = Pipe()
        let process = try start(["import", "-", "--store", store], input: input)
        let rows = "id,name\n" + (2...20_000).map { "\($0),new row \($0)\n" }.joined()
        try input.fileHandleForWriting.write(contentsOf: Data(rows.utf8))
        #expect(try Program.episodes(["export", "--store", store]).lines.count == 1)
        let check = try Program.episodes(
            ["import", seed.path, "--store", store, "--check", "-o", "jsonl"])
        #expect(check.output.contains(#""unchanged":"1""#), "\(check.errors)")
        try input.fileHandleForWriting.close()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        #expect(try Program.episodes(["export", "--store", store]).lines.count == 20_000)
    }
}
