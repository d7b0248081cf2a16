// Purpose: start, drain, stop, and the addresses a server can have.
import Foundation
import RPCCore
import SocketTransport
import TTRPC
import TestSupport
import Testing

extension LiveTests {
    @Suite(.serialized, .timeLimit(.minutes(2)))
    struct ServerLifeTests {
        private func start(_ addresses: [SocketAddress]) throws -> (Server, [SocketAddress]) {
            let server = Server(ServerConfiguration(listen: addresses), factory: ObedientFactory())
            return (server, try server.start())
        }

        @Test(arguments: Form.all)
        func `draining finishes received calls, closes idle clients and refuses new ones`(
            form: Form
        ) async throws {
            let live = try LiveServer(form)
            let idle = try live.client()
            idle.send(request(1))
            #expect(try idle.reply()?.code == .ok)
            let running = try live.client()
            running.send(request(1, .retry, [3, 30]) + request(3) + produce(5, 3_000_000))
            #expect(try running.reply()?.stream == 3)
            async let result = live.drain()
            #expect(idle.isAtEnd())
            var seen: Set<UInt32> = []
            while let reply = try running.reply() {
                #expect(reply.code == .ok)
                seen.insert(reply.stream)
            }
            #expect(seen == [1, 5])
            running.close()
            #expect(await result == DrainResult(cutConnectionCount: 0))
            #expect(throws: RawClient.Failure.self) { try live.client() }
        }

        @Test(arguments: Form.all)
        func `draining ends at its limit and says what was cut`(form: Form) async throws {
            let live = try LiveServer(form) { $0.drainTimeoutMilliseconds = 100 }
            let stalled = try live.client(receiveBuffer: 4_096)
            stalled.send((0..<8).flatMap { produce($0 * 2 + 1, 4_000_000) })
            #expect(await eventually { live.server.statistics.callCount > 0 })
            #expect(await live.drain().cutConnectionCount == 1)
        }

        @Test(arguments: Form.all)
        func `stopping at once closes everything and completes a drain`(form: Form) async throws {
            // Dispatch has its own descriptors, made by the first server of the process.
            try await stopWhileDraining(form)
            let before = openDescriptorCount()
            for _ in 0..<10 { try await stopWhileDraining(form) }
            #expect(await eventually { openDescriptorCount() <= before })
        }

        private func stopWhileDraining(_ form: Form) async throws {
            let live = try LiveServer(form)
            let client = try live.client()
            client.send(request(1, .retry, [200, 250]))
            #expect(await eventually { live.server.statistics.callCount > 0 })
            async let result = live.drain()
            try await Task.sleep(for: .milliseconds(20))
            live.server.stopNow()
            #expect(await result.cutConnectionCount == 1)
            #expect(client.isAtEnd())
        }

        @Test func `a port in use is one clear line`() throws {
            let (server, addresses) = try start([.tcp(host: "127.0.0.1", port: 0)])
            let error = #expect(throws: TransportError.self) { try start(addresses) }
            #expect(error?.message == "address in use: \(addresses[0])")
            server.stopNow()
        }

        @Test func `localhost serves every family that exists, on one port`() throws {
            let (server, addresses) = try start([.tcp(host: "localhost", port: 0)])
            for address in addresses {
                let client = try RawClient(address)
                client.send(request(1))
                #expect(try client.reply()?.code == .ok)
            }
            let ports = Set(addresses.map { $0.description.split(separator: ":").last })
            #expect(ports.count == 1)
            server.stopNow()
        }

        @Test func `a stale socket file is replaced and a live one is in use`() async throws {
            let path = LiveServer.temporaryPath()
            let address = SocketAddress.unix(path: path)
            let stale = socketFileWithoutListener(path)
            #expect(stale)
            let (server, _) = try start([address])
            let client = try RawClient(address)
            client.send(request(1))
            #expect(try client.reply()?.code == .ok)
            let error = #expect(throws: TransportError.self) { try start([address]) }
            #expect(error?.message == "address in use: unix:\(path)")
            server.stopNow()
            #expect(await eventually { !FileManager.default.fileExists(atPath: path) })
        }

        @Test func `a plain file is never replaced and a long path is refused`() throws {
            let path = LiveServer.temporaryPath()
            #expect(FileManager.default.createFile(atPath: path, contents: nil))
            defer { try? FileManager.default.removeItem(atPath: path) }
            #expect(throws: TransportError.self) { try start([.unix(path: path)]) }
            #expect(FileManager.default.fileExists(atPath: path))
            let long = SocketAddress.unix(path: "/tmp/" + String(repeating: "x", count: 200))
            let error = #expect(throws: TransportError.self) { try start([long]) }
            #expect(error?.message.contains("108 bytes") == true)
        }
    }
}
