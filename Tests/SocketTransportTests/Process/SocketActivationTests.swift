// Purpose: which descriptors a service manager passed, from the variables it sets.
import Testing

@testable import SocketTransport

struct SocketActivationTests {
    private func sockets(_ environment: [String: String]) throws -> [InheritedSocket] {
        try SocketActivation.sockets(environment: environment, processID: 77)
    }

    @Test func `sockets for another process are not ours`() throws {
        #expect(try sockets([:]).isEmpty)
        #expect(try sockets(["LISTEN_FDS": "1"]).isEmpty)
        #expect(try sockets(["LISTEN_PID": "78", "LISTEN_FDS": "1"]).isEmpty)
        #expect(try sockets(["LISTEN_PID": "78", "LISTEN_FDS": "junk"]).isEmpty)
    }

    @Test func `descriptors count from 3 and may have names`() throws {
        #expect(
            try sockets(["LISTEN_PID": "77", "LISTEN_FDS": "2"]) == [
                .init(descriptor: 3, name: "unknown"), .init(descriptor: 4, name: "unknown"),
            ])
        let named = ["LISTEN_PID": "77", "LISTEN_FDS": "2", "LISTEN_FDNAMES": "web:"]
        #expect(try sockets(named).map(\.name) == ["web", ""])
        #expect(try sockets(["LISTEN_PID": "77", "LISTEN_FDS": "0"]).isEmpty)
    }

    @Test(arguments: [
        ["LISTEN_PID": "77"], ["LISTEN_PID": "77", "LISTEN_FDS": "-1"],
        ["LISTEN_PID": "77", "LISTEN_FDS": "2147483647"],
        ["LISTEN_PID": "77", "LISTEN_FDS": "1x"],
        ["LISTEN_PID": "77", "LISTEN_FDS": "2", "LISTEN_FDNAMES": "a"],
    ])
    func `variables that do not fit together are refused`(environment: [String: String]) {
        let error = #expect(throws: TransportError.self) { try sockets(environment) }
        #expect(error?.message.contains("LISTEN_FD") == true)
    }
}
