import Foundation
import TestSupport
import Testing

/// The documented example client, on PyPI's protobuf and classes that protoc generates from the
/// contract: nothing of this package takes part in making or reading its bytes.
@Suite(.timeLimit(.minutes(3)))
struct PythonPeerTests {
    /// A folder with generated classes; nil, and said loudly, where the tools are missing.
    private func generatedClasses() throws -> TemporaryFile? {
        guard let protoc = Program.find("protoc"), let python = Program.find("python3"),
            try Program.run(python, ["-c", "import google.protobuf"]).status == 0
        else {
            print("SKIPPED: the Python peer needs protoc and python3 with protobuf")
            return nil
        }
        let folder = try TemporaryFile(named: "marker")
        let contract = Program.root.appendingPathComponent("proto").path
        let files = FileManager.default.enumerator(atPath: contract)?.compactMap { $0 as? String }
        let result = try Program.run(
            protoc,
            ["-I", contract, "--python_out", folder.url.deletingLastPathComponent().path]
                + (files ?? []).filter {
                    $0.hasSuffix(".proto") && !$0.hasPrefix("google/protobuf")
                }
                .map { "\(contract)/\($0)" })
        #expect(result.status == 0, "\(result.errors)")
        return folder
    }

    private func run(
        _ arguments: [String], _ classes: TemporaryFile, script name: String = "list_episodes.py"
    ) throws -> Program.Result {
        let script = Program.root.appendingPathComponent("tools/examples/\(name)").path
        return try Program.run(
            #require(Program.find("python3")), [script] + arguments,
            environment: [
                "PYTHONPATH": classes.url.deletingLastPathComponent().path,
                "PROTOCOL_BUFFERS_PYTHON_IMPLEMENTATION": "python",
                "PYTHONDONTWRITEBYTECODE": "1",
            ])
    }

    @Test func `the example of a stream gets what the command lists`() throws {
        guard let classes = try generatedClasses() else { return }
        let server = try ServerProcess(catalog: Program.sampleCatalog)
        let own = try Program.episodes(
            ["list", "--sort", "id", "-o", "ids", "--all"], server: server)
        #expect(own.lines.count > 5)
        let result = try run([server.address], classes, script: "stream_episodes.py")
        #expect(result.status == 0, "\(result.errors)")
        let ids = result.lines.compactMap { $0.split(separator: " ").first }
        #expect(ids.map(String.init) == own.lines)
    }

    @Test func `the example asks over TCP and a unix socket and gets what the command gets`() throws
    {
        guard let classes = try generatedClasses() else { return }
        let folder = try TemporaryFile(named: "marker")
        let socket = folder.url.deletingLastPathComponent().appendingPathComponent("e.sock").path
        let server = try ServerProcess(
            catalog: Program.sampleCatalog, listen: ["127.0.0.1:0", "unix:\(socket)"])
        let own = try Program.episodes(
            ["list", "introduction", "-o", "ids", "--page-size", "5"], server: server)
        #expect(own.lines.count == 5)
        for address in server.addresses {
            let result = try run([address, "introduction"], classes)
            #expect(result.status == 0, "\(result.errors)")
            let ids = result.lines.dropFirst().compactMap { $0.split(separator: " ").first }
            #expect(ids.map(String.init) == own.lines)
        }
    }
}
