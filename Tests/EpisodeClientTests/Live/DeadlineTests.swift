// Purpose: time limits and cancellation wherever a call can be: connecting, queued, sent, between
// attempts.
import EpisodeClient
import Synchronization
import TestSupport
import Testing

private typealias Message = WireMessage

private let answer: [UInt8] = Message().number(2, 7).asReply

@Suite(.serialized, .timeLimit(.minutes(2)))
struct DeadlineTests {
    /// A server that answers nothing and says how many requests it got.
    private func silent() throws -> (StubServer, AsyncStream<UInt32>) {
        let (seen, saysSeen) = AsyncStream.makeStream(of: UInt32.self)
        let server = try StubServer { _, connection in
            while let frame = connection.readFrame() { saysSeen.yield(frame.stream) }
        }
        return (server, seen)
    }

    @Test func `a time limit of 0 fails at once and sends nothing`() async throws {
        let server = try StubServer(answering: { _, number in
            number == 0 ? answer : Message.status(13, "a second request")
        })
        let client = try makeClient([server.address])
        try await client.waitUntilReady()
        for milliseconds: Int64 in [0, -1, .min] {
            let error = await failure {
                try await client.catalog(
                    options: CallOptions(timeoutMilliseconds: milliseconds))
            }
            #expect(error?.code == .deadlineExceeded)
        }
        #expect(try await client.catalog().episodeCount == 7)
    }

    @Test func `the longest time limit is none`() async throws {
        let server = try StubServer(answering: { _, _ in answer })
        let client = try makeClient([server.address])
        let options = CallOptions(timeoutMilliseconds: .max)
        #expect(try await client.catalog(options: options).episodeCount == 7)
    }

    @Test func `a call that waits for its turn ends by its time and is never sent`() async throws {
        let (server, seen) = try silent()
        let client = try makeClient([server.address]) { $0.inFlightPerConnectionMaximum = 1 }
        let first = Task { try await client.catalog() }
        var streams = seen.makeAsyncIterator()
        #expect(await streams.next() == 1)
        let error = await failure {
            try await client.catalog(options: CallOptions(timeoutMilliseconds: 30))
        }
        #expect(error?.code == .deadlineExceeded)
        // Its turn never came: the next on the wire is a third call.
        let third = Task { try await client.catalog() }
        try await Task.sleep(for: .milliseconds(20))
        first.cancel()
        #expect(await streams.next() == 5)
        third.cancel()
        _ = await failure { try await third.value }
    }

    @Test func `cancelling ends a call wherever it is`() async throws {
        let (server, seen) = try silent()
        let client = try makeClient([server.address]) { $0.inFlightPerConnectionMaximum = 1 }
        let closed = "127.0.0.1:\(try ScriptedPeer.freePort())"
        let waiting = try makeClient([closed]) {
            $0.waitsForReady = true
            $0.reconnecting.firstMilliseconds = 60_000
            $0.reconnecting.maximumMilliseconds = 60_000
        }
        let retrying = try makeClient([closed]) {
            $0.retries.backoff.firstMilliseconds = 60_000
            $0.retries.backoff.maximumMilliseconds = 60_000
            $0.timeoutMilliseconds = 600_000
        }
        var streams = seen.makeAsyncIterator()
        let sent = Task { try await client.catalog() }
        #expect(await streams.next() == 1)
        let tasks = [
            Task { try await client.catalog() }, Task { try await waiting.catalog() },
            Task { try await retrying.catalog() }, sent,
        ]
        try await Task.sleep(for: .milliseconds(30))
        for task in tasks {
            task.cancel()
            let error = await failure { try await task.value }
            #expect(error?.code == .cancelled)
        }
        // What it held is free: the next call goes out at once.
        let next = Task { try await client.catalog() }
        #expect(await streams.next() == 5)
        next.cancel()
        _ = await failure { try await next.value }
    }

    @Test func `a task that is cancelled already makes no call`() async throws {
        let server = try StubServer(answering: { _, _ in answer })
        let client = try makeClient([server.address])
        #expect(try await client.catalog().episodeCount == 7)
        for _ in 0..<100 {
            let task = Task {
                while !Task.isCancelled { await Task.yield() }
                return try await client.catalog()
            }
            task.cancel()
            let error = await failure { try await task.value }
            #expect(error?.code == .cancelled)
        }
        #expect(try await client.catalog().episodeCount == 7)
    }

    @Test func `thousands of calls cancelled at random leave nothing behind`() async throws {
        let server = try StubServer(answering: { _, _ in answer })
        let client = try makeClient([server.address]) { $0.inFlightPerConnectionMaximum = 16 }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<3_000 {
                group.addTask {
                    let task = Task { try await client.catalog().episodeCount }
                    if number % 3 == 0 {
                        if number % 2 == 0 { await Task.yield() }
                        task.cancel()
                    }
                    switch await task.result {
                    case .success(let count): #expect(count == 7)
                    case .failure(let error): #expect((error as? RPCError)?.code == .cancelled)
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try await client.catalog().episodeCount == 7)
    }

    @Test func `calls run on the client's own thread, and go on elsewhere once it has ended`()
        async throws
    {
        let server = try StubServer(answering: { _, _ in answer })
        let client = try makeClient([server.address])
        let total = try await withThrowingTaskGroup(of: Int64.self) { group in
            for _ in 0..<64 {
                group.addTask(executorPreference: client.taskExecutor) {
                    var sum: Int64 = 0
                    for _ in 0..<20 { sum += try await client.catalog().episodeCount }
                    return sum
                }
            }
            return try await group.reduce(0, +)
        }
        #expect(total == 64 * 20 * 7)
        let last = Task(executorPreference: client.taskExecutor) {
            client.close()
            for _ in 0..<10 { await Task.yield() }
            return await failure { try await client.catalog() }?.code
        }
        #expect(await last.value == .unavailable)
    }
}
