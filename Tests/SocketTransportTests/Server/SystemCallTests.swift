// Purpose: a call costs as few system calls as its load allows; more would be the first sign of a
// detour on the way of a call.
// Method: the lanes count their own. A linger longer than any pause of the test leaves no room for
// rounds without an event.
import Dispatch
import RPCCore
import SocketTransport
import TTRPC
import TestSupport
import Testing

extension LiveTests {
    @Suite(.serialized, .timeLimit(.minutes(2)))
    struct SystemCallTests {
        private func server() throws -> LiveServer {
            try LiveServer(
                Form(readiness: .epoll, isUnix: false), loops: 1, lingerMilliseconds: 20_000)
        }

        @Test func `one call at a time takes a wait, a receive and a send`() throws {
            let live = try server()
            let client = try live.client()
            func call(_ number: UInt32) throws {
                client.send(request(number * 2 + 1, .echo, [7]))
                #expect(try client.reply()?.code == .ok)
            }
            for number in 0..<UInt32(10) { try call(number) }
            let before = live.server.statistics
            for number in UInt32(10)..<3_010 { try call(number) }
            let after = live.server.statistics
            #expect(after.callCount - before.callCount == 3_000)
            // The wait for the next call may or may not be counted yet at either end; a few more
            // would be timers.
            #expect(abs(after.systemCallCount - before.systemCallCount - 9_000) <= 10)
        }

        @Test
        func `of 64 busy connections each call takes a receive, a send and a share of a wait`()
            throws
        {
            let live = try server()
            let holder = try live.client()
            let clients = try (0..<64).map { _ in try live.client() }
            func round(_ number: UInt32) throws {
                // While one call holds the loop up, the calls of all others come.
                holder.send(request(number * 2 + 1, .waitForGate))
                for client in clients { client.send(request(number * 2 + 1, .echo, [7])) }
                live.gate.signal()
                #expect(try holder.reply()?.code == .ok)
                for client in clients { #expect(try client.reply()?.code == .ok) }
            }
            for number in 0..<UInt32(5) { try round(number) }
            let before = live.server.statistics
            for number in UInt32(5)..<55 { try round(number) }
            let after = live.server.statistics
            let calls = after.callCount - before.callCount
            #expect(calls == 50 * 65)
            #expect(Double(after.systemCallCount - before.systemCallCount) <= 2.1 * Double(calls))
        }

        @Test func `calls that came together are received and answered together`() throws {
            let live = try server()
            let client = try live.client()
            client.send(request(1, .echo))
            #expect(try client.reply()?.code == .ok)
            let before = live.server.statistics.systemCallCount
            client.send((1...64).flatMap { request(UInt32($0) * 2 + 1, .echo, [7]) })
            for _ in 1...64 { #expect(try client.reply()?.code == .ok) }
            // One of each, twice where the bytes came in two pieces.
            #expect(live.server.statistics.systemCallCount - before <= 8)
        }
    }
}
