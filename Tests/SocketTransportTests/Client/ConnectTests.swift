// Purpose: connecting: what is tried, and what is said when nothing answers.
import Foundation
import RPCCore
import SocketTransport
import TestSupport
import Testing

extension LiveTests {
    @Suite(.timeLimit(.minutes(1)))
    struct ConnectTests {
        private func failure(_ address: String, timeoutMilliseconds: Int64 = 10_000) async
            -> RPCError?
        {
            await #expect(throws: RPCError.self) {
                _ = try await ClientConnection.connect(
                    to: SocketAddress.parse(address), timeoutMilliseconds: timeoutMilliseconds)
            }
        }

        @Test func `a closed port is UNAVAILABLE and names the address`() async throws {
            let port = try ScriptedPeer.freePort()
            let error = await failure("127.0.0.1:\(port)")
            #expect(
                error
                    == RPCError(
                        .unavailable, "cannot connect to 127.0.0.1:\(port): connection refused"))
        }

        @Test func `localhost is found on the one family that answers`() async throws {
            let peer = try ScriptedPeer { $0.waitForEnd() }
            let connection = try await ClientConnection.connect(
                to: SocketAddress.parse("localhost:\(peer.port)"), timeoutMilliseconds: 10_000)
            connection.close()
        }

        @Test func `a peer that vanishes without a word is noticed by the system`() async throws {
            let peer = try ScriptedPeer { $0.waitForEnd() }
            let connection = try await ClientConnection.connect(
                to: SocketAddress.parse("127.0.0.1:\(peer.port)"), timeoutMilliseconds: 10_000)
            let descriptor = try #require((3..<4_096).first { remotePort($0) == peer.port })
            #expect(option(descriptor, SOL_SOCKET, SO_KEEPALIVE) == 1)
            #expect(option(descriptor, Int32(IPPROTO_TCP), TCP_KEEPIDLE) == 15)
            #expect(option(descriptor, Int32(IPPROTO_TCP), TCP_USER_TIMEOUT) == 30_000)
            connection.close()
        }

        private func remotePort(_ descriptor: Int32) -> UInt16? {
            var address = sockaddr_in()
            var length = socklen_t(MemoryLayout<sockaddr_in>.size)
            let result = unsafe withUnsafeMutablePointer(to: &address) { pointer in
                unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    unsafe getpeername(descriptor, $0, &length)
                }
            }
            return result == 0 ? UInt16(bigEndian: address.sin_port) : nil
        }

        private func option(_ descriptor: Int32, _ level: Int32, _ name: Int32) -> Int32 {
            var value: Int32 = 0
            var length = socklen_t(MemoryLayout<Int32>.size)
            _ = unsafe getsockopt(descriptor, level, name, &value, &length)
            return value
        }

        @Test func `a missing or over-long unix socket is UNAVAILABLE`() async throws {
            let missing = await failure("unix:/nonexistent/episodes.sock")
            #expect(missing?.message.hasSuffix("no such file or directory") == true)
            let long = await failure("unix:/" + String(repeating: "x", count: 200))
            #expect(long?.code == .unavailable)
        }

        @Test func `a cancelled task stops connecting`() async throws {
            let address = try SocketAddress.parse("127.0.0.1:\(try ScriptedPeer.freePort())")
            let task = Task {
                while !Task.isCancelled { await Task.yield() }
                return try await ClientConnection.connect(to: address, timeoutMilliseconds: 60_000)
            }
            task.cancel()
            let error = await #expect(throws: RPCError.self) { _ = try await task.value }
            #expect(error?.code == .cancelled)
        }

        @Test func `many connections leave no descriptor open`() async throws {
            func descriptorCount() throws -> Int {
                try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
            }
            let before = try descriptorCount()
            for _ in 0..<200 {
                let peer = try ScriptedPeer { connection in
                    if let frame = connection.readFrame() {
                        connection.reply(frame.stream, payload: [1])
                    }
                }
                let connection = try await ClientConnection.connect(
                    to: SocketAddress.parse(peer.address), timeoutMilliseconds: 10_000)
                let payload = try await connection.call(
                    service: "s", method: "m", payload: [], timeoutMilliseconds: 20_000)
                #expect(payload == [1])
            }
            // Closing is finished by other threads; other tests use descriptors meanwhile.
            var after = try descriptorCount()
            for _ in 0..<500 where after > before + 50 {
                try await Task.sleep(for: .milliseconds(10))
                after = try descriptorCount()
            }
            #expect(after <= before + 50)
        }
    }
}
