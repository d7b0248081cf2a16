// Purpose: what the client says and does when whatever is at the other end misbehaves.
// Method: blocking servers that follow a script; time limits only guard against hangs.
import EpisodeClient
import TestSupport
import Testing

private typealias Message = WireMessage

/// The status that a call ends with.
func failure<Value>(_ call: () async throws -> Value) async -> RPCError? {
    await #expect(throws: RPCError.self) { _ = try await call() }
}

/// A client with short waits, so that tests take no time.
func makeClient(
    _ servers: [String], _ change: (inout ClientConfiguration) -> Void = { _ in }
) throws -> EpisodeClient {
    var configuration = ClientConfiguration(servers: servers)
    configuration.timeoutMilliseconds = 20_000
    configuration.reconnecting.firstMilliseconds = 5
    configuration.reconnecting.maximumMilliseconds = 20
    configuration.retries.backoff.firstMilliseconds = 1
    configuration.retries.backoff.maximumMilliseconds = 5
    change(&configuration)
    return try EpisodeClient(configuration)
}

@Suite(.serialized, .timeLimit(.minutes(2)))
struct BadPeerTests {
    @Test func `a peer that closes at once is UNAVAILABLE and says what it may be`() async throws {
        let server = try StubServer { _, _ in }
        let client = try makeClient([server.address])
        let error = await failure { try await client.catalog() }
        #expect(error?.code == .unavailable)
        #expect(!client.hasHeardServer)
        // Its words are the system's when the request could not even be written.
        let words = ["has answered nothing", "the connection was lost"]
        #expect(words.contains { error?.message.contains($0) == true }, "\(error as Any)")
        #expect((1...3).contains(server.connectionCount))
    }

    @Test func `a peer that never answers costs the time of the call and nothing else`()
        async throws
    {
        let server = try StubServer { _, connection in
            guard let silent = connection.readFrame(), let next = connection.readFrame() else {
                return
            }
            // Too late for the first.
            connection.reply(silent.stream, data: Message().number(2, 1).asReply)
            connection.reply(next.stream, data: Message().number(2, 2).asReply)
            connection.waitForEnd()
        }
        let client = try makeClient([server.address])
        let error = await failure {
            try await client.catalog(options: CallOptions(timeoutMilliseconds: 30))
        }
        #expect(error?.code == .deadlineExceeded)
        #expect(try await client.catalog().episodeCount == 2)
        #expect(server.connectionCount == 1)
    }

    @Test(arguments: [
        ("HTTP/1.1 400 Bad Request\r\n\r\n", "HTTP"), ("\u{15}\u{3}\u{1}\0\u{2}\u{2}F", "TLS"),
        ("\0\0\u{12}\u{4}\0\0\0\0\0\0\0", "HTTP/2"), ("\u{1}garbage", "another protocol"),
    ])
    func `another protocol on the port is told at once, once, and while nothing changes`(
        greeting: String, name: String
    ) async throws {
        let server = try StubServer { _, connection in
            _ = connection.read(1)
            connection.write(Array(greeting.utf8))
            connection.waitForEnd()
        }
        let client = try makeClient([server.address]) {
            $0.reconnecting.firstMilliseconds = 60_000
            $0.reconnecting.maximumMilliseconds = 60_000
        }
        for _ in 0..<2 {
            let error = await failure { try await client.catalog() }
            #expect(error?.code == .unavailable)
            #expect(error?.message.hasSuffix("(it looks like \(name))") == true)
        }
        #expect(server.connectionCount == 1)
        #expect(!client.hasHeardServer)
    }

    @Test func `garbage behind a good reply ends the connection and the next call gets another`()
        async throws
    {
        let server = try StubServer { _, connection in
            guard let frame = connection.readFrame() else { return }
            connection.reply(frame.stream, data: Message().number(2, 7).asReply)
            connection.write([0xFF, 0xFF])
            connection.waitForEnd()
        }
        let client = try makeClient([server.address])
        for _ in 0..<5 { #expect(try await client.catalog().episodeCount == 7) }
        #expect(server.connectionCount >= 2)
    }

    @Test func `half a reply and a reset fail the call with the place, and it is made again`()
        async throws
    {
        let server = try StubServer { number, connection in
            guard let frame = connection.readFrame() else { return }
            guard number > 0 else {
                connection.write(
                    PeerConnection.header(stream: frame.stream, type: 2, dataByteCount: 50) + [18])
                _ = connection.readFrame()
                return connection.endWithReset()
            }
            connection.reply(frame.stream, data: Message().number(2, 7).asReply)
            connection.waitForEnd()
        }
        let client = try makeClient([server.address])
        let once = RPCMethod(service: "test.S", name: "Once")
        // A second request makes the peer go on to its reset.
        async let other = client.call(.getCatalog, [])
        let error = await failure { try await client.call(once, []) }
        _ = try await other
        #expect(error?.code == .unavailable)
        #expect(error?.message.hasSuffix("in the middle of a reply") == true, "\(error as Any)")
        #expect(server.connectionCount == 2)
    }

    @Test func `replies to nobody and to those who went away are passed over`() async throws {
        let (sent, saysSent) = AsyncStream.makeStream(of: Void.self)
        let server = try StubServer { _, connection in
            guard let first = connection.readFrame() else { return }
            saysSent.finish()
            guard let second = connection.readFrame() else { return }
            for stream in [4_711, first.stream, second.stream + 100] {
                connection.reply(stream, data: Message().number(2, 1).asReply)
            }
            connection.reply(second.stream, data: Message().number(2, 2).asReply)
            connection.waitForEnd()
        }
        let client = try makeClient([server.address])
        let task = Task { try await client.catalog() }
        for await _ in sent {}
        task.cancel()
        let error = await failure { try await task.value }
        #expect(error?.code == .cancelled)
        #expect(try await client.catalog().episodeCount == 2)
        #expect(server.connectionCount == 1)
    }

    @Test func `a server that ends in order answers what it has and later calls go elsewhere`()
        async throws
    {
        let server = try StubServer { _, connection in
            // Answers ten, then goes: calls that came later were never seen.
            for _ in 0..<10 {
                guard let frame = connection.readFrame() else { return }
                connection.reply(frame.stream, data: Message().number(2, 3).asReply)
            }
        }
        let client = try makeClient([server.address]) { $0.retries.attemptCountMaximum = 20 }
        for _ in 0..<100 { #expect(try await client.catalog().episodeCount == 3) }
        #expect((10...40).contains(server.connectionCount))
    }
}
