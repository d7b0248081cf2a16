import Foundation
import TestSupport
import Testing

/// The limit of open files: raised when it may be, respected when it may not, and survived when it
/// is reached nevertheless.
@Suite(.timeLimit(.minutes(3)))
struct DescriptorShortageTests {
    static let forms = ["epoll", "dispatch"]

    private func start(_ limits: String, _ flags: [String] = []) throws -> ServerProcess {
        try ServerProcess(
            catalog: Program.sampleCatalog, flags,
            through: ["/bin/sh", "-c", "ulimit \(limits) && exec \"$@\"", "sh"])
    }

    private func openFilesLimit(_ server: ServerProcess) throws -> Int? {
        let text = try String(
            contentsOfFile: "/proc/\(server.processID)/limits", encoding: .utf8)
        let line = text.split(separator: "\n").first { $0.hasPrefix("Max open files") }
        return line?.split(separator: " ").compactMap { Int($0) }.first
    }

    @Test func `a low soft limit is raised for the connections asked for`() throws {
        let server = try start("-Sn 64", ["--max-connections", "1000"])
        #expect(try openFilesLimit(server) ?? 0 > 1_000)
        #expect(server.errorText.isEmpty, "\(server.errorText)")
        let clients = try (0..<300).map { _ in try RawConnection(to: server.address) }
        for client in clients { client.send(Wire.listRequest(stream: 1)) }
        for client in clients { #expect(client.readFrame()?.statusCode == 0) }
    }

    @Test(arguments: forms)
    func `a low hard limit is said at the start, and the rest is refused by count`(
        readiness: String
    ) throws {
        let server = try start("-n 64", ["--readiness", readiness])
        #expect(server.errorText.contains("leaves room for"), "\(server.errorText)")
        #expect(server.errorText.contains("ulimit -n"))
        let clients = try (0..<120).map { _ in
            let client = try RawConnection(to: server.address)
            client.send(Wire.listRequest(stream: 1))
            return client
        }
        let answers = clients.map { $0.readFrame()?.statusCode }
        let served = answers.filter { $0 == 0 }.count
        #expect((20..<64).contains(served), "\(served)")
        #expect(answers.allSatisfy { $0 == nil || $0 == 0 })
        // There is still room to read the catalogue again.
        server.signal(SIGHUP)
        #expect(server.says("reloaded"))
    }

    @Test func `a limit that leaves room for nobody is one clear line`() throws {
        let error = #expect(throws: ServerProcess.StartFailure.self) { try start("-n 20") }
        #expect(error?.description.contains("limit of open files") == true)
        #expect(error?.description.split(separator: "\n").count == 1)
    }

    private static let limiter = Program.find("prlimit")

    @Test(
        .enabled(if: limiter != nil, "needs prlimit (Debian package util-linux)"), arguments: forms)
    func `without a descriptor left, clients are turned away without a spin, until there are some`(
        readiness: String
    ) throws {
        let server = try ServerProcess(
            catalog: Program.sampleCatalog, ["--readiness", readiness])
        let canary = try RawConnection(to: server.address)
        canary.send(Wire.listRequest(stream: 1))
        #expect(canary.readFrame()?.statusCode == 0)
        // Below the running server's feet, as its start would have seen it.
        // It bounds the highest number, so gaps below are still filled.
        let limit = server.descriptorCount + 10
        let result = try Program.run(
            try #require(Self.limiter),
            ["--pid", "\(server.processID)", "--nofile=\(limit):\(limit)"])
        #expect(result.status == 0)
        var clients = try (0..<60).map { _ in try RawConnection(to: server.address) }
        for client in clients { client.send(Wire.listRequest(stream: 1)) }
        let answers = clients.map { $0.readFrame()?.statusCode }
        #expect((5...20).contains(answers.filter { $0 == 0 }.count), "\(answers)")
        #expect(server.says("no file descriptor is left"))
        let before = server.processorTicks
        usleep(1_000_000)
        #expect(server.processorTicks - before < 20, "it spins")
        canary.send(Wire.listRequest(stream: 3))
        #expect(canary.readFrame()?.statusCode == 0)
        // Those that were served leave, and others can come.
        clients.removeAll()
        var isServed = false
        for _ in 0..<400 where !isServed {
            let next = try RawConnection(to: server.address)
            next.send(Wire.listRequest(stream: 1))
            isServed = next.readFrame()?.statusCode == 0
            usleep(10_000)
        }
        #expect(isServed)
    }
}
