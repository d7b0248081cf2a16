// Purpose: the memory of all connections together stays near its maximum, and who reads what they
// ask for goes on. Method: clients that read nothing or send half a frame, a small maximum, canaries.
import RPCCore
import SocketTransport
import TTRPC
import TestSupport
import Testing

extension LiveTests {
    @Suite(.serialized, .timeLimit(.minutes(3)))
    struct MemoryTests {
        private static let maximum = 8_388_608

        private func server(_ form: Form) throws -> LiveServer {
            try LiveServer(form, loops: 1) { $0.bufferedByteCountMaximum = Self.maximum }
        }

        @Test(arguments: Form.tcp)
        func `clients that read nothing are not read, then the largest are closed`(
            form: Form
        ) async throws {
            let live = try server(form)
            var stalled: [RawClient] = []
            var peak = 0
            for _ in 0..<20 {
                let client = try live.client(receiveBuffer: 4_096)
                // Replies of 4 MiB; the sockets take a part of each.
                client.send((0..<4).flatMap { produce($0 * 2 + 1, 4_000_000) })
                stalled.append(client)
                try live.expectAlive()
                peak = max(peak, live.server.statistics.bufferedByteCount)
            }
            #expect(await eventually { live.server.statistics.shedConnectionCount > 0 })
            try live.expectAlive()
            // A quarter over, and the growth of one buffer.
            #expect(peak <= Self.maximum * 5 / 4 + 16_777_216)
            #expect(live.server.statistics.bufferedByteCount <= Self.maximum * 5 / 4)
            stalled.removeAll()
            #expect(await eventually { live.server.statistics.openConnectionCount == 0 })
            #expect(await eventually { live.server.statistics.bufferedByteCount < 2_097_152 })
        }

        @Test(arguments: Form.tcp)
        func `while memory is short, long frames are refused, replies short and streams slow`(
            form: Form
        ) async throws {
            let live = try LiveServer(form, loops: 1) {
                $0.bufferedByteCountMaximum = Self.maximum / 2
                // The half frames below must outlast a slow machine.
                $0.frameArrivalTimeoutMilliseconds = 120_000
            }
            let reader = try live.client()
            reader.send(request(1, .measure))
            #expect(try reader.reply()?.payload == [0, 0, 0, 0, 0, 0x3F, 0xFF, 0xFB])
            // Most of a long frame each, until memory is short.
            let long = request(1, .echo, [UInt8](repeating: 7, count: 60_000))
            var holders: [RawClient] = []
            while live.server.statistics.bufferedByteCount <= Self.maximum / 2 {
                let holder = try live.client()
                holder.send(Array(long.prefix(52_000)))
                holders.append(holder)
                // By all of them: while a buffer grows it counts twice for a moment.
                let least = holders.count * 30_000
                let isHeld = await eventually {
                    live.server.statistics.bufferedByteCount >= least
                }
                try #require(isHeld)
            }
            #expect(holders.count > 30)
            reader.send(request(3, .measure))
            #expect(try reader.reply()?.payload == [0, 0, 0, 0, 0, 4, 0, 0])
            // Parts of a frame that come now find no room.
            let late = try live.client()
            late.send(Array(long.prefix(20_000)))
            #expect(try late.reply()?.code == .resourceExhausted)
            late.send(Array(long.dropFirst(20_000)) + request(3))
            #expect(try late.reply() == .init(stream: 3, code: .ok, payload: [0]))
            // A stream goes on as its client reads.
            let plan = StreamPlan(20, of: 100_000)
            reader.send(stream(5, plan))
            for number in 0..<20 { #expect(reader.frame()?.data == plan.message(number)) }
            #expect(reader.frame()?.isEnd == true)
            try live.expectAlive()
            #expect(live.server.statistics.shedConnectionCount == 0)
            // With the holders the shortage goes.
            holders.removeAll()
            #expect(
                await eventually {
                    live.server.statistics.bufferedByteCount <= Self.maximum / 2
                })
            reader.send(request(7, .measure))
            #expect(try reader.reply()?.payload == [0, 0, 0, 0, 0, 0x3F, 0xFF, 0xFB])
        }
    }
}
