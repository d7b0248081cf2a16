// Purpose: streams beside calls: who waits for whom, and how streams begin and end.
import EpisodeClient
import Synchronization
import TestSupport
import Testing

private typealias Message = WireMessage

/// Streams of 4 KiB messages that begin with their number, and calls answered at once.
private final class StreamServer: Sendable {
    let server: StubServer
    private let sentCount = Shared()

    init(messageCount: Int, failFirst: Bool = false) throws {
        let shared = sentCount
        server = try StubServer { _, connection in
            while let frame = connection.readFrame() {
                guard frame.type == 1 else { continue }
                guard ["StreamEpisodes", "Other"].contains(frame.request.method) else {
                    connection.reply(frame.stream, data: Message().number(2, 7).asReply)
                    continue
                }
                if failFirst, shared.isFirst() { return }
                for index in 0..<messageCount {
                    let byte = UInt8(truncatingIfNeeded: index)
                    connection.reply(
                        frame.stream, message: [UInt8](repeating: byte, count: 4_096))
                    shared.note()
                }
                var end = PeerConnection.header(stream: frame.stream, type: 3, dataByteCount: 0)
                end[9] = 5
                connection.write(end)
            }
        }
    }

    /// Messages that the system has taken.
    var sent: Int { sentCount.value }

    private final class Shared: Sendable {
        private let count = Atomic<Int>(0)
        private let first = Atomic<Bool>(true)
        var value: Int { count.load(ordering: .relaxed) }
        func note() { count.wrappingAdd(1, ordering: .relaxed) }
        func isFirst() -> Bool { first.exchange(false, ordering: .relaxed) }
    }
}

@Suite(.serialized, .timeLimit(.minutes(2)))
struct StreamTests {
    /// Waits until the server gets no further.
    private func atRest(_ server: StreamServer) async throws -> Int {
        var before = -1
        while server.sent != before {
            before = server.sent
            try await Task.sleep(for: .milliseconds(200))
        }
        return before
    }

    @Test func `a slow reader makes its server wait, and no call and no other stream`()
        async throws
    {
        let messageCount = 10_000
        let server = try StreamServer(messageCount: messageCount)
        let client = try makeClient([server.server.address])
        let slow = try client.stream(.streamEpisodes, [])
        var reader = slow.makeAsyncIterator()
        #expect(try await reader.next()?.first == 0)
        let sent = try await atRest(server)
        // What waits: 1 MiB here and the buffers of the system, far from 40 MB.
        #expect(sent < messageCount * 3 / 4)
        for _ in 0..<100 { #expect(try await client.catalog().episodeCount == 7) }
        var count = 0
        for try await message in try client.stream(.streamEpisodes, []) {
            #expect(message.first == UInt8(truncatingIfNeeded: count))
            count += 1
        }
        #expect(count == messageCount)
        var rest = 1
        while let message = try await reader.next() {
            guard message.first == UInt8(truncatingIfNeeded: rest) else { break }
            rest += 1
        }
        #expect(rest == messageCount)
        #expect(try await reader.next() == nil)
    }

    @Test func `more streams than connections share them and all arrive`() async throws {
        let server = try StreamServer(messageCount: 300)
        let client = try makeClient([server.server.address]) {
            $0.streamConnectionCountPerServerMaximum = 2
        }
        try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<12 {
                group.addTask {
                    var count = 0
                    for try await _ in try client.stream(.streamEpisodes, []) { count += 1 }
                    return count
                }
            }
            for try await count in group { #expect(count == 300) }
        }
        // One for calls, two for streams; one of these may have been closed in between.
        #expect((3...14).contains(server.server.connectionCount))
    }

    @Test func `a stream that is lost before its first message begins again, once it may`()
        async throws
    {
        let server = try StreamServer(messageCount: 3, failFirst: true)
        let client = try makeClient([server.server.address])
        var count = 0
        for try await _ in try client.stream(.streamEpisodes, []) { count += 1 }
        #expect(count == 3)
        let other = try StreamServer(messageCount: 3, failFirst: true)
        let second = try makeClient([other.server.address])
        let once = RPCMethod(service: "test.S", name: "Other")
        let error = await failure {
            for try await _ in try second.stream(once, []) {}
        }
        #expect(error?.code == .unavailable)
    }

    @Test func `a stream can be left at any time and its connection is used again`() async throws {
        let server = try StreamServer(messageCount: 5)
        let client = try makeClient([server.server.address])
        for _ in 0..<20 {
            for try await _ in try client.stream(.streamEpisodes, []) { break }
        }
        #expect(server.server.connectionCount <= 6)
        let waiting = Task {
            for try await _ in try client.stream(.watchCatalog, []) {}
        }
        try await Task.sleep(for: .milliseconds(20))
        waiting.cancel()
        _ = await waiting.result
        #expect(try await client.catalog().episodeCount == 7)
    }

    @Test func `a stream has a time limit that covers everything`() async throws {
        let server = try StubServer { _, connection in connection.waitForEnd() }
        let client = try makeClient([server.address])
        let error = await failure {
            for try await _ in try client.watchCatalog(timeoutMilliseconds: 30) {}
        }
        #expect(error?.code == .deadlineExceeded)
        let closed = "127.0.0.1:\(try ScriptedPeer.freePort())"
        let waiting = try makeClient([closed]) { $0.waitsForReady = true }
        let late = await failure {
            for try await _ in try waiting.watchHealth(timeoutMilliseconds: 30) {}
        }
        #expect(late?.code == .deadlineExceeded)
    }
}
