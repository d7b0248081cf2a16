// Purpose: several servers and connections, losing and making them, and waiting for them.
import EpisodeClient
import Synchronization
import TestSupport
import Testing

private typealias Message = WireMessage

private let answer: [UInt8] = Message().number(2, 7).asReply

private final class Count: Sendable {
    private let number = Atomic<Int>(0)
    var value: Int { number.load(ordering: .relaxed) }
    func add() { number.wrappingAdd(1, ordering: .relaxed) }
}

@Suite(.serialized, .timeLimit(.minutes(2)))
struct PoolTests {
    @Test func `calls take turns among servers and connections`() async throws {
        let counts = [Count(), Count()]
        let servers = try counts.map { count in
            try StubServer(answering: { _, _ in
                count.add()
                return answer
            })
        }
        let client = try makeClient(servers.map(\.address)) { $0.connectionCountPerServer = 3 }
        try await client.waitUntilReady()
        // Until all are connected, those that are get more.
        while servers.contains(where: { $0.connectionCount < 3 }) {
            _ = try await client.catalog()
        }
        try await Task.sleep(for: .milliseconds(50))
        let before = counts.map(\.value)
        for _ in 0..<60 { _ = try await client.catalog() }
        #expect(zip(counts, before).map { $0.value - $1 } == [30, 30])
        #expect(servers.map(\.connectionCount) == [3, 3])
    }

    @Test func `a server that is down costs no call`() async throws {
        let server = try StubServer(answering: { _, _ in answer })
        let closed = "127.0.0.1:\(try ScriptedPeer.freePort())"
        let client = try makeClient([closed, server.address])
        for _ in 0..<50 { #expect(try await client.catalog().episodeCount == 7) }
    }

    @Test func `a sick server gets few calls and callers see none of it`() async throws {
        let sickCount = Count()
        let sick = try StubServer(answering: { _, _ in
            sickCount.add()
            return Message.status(14, "overloaded")
        })
        let well = try StubServer(answering: { _, _ in answer })
        let client = try makeClient([sick.address, well.address]) {
            $0.ejection.firstMilliseconds = 60_000
        }
        try await client.waitUntilReady()
        for _ in 0..<200 { #expect(try await client.catalog().episodeCount == 7) }
        #expect(sickCount.value <= 6)
    }

    @Test func `lost connections are made again`() async throws {
        let server = try StubServer { _, connection in
            guard let frame = connection.readFrame() else { return }
            connection.reply(frame.stream, data: answer)
        }
        let client = try makeClient([server.address])
        for _ in 0..<30 { #expect(try await client.catalog().episodeCount == 7) }
        #expect(server.connectionCount >= 30)
    }

    @Test func `what may have run is not made again unless it may run twice`() async throws {
        let count = Count()
        let server = try StubServer { number, connection in
            guard let frame = connection.readFrame() else { return }
            count.add()
            if number > 0 { connection.reply(frame.stream, data: answer) }
        }
        // Often enough to last until the connection is made again.
        let client = try makeClient([server.address]) { $0.retries.attemptCountMaximum = 50 }
        let once = RPCMethod(service: "test.S", name: "Once")
        let error = await failure { try await client.call(once, []) }
        #expect(error?.code == .unavailable)
        #expect(count.value == 1)
        let twice = RPCMethod(service: "test.S", name: "Twice", isIdempotent: true)
        #expect(try await client.call(twice, []) == [16, 7])
    }

    @Test func `an outage makes at most half the budget of retries`() async throws {
        let count = Count()
        let server = try StubServer(answering: { _, _ in
            count.add()
            return Message.status(14, "overloaded")
        })
        let client = try makeClient([server.address]) { $0.retries.tokenCountMaximum = 20 }
        for _ in 0..<100 { _ = await failure { try await client.catalog() } }
        // 100 first attempts, and retries while more than 10 of 20 tokens were there.
        #expect((101...110).contains(count.value))
    }

    @Test func `a client may be there before its server`() async throws {
        let port = try ScriptedPeer.freePort()
        let client = try makeClient(["127.0.0.1:\(port)"]) { $0.retries = .none }
        let refused = await failure { try await client.catalog() }
        #expect(
            refused
                == RPCError(
                    .unavailable, "cannot connect to 127.0.0.1:\(port): connection refused"))
        let late = await failure {
            try await client.catalog(
                options: CallOptions(timeoutMilliseconds: 50, waitsForReady: true))
        }
        #expect(late?.code == .deadlineExceeded)
        #expect(late?.message.hasSuffix("connection refused") == true)
        let waiting = Task {
            try await client.catalog(options: CallOptions(waitsForReady: true)).episodeCount
        }
        try await Task.sleep(for: .milliseconds(30))
        let server = try StubServer(port: port, answering: { _, _ in answer })
        #expect(try await waiting.value == 7)
        try await client.waitUntilReady()
        #expect(server.connectionCount >= 1)
    }

    @Test func `connections are replaced before their stream ids run out, and no call notices`()
        async throws
    {
        let ids = Mutex<[UInt32]>([])
        let server = try StubServer { _, connection in
            while let frame = connection.readFrame() {
                ids.withLock { $0.append(frame.stream) }
                connection.reply(frame.stream, data: answer)
            }
        }
        let client = try makeClient([server.address]) {
            $0.firstStream = UInt32.max / 2 - 100
            $0.retries.attemptCountMaximum = 10
        }
        for _ in 0..<20 {
            try await withThrowingTaskGroup(of: Int64.self) { group in
                for _ in 0..<20 { group.addTask { try await client.catalog().episodeCount } }
                for try await count in group { #expect(count == 7) }
            }
        }
        #expect(server.connectionCount > 5)
        #expect(ids.withLock { $0.allSatisfy { $0 % 2 == 1 && $0 <= 0x7FFF_FFFF } })
    }

    @Test func `closing ends calls; closing gracefully lets them end`() async throws {
        let (begun, saysBegun) = AsyncStream.makeStream(of: PeerConnection.Frame.self)
        let held = Mutex<PeerConnection?>(nil)
        let server = try StubServer { _, connection in
            held.withLock { $0 = connection }
            while let frame = connection.readFrame() { saysBegun.yield(frame) }
        }
        var frames = begun.makeAsyncIterator()
        let client = try makeClient([server.address])
        let call = Task { try await client.catalog().episodeCount }
        let frame = await frames.next()
        let closing = Task { await client.closeGracefully(timeoutMilliseconds: 20_000) }
        var refused: RPCError?
        while refused == nil {
            let attempt = Task {
                try await client.catalog(options: CallOptions(timeoutMilliseconds: 20))
            }
            if case .failure(let error as RPCError) = await attempt.result,
                error.code == .unavailable
            {
                refused = error
            }
        }
        #expect(refused?.message == "the client was closed")
        held.withLock { $0 }?.reply(frame?.stream ?? 0, data: answer)
        #expect(try await call.value == 7)
        await closing.value

        // A call that was made again after all would wait longer than this test may take.
        let second = try makeClient([server.address]) { configuration in
            configuration.timeoutMilliseconds = 3_600_000
            configuration.retries.backoff.firstMilliseconds = 600_000
            configuration.retries.backoff.maximumMilliseconds = 600_000
        }
        let cut = Task { try await second.catalog() }
        _ = await frames.next()
        second.close()
        let error = await failure { try await cut.value }
        #expect(error?.code == .unavailable)
    }
}
