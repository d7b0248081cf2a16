import Foundation
import TestSupport
import Testing

/// containerd's own ttrpc client in Go, from Debian's packages: another implementation of the
/// protocol by other people.
@Suite(.timeLimit(.minutes(5)))
struct GoPeerTests {
    private func buildClient() throws -> TemporaryFile? {
        let library = "/usr/share/gocode/src/github.com/containerd/ttrpc"
        guard let go = Program.find("go"), FileManager.default.fileExists(atPath: library) else {
            print("SKIPPED: the Go peer needs golang-go and golang-github-containerd-ttrpc-dev")
            return nil
        }
        let folder = try TemporaryFile(named: "marker")
        let work = folder.url.deletingLastPathComponent()
        let source = work.appendingPathComponent("src/ttrpcpeer")
        try FileManager.default.createDirectory(at: source, withIntermediateDirectories: true)
        try FileManager.default.copyItem(
            at: Program.root.appendingPathComponent("Tests/SystemTests/Peers/Go/ttrpcpeer.go"),
            to: source.appendingPathComponent("main.go"))
        let result = try Program.run(
            go, ["build", "-o", "\(work.path)/ttrpcpeer", "ttrpcpeer"],
            environment: [
                "GO111MODULE": "off", "GOPATH": "\(work.path):/usr/share/gocode",
                "GOFLAGS": "-trimpath", "GOCACHE": "\(work.path)/cache",
            ], directory: work)
        #expect(result.status == 0, "\(result.errors)")
        return folder
    }

    @Test func `Go's client lists, pages, multiplexes and reads errors on TCP and unix`() throws {
        guard let client = try buildClient() else { return }
        let program = client.url.deletingLastPathComponent().appendingPathComponent("ttrpcpeer")
        let folder = try TemporaryFile(named: "marker")
        let socket = folder.url.deletingLastPathComponent().appendingPathComponent("e.sock").path
        let server = try ServerProcess(
            catalog: Program.sampleCatalog, listen: ["127.0.0.1:0", "unix:\(socket)"])
        let own = try Program.episodes(
            ["list", "introduction", "-o", "ids", "--all"], server: server)
        for (network, address) in [("tcp", server.address), ("unix", socket)] {
            let result = try Program.run(program, [network, address, "introduction"])
            #expect(result.status == 0, "\(result.output) \(result.errors)")
            #expect(result.lines.first == "ids \(own.lines.joined(separator: " "))")
            #expect(result.lines.contains("parallel 2000 ok"))
            #expect(result.lines.contains("negative page_size: InvalidArgument"))
            #expect(result.lines.contains("unknown method: Unimplemented"))
            #expect(result.lines.contains("unknown id: NotFound"))
        }
    }
}
