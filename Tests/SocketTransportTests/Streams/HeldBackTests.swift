// Purpose: calls that were held back for want of memory go on when there is memory, although their
// client has nothing to send. Method: one gRPC call whose client takes nothing of it, another beside
// it, and clients of the native protocol that use the memory up meanwhile.
import RPCCore
import SocketTransport
import TTRPC
import TestSupport
import Testing

extension LiveTests {
    @Suite(.serialized, .timeLimit(.minutes(3)))
    struct HeldBackTests {
        private static let maximum = 4_194_304

        @Test(arguments: Form.tcp)
        func `a call beside one that stalls is answered once memory is free`(form: Form)
            async throws
        {
            let live = try LiveServer(form, loops: 1) {
                $0.bufferedByteCountMaximum = Self.maximum
                $0.frameArrivalTimeoutMilliseconds = 120_000
            }
            let client = try live.client()
            // No room for data: the first reply stays where it is, more than a share of the memory.
            client.send(HTTP2Bytes.handshake([(4, 0)]))
            let big: [UInt8] = [Order.produce.rawValue, 0, 0x10, 0, 0]
            client.send(HTTP2Bytes.call(1, "/test.S/Do", big))
            #expect(await eventually { live.server.statistics.callCount == 1 })
            var holders: [RawClient] = []
            let long = request(1, .echo, [UInt8](repeating: 7, count: 60_000))
            while live.server.statistics.bufferedByteCount <= Self.maximum {
                let holder = try live.client()
                holder.send(Array(long.prefix(52_000)))
                holders.append(holder)
                let least = holders.count * 30_000
                let isHeld = await eventually {
                    live.server.statistics.bufferedByteCount >= least
                }
                try #require(isHeld)
            }
            let before = live.server.statistics.callCount
            client.send(HTTP2Bytes.call(3, "/test.S/Do", [Order.echo.rawValue, 5]))
            try live.expectAlive()
            try await Task.sleep(for: .milliseconds(300))
            #expect(live.server.statistics.callCount == before + 1, "it should have been held back")
            holders.removeAll()
            #expect(await eventually { live.server.statistics.callCount == before + 2 })
        }
    }
}
