import Foundation
import Glibc
import LoadGenerator
import LoadTransport
import RPCCore
import SocketTransport
import Testing

/// A port that takes no connection: its queue is full and nobody empties it.
private final class FullPort {
    let port: UInt16
    private var descriptors: [Int32] = []

    init() throws {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        descriptors.append(listener)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                guard bind(listener, generic, length) == 0, listen(listener, 0) == 0 else {
                    return Int32(-1)
                }
                return getsockname(listener, generic, &length)
            }
        }
        guard result == 0 else { throw CocoaError(.fileNoSuchFile) }
        port = UInt16(bigEndian: address.sin_port)
        // One is taken into the queue; the others wait without end.
        for _ in 0..<4 {
            let client = socket(
                AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
            descriptors.append(client)
            _ = withUnsafePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    connect(client, $0, length)
                }
            }
        }
    }

    deinit { for descriptor in descriptors { close(descriptor) } }
}

extension LiveLoadTests {
    /// Purpose: a run whose connections cannot be made ends when it is told to.
    @Suite(.serialized) struct ConnectingTests {
        @Test func `An interruption is heard while connecting`() async throws {
            let full = try FullPort()
            let control = try LoadControl()
            let stopper = Task {
                try await Task.sleep(for: .milliseconds(200))
                control.stop(.interrupted)
            }
            let plan = try Loading.open(100, seconds: 60, connections: 3)
            let start = MonotonicTime.now.nanoseconds
            let result = try await LoadRunner.run(
                plan,
                to: LoadTarget(
                    address: .tcp(host: "127.0.0.1", port: full.port), wireProtocol: .native,
                    connectTimeoutMilliseconds: 120_000),
                control: control
            ) { _ in }
            try await stopper.value
            #expect(result.end == .interrupted)
            #expect(result.sentCount == 0)
            #expect(Verdict(result).kind == .interrupted)
            #expect(MonotonicTime.now.nanoseconds - start < 60_000_000_000)
        }

        @Test func `A run that was stopped before it began makes no connection`() async throws {
            let stub = try StubServer(.answer)
            defer { stub.stop() }
            let control = try LoadControl()
            control.stop(.terminated)
            let result = try await Loading.run(
                Loading.open(100, seconds: 60), stub.port, control: control)
            #expect(result.end == .terminated)
            #expect(result.askedCount == 0)
            #expect(stub.requestCount == 0)
        }
    }
}
