import Dispatch
import Foundation
import Glibc
import OperatorPages
import RPCCore
import SocketTransport
import TestSupport
import Testing

/// Holds the suites that open sockets: one after the other, because some count descriptors.
@Suite(.serialized)
enum LiveTests {}

/// One of the forms every live test runs in.
struct Form: Sendable, CustomTestStringConvertible {
    var readiness: ReadinessKind
    var isUnix: Bool
    var testDescription: String { "\(readiness.rawValue) over \(isUnix ? "unix" : "tcp")" }

    static let all = ReadinessKind.allCases.flatMap { kind in
        [false, true].map { Form(readiness: kind, isUnix: $0) }
    }
    static let tcp = all.filter { !$0.isUnix }
}

/// A running server with the obedient handler.
final class LiveServer: Sendable {
    let server: Server
    let address: SocketAddress
    let wakers = Wakers()
    /// What an `Order.waitForGate` waits for.
    let gate = DispatchSemaphore(value: 0)

    init(
        _ form: Form, loops: Int = 2, lingerMilliseconds: Int32 = 20,
        pages: (any PageSource)? = nil,
        limits: (inout TransportLimits) -> Void = { _ in }
    ) throws {
        let wanted: SocketAddress =
            form.isUnix ? .unix(path: Self.temporaryPath()) : .tcp(host: "127.0.0.1", port: 0)
        var configuration = ServerConfiguration(listen: [wanted])
        configuration.readiness = form.readiness
        configuration.loopCount = loops
        configuration.lingerMilliseconds = lingerMilliseconds
        configuration.pages = pages
        limits(&configuration.limits)
        server = Server(configuration, factory: ObedientFactory(wakers: wakers, gate: gate))
        address = try #require(try server.start().first)
    }

    deinit { server.stopNow() }

    static func temporaryPath() -> String {
        NSTemporaryDirectory() + "/episodes-\(UInt32.random(in: 0 ... .max)).sock"
    }

    func client(receiveBuffer: Int32? = nil) throws -> RawClient {
        try RawClient(address, receiveBuffer: receiveBuffer)
    }

    /// A call on a connection of its own is answered.
    func expectAlive(_ location: SourceLocation = #_sourceLocation) throws {
        let canary = try client()
        canary.send(request(1, .echo, [42]))
        #expect(try canary.reply()?.payload == [0, 42], sourceLocation: location)
    }

    func drain() async -> DrainResult {
        await withCheckedContinuation { continuation in
            server.drain { continuation.resume(returning: $0) }
        }
    }
}

/// Waits until `condition` holds; false after 20 s.
func eventually(_ condition: () -> Bool) async -> Bool {
    for _ in 0..<4_000 {
        if condition() { return true }
        try? await Task.sleep(for: .milliseconds(5))
    }
    return condition()
}

/// Descriptors of this process that a server could leak. Timers are left out: Dispatch makes its own
/// when it first needs them.
func openDescriptorCount() -> Int {
    let directory = "/proc/self/fd"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
    return names.count { name in
        let target = try? FileManager.default.destinationOfSymbolicLink(
            atPath: directory + "/" + name)
        return target.map { $0.hasPrefix("socket:") || $0.hasPrefix("anon_inode:[event") } ?? false
    }
}
