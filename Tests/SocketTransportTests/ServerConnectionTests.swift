// Purpose: what connections may do to a server: stall, vanish, trickle, crowd. Method: real sockets
// with small limits; a canary on another connection shows that nobody else suffers.
import Glibc
import RPCCore
import SocketTransport
import TTRPC
import TestSupport
import Testing

extension LiveTests {
    @Suite(.serialized, .timeLimit(.minutes(3)))
    struct ServerConnectionTests {
        @Test(arguments: Form.all)
        func `a client that ends its side gets every reply, then the end`(form: Form) throws {
            let live = try LiveServer(form)
            let client = try live.client()
            client.send(
                request(1, .retry, [2, 5]) + produce(3, 1_000_000) + request(5, .echo, [9])
                    + Array(request(7).prefix(12)))
            client.finishSending()
            var seen: Set<UInt32> = []
            while let reply = try client.reply() {
                #expect(reply.code == .ok)
                seen.insert(reply.stream)
            }
            #expect(seen == [1, 3, 5])
        }

        @Test(arguments: Form.all)
        func `a reader that stalls disturbs nobody and gets all in the end`(form: Form) async throws
        {
            let live = try LiveServer(form, loops: 1) { $0.unsentByteCountMaximum = 100_000 }
            let stalled = try live.client(receiveBuffer: 4_096)
            let count: UInt32 = 40
            let bytes = (0..<count).flatMap { produce($0 * 2 + 1, 200_000) }
            stalled.send(bytes)
            for _ in 0..<20 { try live.expectAlive() }
            let served = live.server.statistics.callCount
            #expect(served < 20 + Int(count), "reading should have paused")
            for index in 0..<count {
                let reply = try #require(try stalled.reply())
                #expect(reply.stream == index * 2 + 1)
                #expect(reply.payload.count == 200_000)
            }
            stalled.send(request(count * 2 + 1))
            #expect(try stalled.reply()?.code == .ok)
        }

        @Test(arguments: Form.all)
        func `a stalled reader that goes away is closed`(form: Form) async throws {
            let live = try LiveServer(form, loops: 1) { $0.unsentByteCountMaximum = 1_000 }
            for isReset in [true, false] {
                let stalled = try live.client(receiveBuffer: 4_096)
                stalled.send((0..<10).flatMap { produce($0 * 2 + 1, 2_000_000) })
                try live.expectAlive()
                if isReset { stalled.reset() } else { stalled.close() }
                #expect(await eventually { live.server.statistics.openConnectionCount == 0 })
            }
        }

        @Test(arguments: Form.all)
        func `calls in flight are bounded by not reading on`(form: Form) throws {
            let live = try LiveServer(form) { $0.inFlightPerConnectionMaximum = 4 }
            let client = try live.client()
            let count: UInt8 = 50
            client.send((0..<count).flatMap { request(UInt32($0) * 2 + 1, .retry, [1, 3, $0]) })
            var seen: Set<UInt32> = []
            for _ in 0..<count { seen.insert(try #require(try client.reply()).stream) }
            #expect(seen.count == Int(count))
        }

        @Test(arguments: Form.all)
        func `an unfinished frame has a time limit that new bytes do not extend`(
            form: Form
        ) async throws {
            let live = try LiveServer(form) { $0.frameArrivalTimeoutMilliseconds = 100 }
            let client = try live.client()
            client.send(request(1))
            #expect(try client.reply()?.code == .ok)
            var sent = 0
            for byte in request(3, .echo, Array(repeating: 1, count: 2_000)) {
                guard client.send([byte]) else { break }
                sent += 1
                try await Task.sleep(for: .milliseconds(10))
            }
            #expect(sent < 2_000)
            #expect(client.isAtEnd())
        }

        @Test(arguments: Form.all)
        func `idle connections are closed and busy ones are not`(form: Form) async throws {
            let live = try LiveServer(form) { $0.idleTimeoutMilliseconds = 150 }
            let idle = try live.client()
            let waiting = try live.client()
            waiting.send(request(1, .retry, [2, 250]))
            #expect(idle.isAtEnd())
            #expect(try waiting.reply()?.code == .ok)
        }

        @Test(arguments: Form.all)
        func `connections over the limit are closed at once and counted`(form: Form) async throws {
            let live = try LiveServer(form) { $0.connectionCountMaximum = 3 }
            var held = try (0..<3).map { _ in try live.client() }
            for client in held {
                client.send(request(1))
                #expect(try client.reply()?.code == .ok)
            }
            #expect(try live.client().isAtEnd())
            #expect(live.server.statistics.refusedConnectionCount == 1)
            held.removeLast()
            #expect(await eventually { live.server.statistics.openConnectionCount == 2 })
            try live.expectAlive()
        }

        @Test(arguments: Form.tcp)
        func `churn with resets leaves no descriptor behind`(form: Form) async throws {
            let live = try LiveServer(form)
            try live.expectAlive()
            #expect(await eventually { live.server.statistics.openConnectionCount == 0 })
            let before = openDescriptorCount()
            for round in 0..<2_000 {
                let client = try live.client()
                switch round % 4 {
                case 0: client.reset()
                case 1:
                    client.send(request(1) + request(3) + produce(5, 50_000))
                    client.reset()
                case 2:
                    client.send(Array(request(1).prefix(13)))
                    client.close()
                default:
                    client.send(request(1))
                    #expect(try client.reply()?.code == .ok)
                    client.close()
                }
            }
            try live.expectAlive()
            #expect(await eventually { live.server.statistics.openConnectionCount == 0 })
            #expect(await eventually { openDescriptorCount() <= before })
        }

        @Test(arguments: Form.all)
        func `a thousand connections at once are all served`(form: Form) throws {
            var limit = rlimit()
            getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
            limit.rlim_cur = min(limit.rlim_max, 8_192)
            setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
            let live = try LiveServer(form)
            let clients = try (0..<1_000).map { _ in try live.client() }
            for client in clients { client.send(request(1, .echo, [7])) }
            for client in clients { #expect(try client.reply()?.payload == [0, 7]) }
        }
    }
}
