import GRPCOverHTTP2
import RPCCore
import TestSupport
import Testing

/// Purpose: connections end in good order: two GOAWAYs, and no call lost between them.
struct DrainTests {
    typealias H2 = HTTP2Bytes

    @Test func `a drain says so twice, answers what comes meanwhile, and is over`() throws {
        let peer = try Peer()
        peer.handler = { _, _ in .retry(afterMilliseconds: 5) }
        peer.feed(H2.call(1, Peer.path, [1]))
        peer.handler = nil
        peer.connection.beginDrain(.shutdown, now: peer.now)
        peer.work()
        #expect(peer.goAways.map(\.lastStream) == [0x7FFF_FFFF])
        #expect(peer.goAways[0].errorCode == 0)
        // Sent before the client had read the notice.
        peer.feed(H2.call(3, Peer.path, [3]))
        #expect(peer.outcome(3).messages == [[3]])
        let ping = try #require(peer.reader.frames.last { $0.type == 6 && $0.flags == 0 })
        peer.feed(H2.frame(.ping, flags: 1, ping.payload))
        #expect(peer.goAways.map(\.lastStream) == [0x7FFF_FFFF, 3])
        #expect(peer.goAways[1].text == "server_shutdown")
        #expect(!peer.connection.isOver)
        // The client may send this one to another server.
        peer.feed(H2.call(5, Peer.path, [5]))
        #expect(peer.reader.frames(of: 5).isEmpty)
        _ = try #require(peer.connection.resume(1))
        peer.writer.open(peer.connection)
        peer.writer.beginReply(byteCount: 1)[0] = 1
        _ = peer.writer.finish(.replied)
        peer.work()
        #expect(peer.outcome(1).messages == [[1]])
        #expect(peer.connection.isOver)
        #expect(peer.connection.isQuiet)
    }

    @Test func `a client that never answers the notice is waited for a moment`() throws {
        let peer = try Peer()
        peer.connection.beginDrain(.shutdown, now: peer.now)
        peer.work()
        #expect(!peer.connection.isQuiet)
        peer.advance(milliseconds: 250)
        #expect(peer.goAways.count == 2)
        #expect(peer.connection.isOver)
    }

    @Test func `a connection without calls ends after the idle time, however it pings`() throws {
        let peer = try Peer { $0.idleTimeoutMilliseconds = 60_000 }
        peer.feed(H2.call(1, Peer.path, [1]))
        for _ in 0..<5 {
            peer.advance(milliseconds: 10_000)
            peer.feed(H2.ping())
        }
        #expect(peer.goAways.isEmpty)
        peer.advance(milliseconds: 10_100)
        #expect(peer.goAways.count == 1)
        peer.advance(milliseconds: 300)
        #expect(peer.goAways.last?.text == "max_idle")
        #expect(peer.connection.isOver)
    }

    @Test func `a connection with a call is not idle`() throws {
        let peer = try Peer { $0.idleTimeoutMilliseconds = 1_000 }
        let stream = CountedStream(1, byteCount: 1)
        stream.waits = true
        peer.source = { stream }
        peer.feed(H2.call(1, Peer.streamPath, [1]))
        peer.advance(milliseconds: 20_000)
        #expect(peer.goAways.isEmpty)
    }

    @Test func `a connection ends at its age, give or take a tenth, and finishes its calls`() throws
    {
        let peer = try Peer { limits in
            limits.connectionAgeMaximumMilliseconds = 30_000
            limits.deadlineMillisecondsMaximum = 600_000
        }
        let stream = CountedStream(1, byteCount: 1)
        stream.waits = true
        peer.source = { stream }
        peer.feed(H2.call(1, Peer.streamPath, [1]))
        peer.advance(milliseconds: 26_900)
        #expect(peer.goAways.isEmpty)
        peer.advance(milliseconds: 6_200)
        peer.advance(milliseconds: 300)
        #expect(peer.goAways.last?.text == "max_age")
        #expect(!peer.connection.isOver)
        stream.waits = false
        peer.connection.wake(1)
        peer.work()
        #expect(peer.outcome(1).status == 0)
        #expect(peer.connection.isOver)
    }

    @Test func `the age is looked after from the beginning`() throws {
        let peer = try Peer { $0.connectionAgeMaximumMilliseconds = 1_000 }
        #expect(peer.connection.nextExpiry <= peer.now.advanced(byMilliseconds: 1_100))
    }

    @Test func `a client that sends no more gets the answers to what was whole`() throws {
        let peer = try Peer()
        peer.holdsCalls = true
        peer.feed(H2.call(1, Peer.path, [1]) + H2.headers(3, Peer.path))
        peer.connection.endInput()
        peer.holdsCalls = false
        peer.work()
        #expect(peer.outcome(1).status == 0)
        #expect(peer.outcome(3).resetCode == 8)
        #expect(peer.connection.isQuiet)
    }

    @Test func `a stop tells every call`() throws {
        let peer = try Peer()
        peer.handler = { _, _ in .retry(afterMilliseconds: 5) }
        peer.feed(H2.call(1, Peer.path, [1]) + H2.headers(3, Peer.path))
        peer.connection.failAll(RPCError(.unavailable, "stopping"))
        peer.work()
        #expect([1, 3].map { peer.outcome($0).status } == [14, 14])
    }
}
