// Purpose: what happens at the bounds of time and room that one connection has, and in the odd
// moments at its end. Others on the same loop never notice.
import Glibc
import RPCCore
import SocketTransport
import TTRPC
import TestSupport
import Testing

extension LiveTests {
    @Suite(.serialized, .timeLimit(.minutes(3)))
    struct ServerLimitTests {
        @Test(arguments: Form.all)
        func `time in which the server does not read is not the sender's`(form: Form) async throws {
            let live = try LiveServer(form, loops: 1) {
                $0.unsentByteCountMaximum = 65_536
                // Longer than a slow client takes for what is on its way once the server reads again.
                $0.frameArrivalTimeoutMilliseconds = 1_000
            }
            let client = try live.client(receiveBuffer: 4_096)
            let last = request(21, .echo, [9])
            // Pauses the server with the beginning of a frame in its hands.
            client.send((0..<10).flatMap { produce($0 * 2 + 1, 1_000_000) } + last.prefix(12))
            try live.expectAlive()
            try await Task.sleep(for: .milliseconds(1_500))
            for index in 0..<10 {
                #expect(try client.reply()?.stream == UInt32(index) * 2 + 1)
            }
            client.send(Array(last.dropFirst(12)))
            #expect(try client.reply() == .init(stream: 21, code: .ok, payload: [0, 9]))
            #expect(live.server.statistics.expiredConnectionCount == 0)
        }

        @Test(arguments: Form.all)
        func `after a pause the frame's time runs again`(form: Form) async throws {
            let live = try LiveServer(form, loops: 1) {
                $0.unsentByteCountMaximum = 65_536
                $0.frameArrivalTimeoutMilliseconds = 200
            }
            let client = try live.client(receiveBuffer: 4_096)
            client.send((0..<10).flatMap { produce($0 * 2 + 1, 1_000_000) } + [0, 0])
            try live.expectAlive()
            for index in 0..<10 {
                #expect(try client.reply()?.stream == UInt32(index) * 2 + 1)
            }
            #expect(client.isAtEnd())
            #expect(await eventually { live.server.statistics.expiredConnectionCount == 1 })
        }

        @Test(arguments: Form.all)
        func `a trickling crowd is cut at the frame's time and a canary is served`(
            form: Form
        ) async throws {
            let live = try LiveServer(form, loops: 1) { $0.frameArrivalTimeoutMilliseconds = 300 }
            let crowd = try (0..<200).map { _ in try live.client() }
            let canary = try live.client()
            let bytes = request(1, .echo, [1])
            var call: UInt32 = 0
            // More bytes than there is time for: each client would need 30 ms for each of them.
            for index in 0..<bytes.count - 1 {
                for client in crowd { client.send([bytes[index]]) }
                canary.send(request(call * 2 + 1, .echo, [2]))
                #expect(try canary.reply()?.payload == [0, 2])
                call += 1
                try await Task.sleep(for: .milliseconds(30))
            }
            for client in crowd { #expect(client.isAtEnd()) }
            #expect(await eventually { live.server.statistics.expiredConnectionCount == 200 })
            canary.send(request(call * 2 + 1, .echo, [3]))
            #expect(try canary.reply()?.payload == [0, 3])
        }

        @Test(arguments: Form.all)
        func `a reader that takes nothing is idle in the end`(form: Form) async throws {
            let live = try LiveServer(form, loops: 1) {
                $0.unsentByteCountMaximum = 65_536
                $0.idleTimeoutMilliseconds = 200
            }
            let stalled = try live.client(receiveBuffer: 4_096)
            stalled.send((0..<10).flatMap { produce($0 * 2 + 1, 1_000_000) })
            #expect(await eventually { live.server.statistics.expiredConnectionCount == 1 })
            // Counted before it is closed.
            #expect(await eventually { live.server.statistics.openConnectionCount == 0 })
        }

        @Test(arguments: Form.all)
        func `a reset inside a frame closes its connection and no other`(form: Form) async throws {
            let live = try LiveServer(form, loops: 1)
            let canary = try live.client()
            for index in 0..<200 {
                let client = try live.client()
                client.send(request(1) + Array(request(3, .echo, [1, 2]).prefix(1 + index % 30)))
                client.reset()
                canary.send(request(UInt32(index) * 2 + 1, .echo, [UInt8(index)]))
                #expect(try canary.reply()?.payload == [0, UInt8(index)])
            }
            #expect(await eventually { live.server.statistics.openConnectionCount == 1 })
        }

        @Test(arguments: Form.all)
        func `a client that hangs up while it is not read from is closed without a storm`(
            form: Form
        ) async throws {
            let live = try LiveServer(form, loops: 1) { $0.inFlightPerConnectionMaximum = 1 }
            let client = try live.client()
            client.send(request(1, .retry, [2, 100]) + request(3, .echo, [1]))
            #expect(await eventually { live.server.statistics.callCount >= 1 })
            client.close()
            let before = processorTicks()
            #expect(await eventually { live.server.statistics.openConnectionCount == 0 })
            #expect(processorTicks() - before < 20)
        }

        @Test(arguments: Form.all)
        func `a reply never reaches the next connection on the same descriptor`(
            form: Form
        ) async throws {
            let live = try LiveServer(form, loops: 1)
            for round in 0..<300 {
                let mark = UInt8(truncatingIfNeeded: round)
                let leaving = try live.client()
                // Waits in the server for its second try while its connection goes away.
                leaving.send(request(1, .retry, [1, 1, mark, 1]))
                if round % 2 == 0 { leaving.reset() } else { leaving.close() }
                let next = try live.client()
                next.send(request(1, .echo, [mark, 2]))
                #expect(try next.reply() == .init(stream: 1, code: .ok, payload: [0, mark, 2]))
                next.finishSending()
                #expect(next.isAtEnd(), "something else came")
            }
        }
    }
}

/// Processor time of this process, in ticks of 10 ms.
private func processorTicks() -> Int { Int(clock()) / 10_000 }
