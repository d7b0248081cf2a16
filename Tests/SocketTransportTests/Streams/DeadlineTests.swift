// Purpose: deadlines count from arrival, through waiting, and a client that takes nothing has its
// bound too. Method: calls that hold the loop in front of others; a client that stops reading.
import RPCCore
import SocketTransport
import TTRPC
import TestSupport
import Testing

extension LiveTests {
    @Suite(.serialized, .timeLimit(.minutes(2)))
    struct DeadlineTests {
        @Test(arguments: Form.tcp)
        func `calls behind slow ones are dropped at their deadline, before they run`(
            form: Form
        ) throws {
            let live = try LiveServer(form, loops: 1)
            let client = try live.client()
            let short: Int64 = 20_000_000
            // All in one buffer: whoever comes after 60 ms of work is late.
            client.send(
                request(1, .hold, [60], timeout: 1_000_000_000)
                    + (1..<20).flatMap { request($0 * 2 + 1, .hold, [60], timeout: short) }
                    + request(41, .echo, timeout: 10_000_000_000) + request(43, timeout: -1))
            #expect(try client.reply()?.code == .ok)
            for _ in 1..<20 { #expect(try client.reply()?.code == .deadlineExceeded) }
            #expect(try client.reply() == .init(stream: 41, code: .ok, payload: [0]))
            #expect(try client.reply() == .init(stream: 43, code: .deadlineExceeded, payload: []))
            #expect(live.server.statistics.callCount == 2)
        }

        @Test(arguments: Form.tcp)
        func `a client that takes no byte for a while is closed, a slow one is not`(
            form: Form
        ) async throws {
            let live = try LiveServer(form, loops: 1) { $0.sendStallTimeoutMilliseconds = 1_500 }
            let stalled = try live.client(receiveBuffer: 4_096)
            stalled.send((0..<5).flatMap { produce($0 * 2 + 1, 4_000_000) })
            let slow = try live.client(receiveBuffer: 262_144)
            slow.send((0..<2).flatMap { produce($0 * 2 + 1, 4_000_000) })
            for _ in 0..<2 {
                var left = 4_000_000 + 15
                while left > 0 {
                    let count = min(left, 400_000)
                    #expect(slow.receive(count)?.count == count)
                    left -= count
                    try await Task.sleep(for: .milliseconds(50))
                }
            }
            #expect(await eventually { live.server.statistics.openConnectionCount == 1 })
            slow.send(request(11))
            #expect(try slow.reply()?.code == .ok)
        }
    }
}
