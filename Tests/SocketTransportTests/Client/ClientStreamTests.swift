// Purpose: streams between our client and our server. Method: a handler whose streams obey the
// request; consumers that are fast, slow, late and gone.
import RPCCore
import SocketTransport
import Testing

extension ClientConnection {
    fileprivate func stream(
        _ plan: StreamPlan, timeoutMilliseconds: Int64 = 20_000
    ) throws(RPCError) -> ReplyMessages {
        try stream(
            service: "test.S", method: "Stream", payload: plan.bytes,
            timeoutMilliseconds: timeoutMilliseconds)
    }

    fileprivate func echo(_ byte: UInt8) async throws(RPCError) -> [UInt8] {
        try await call(
            service: "test.S", method: "Do", payload: [Order.echo.rawValue, byte],
            timeoutMilliseconds: 20_000)
    }
}

extension LiveTests {
    @Suite(.serialized, .timeLimit(.minutes(3)))
    struct ClientStreamTests {
        private func connect(_ live: LiveServer) async throws -> ClientConnection {
            try await ClientConnection.connect(to: live.address, timeoutMilliseconds: 10_000)
        }

        @Test(arguments: Form.all)
        func `many streams and calls share a connection and each gets its own`(
            form: Form
        ) async throws {
            let live = try LiveServer(form)
            let client = try await connect(live)
            try await withThrowingTaskGroup(of: Bool.self) { group in
                for number in 0..<20 {
                    let plan = StreamPlan(number * 7, of: number * 900)
                    group.addTask {
                        var count = 0
                        for try await message in try client.stream(plan) {
                            guard message == plan.message(count) else { return false }
                            count += 1
                        }
                        return count == plan.messageCount
                    }
                    group.addTask { try await client.echo(UInt8(number)).last == UInt8(number) }
                }
                for try await isRight in group { #expect(isRight) }
            }
            #expect(live.server.statistics.openStreamCount == 0)
        }

        @Test(arguments: Form.tcp)
        func `a slow consumer stops the server and gets everything in the end`(
            form: Form
        ) async throws {
            let live = try LiveServer(form)
            let client = try await connect(live)
            let plan = StreamPlan(400, of: 100_000)
            let messages = try client.stream(plan)
            #expect(try await messages.next() == plan.message(0))
            // The server has come to rest with most of it not produced.
            var pulls = 0
            while live.wakers.pullCount != pulls {
                pulls = live.wakers.pullCount
                try await Task.sleep(for: .milliseconds(100))
            }
            #expect(pulls < 300)
            #expect(live.server.statistics.openStreamCount == 1)
            for number in 1..<400 { #expect(try await messages.next() == plan.message(number)) }
            #expect(try await messages.next() == nil)
            #expect(try await messages.next() == nil)
            #expect(try await client.echo(5) == [0, 5])
        }

        @Test(arguments: Form.tcp)
        func `failures end a stream with their status, once`(form: Form) async throws {
            let live = try LiveServer(form)
            let client = try await connect(live)
            let failing = try client.stream(StreamPlan(1, of: 3, end: .fail))
            #expect(try await failing.next()?.count == 3)
            let error = await #expect(throws: RPCError.self) { try await failing.next() }
            #expect(error == RPCError(.aborted, "as ordered"))
            #expect(try await failing.next() == nil)
            let late = try client.stream(
                StreamPlan(0, of: 0, end: .wait), timeoutMilliseconds: 50)
            let deadline = await #expect(throws: RPCError.self) { try await late.next() }
            #expect(deadline?.code == .deadlineExceeded)
            #expect(throws: RPCError.self) {
                try client.stream(StreamPlan(0, of: 0), timeoutMilliseconds: 0)
            }
            let cut = try client.stream(StreamPlan(0, of: 0, end: .wait))
            client.close()
            let lost = await #expect(throws: RPCError.self) { try await cut.next() }
            #expect(lost?.code == .unavailable)
        }

        @Test(arguments: Form.tcp)
        func `a stream that nobody wants any more is given up at the server`(
            form: Form
        ) async throws {
            let live = try LiveServer(form)
            let client = try await connect(live)
            let endless = StreamPlan(1_000_000, of: 50_000)
            // Left in the middle, full queue and all.
            for try await _ in try client.stream(endless) { break }
            #expect(await eventually { live.server.statistics.openStreamCount == 0 })
            // Cancelled while it waits.
            let waiting = Task {
                let messages = try client.stream(StreamPlan(0, of: 0, end: .wait))
                return try await messages.next()
            }
            #expect(await eventually { live.server.statistics.openStreamCount == 1 })
            waiting.cancel()
            let error = await #expect(throws: RPCError.self) { try await waiting.value }
            #expect(error?.code == .cancelled)
            #expect(await eventually { live.server.statistics.openStreamCount == 0 })
            #expect(try await client.echo(1) == [0, 1])
        }
    }
}
