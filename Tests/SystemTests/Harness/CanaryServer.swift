import Foundation
import TestSupport
import Testing

/// A server with one event loop and a client of the native protocol on it that was there before
/// whatever a test does, and must notice nothing.
enum CanaryServer {
    static func run(
        _ readiness: String, _ flags: [String], _ body: (ServerProcess) throws -> Void
    ) throws {
        let server = try ServerProcess(
            catalog: Program.sampleCatalog, ["--readiness", readiness, "--loops", "1"] + flags)
        let canary = try RawConnection(to: server.address)
        canary.send(Wire.listRequest(stream: 1))
        #expect(canary.readFrame()?.statusCode == 0)
        try body(server)
        canary.send(Wire.listRequest(stream: 3))
        #expect(canary.readFrame()?.statusCode == 0, "the canary noticed")
        #expect(server.process.isRunning)
    }
}
