import GRPCOverHTTP2
import RPCCore
import TestSupport
import Testing

/// Purpose: calls with more than one message, either way.
struct StreamTests {
    typealias H2 = HTTP2Bytes

    @Test func `a stream sends its messages and ends with its status`() throws {
        let peer = try Peer()
        peer.source = { CountedStream(5, byteCount: 10) }
        peer.feed(H2.call(1, Peer.streamPath, [1]))
        #expect(peer.outcome(1).messages.map(\.count) == [10, 10, 10, 10, 10])
        #expect(peer.outcome(1).status == 0)
        #expect(peer.outcome(1).headerCount == 2)
        #expect(peer.connection.openStreamCount == 0)
    }

    @Test func `a stream without a message still ends with its status`() throws {
        let peer = try Peer()
        peer.source = { CountedStream(0, byteCount: 0) }
        peer.feed(H2.call(1, Peer.streamPath, [1]))
        #expect(peer.outcome(1).messages.isEmpty)
        #expect(peer.outcome(1).status == 0)
        #expect(peer.outcome(1).isEnded)
    }

    @Test func `a slow client slows its stream, which stays within its bound`() throws {
        let peer = try Peer()
        let stream = CountedStream(1_000, byteCount: 10_000)
        peer.source = { stream }
        peer.feed(H2.call(1, Peer.streamPath, [1]))
        // 65,535 bytes are in the client's window, as many wait, and one message.
        #expect(stream.sentCount <= 14)
        #expect(peer.connection.replyByteCount <= 65_536 + 10_005)
        // Another call is answered meanwhile, but for the connection's window.
        peer.feed(H2.windowUpdate(0, 1_000) + H2.call(3, Peer.path, [3]))
        #expect(peer.outcome(3).status == 0)
        for _ in 0..<300 { peer.feed(H2.windowUpdate(0, 50_000) + H2.windowUpdate(1, 50_000)) }
        #expect(stream.sentCount == 1_000)
        #expect(peer.outcome(1).messages.count == 1_000)
        #expect(peer.outcome(1).status == 0)
    }

    @Test func `PINGs are welcome while a long answer goes out`() throws {
        let peer = try Peer()
        peer.source = { CountedStream(200, byteCount: 10_000) }
        peer.feed(H2.call(1, Peer.streamPath, [1]))
        var pingCount = 0
        while peer.outcome(1).messages.count < 200, pingCount < 100 {
            peer.feed(H2.windowUpdate(0, 50_000) + H2.windowUpdate(1, 50_000) + H2.ping())
            pingCount += 1
        }
        #expect(pingCount > 20)
        #expect(peer.outcome(1).messages.count == 200)
        #expect(peer.outcome(1).status == 0)
        #expect(peer.connection.end == nil)
    }

    @Test func `a stream that waits goes on when it is woken`() throws {
        let peer = try Peer()
        let stream = CountedStream(1, byteCount: 1)
        stream.waits = true
        peer.source = { stream }
        peer.feed(H2.call(1, Peer.streamPath, [1]))
        #expect(peer.outcome(1).messages.count == 1)
        #expect(!peer.connection.hasReadyStreams)
        stream.waits = false
        peer.connection.wake(99)
        peer.connection.wake(1)
        peer.work()
        #expect(peer.outcome(1).status == 0)
    }

    @Test func `a stream is let go when its client gives it up`() throws {
        let peer = try Peer()
        weak var held: CountedStream?
        peer.source = {
            let stream = CountedStream(1, byteCount: 1)
            stream.waits = true
            held = stream
            return stream
        }
        peer.feed(H2.call(1, Peer.streamPath, [1]))
        #expect(held != nil)
        #expect(peer.connection.openStreamCount == 1)
        peer.feed(H2.reset(1))
        #expect(held == nil)
        #expect(peer.connection.openStreamCount == 0)
    }

    @Test func `a stream that fails before its first message fails in header fields alone`() throws
    {
        final class Failing: ReplyStream {
            var count = 0
            init(count: Int) { self.count = count }
            func next(now: MonotonicTime, into reply: any ReplyTarget) -> StreamStep {
                count -= 1
                guard count >= 0 else { return .failed(RPCError(.aborted, "no more")) }
                reply.beginReply(byteCount: 1)[0] = 1
                return .message
            }
        }
        let peer = try Peer()
        peer.source = { Failing(count: 0) }
        peer.feed(H2.call(1, Peer.streamPath, [1]))
        #expect(peer.outcome(1).headerCount == 1)
        peer.source = { Failing(count: 2) }
        peer.feed(H2.call(3, Peer.streamPath, [1]))
        #expect(peer.outcome(3).headerCount == 2)
        #expect(peer.outcome(3).messages.count == 2)
        #expect([1, 3].map { peer.outcome($0).status } == [10, 10])
        #expect(peer.outcome(3).field("grpc-message") == "no more")
    }

    @Test func `a stream beyond its deadline ends with that status`() throws {
        let peer = try Peer()
        let stream = CountedStream(1, byteCount: 1)
        stream.waits = true
        peer.source = { stream }
        peer.feed(H2.call(1, Peer.streamPath, [1], [("grpc-timeout", "1S")]))
        peer.advance(milliseconds: 1_100)
        #expect(peer.outcome(1).messages.count == 1)
        #expect(peer.outcome(1).status == 4)
        #expect(peer.connection.openStreamCount == 0 && peer.connection.callCount == 0)
    }

    @Test
    func `what a slow client has not taken at the deadline goes out before the status, or not`()
        throws
    {
        for readsLater in [true, false] {
            let peer = try Peer(settings: [(4, 1_000)])
            peer.source = { CountedStream(100, byteCount: 2_000) }
            peer.feed(H2.call(1, Peer.streamPath, [1], [("grpc-timeout", "1S")]))
            peer.advance(milliseconds: 1_100)
            #expect(!peer.outcome(1).isEnded && peer.connection.openStreamCount == 0)
            peer.advance(milliseconds: 4_000)
            #expect(!peer.outcome(1).isEnded && peer.outcome(1).resetCode == nil)
            if readsLater {
                peer.feed(H2.windowUpdate(1, 1_000_000) + H2.windowUpdate(0, 1_000_000))
                #expect(peer.outcome(1).status == 4 && peer.outcome(1).messages.count > 30)
            } else {
                peer.advance(milliseconds: 1_100)
                #expect(peer.outcome(1).resetCode == 8)
            }
            #expect(peer.connection.replyByteCount == 0 && peer.connection.callCount == 0)
            #expect(peer.observer.ended == [[2, 4]])
        }
    }

    @Test func `calls given up in the line do not pile up while replies stall`() throws {
        let peer = try Peer(settings: [(4, 1_000)]) { limits in
            limits.unsentByteCountMaximum = 1_000
            limits.inFlightPerConnectionMaximum = 4
            limits.earlyResetCountMaximum = 1_000_000
        }
        peer.feed(H2.call(1, Peer.path, [UInt8](repeating: 1, count: 5_000)))
        #expect(peer.connection.replyByteCount > 1_000)
        var stream: UInt32 = 3
        for _ in 0..<2_000 {
            peer.feed(H2.call(stream, Peer.path, [1]))
            peer.feed(H2.reset(stream))
            stream += 2
        }
        #expect(peer.connection.waitingIDCount <= 2 * 4 + 64)
        peer.feed(H2.call(stream, Peer.path, [9]))
        peer.feed(H2.windowUpdate(1, 1_000_000))
        peer.work()
        #expect(peer.outcome(stream).messages == [[9]])
    }

    @Test func `each message of a call that streams both ways has one answer, in order`() throws {
        let peer = try Peer()
        peer.feed(
            H2.headers(1, Peer.bothWaysPath)
                + H2.data(1, H2.message([1]) + H2.message([2]) + [0, 0], flags: 0))
        #expect(peer.outcome(1).messages == [[1], [2]])
        #expect(!peer.outcome(1).isEnded)
        peer.feed(H2.data(1, [0, 0, 1, 3], flags: 0))
        #expect(peer.outcome(1).messages == [[1], [2], [3]])
        peer.feed(H2.data(1, H2.message([4])))
        #expect(peer.outcome(1).messages == [[1], [2], [3], [4]])
        #expect(peer.outcome(1).status == 0)
        #expect(peer.connection.requestByteCount == 0)
        #expect(peer.connection.callCount == 0)
    }

    @Test func `a call both ways may end without a message, and not inside one`() throws {
        let peer = try Peer()
        peer.feed(H2.headers(1, Peer.bothWaysPath) + H2.data(1, []))
        peer.feed(H2.headers(3, Peer.bothWaysPath) + H2.data(3, H2.message([1]) + [0]))
        peer.feed(H2.headers(5, Peer.bothWaysPath, flags: H2.endStream))
        #expect([1, 3, 5].map { peer.outcome($0).status } == [0, 13, 0])
        #expect(peer.outcome(3).messages == [[1]])
    }

    @Test func `a call both ways ends with the first failure`() throws {
        let peer = try Peer()
        peer.handler = { payload, reply in
            guard payload != [2] else { return .failed(RPCError(.notFound, "no")) }
            reply.beginReply(byteCount: 1)[0] = payload[0]
            return .replied
        }
        peer.feed(
            H2.headers(1, Peer.bothWaysPath)
                + H2.data(1, H2.message([1]) + H2.message([2]) + H2.message([3]), flags: 0))
        #expect(peer.outcome(1).messages == [[1]])
        #expect(peer.outcome(1).status == 5)
        #expect(peer.outcome(1).resetCode == 0)
        #expect(peer.calls.count == 2)
    }

    @Test func `messages that nobody waits for are bounded`() throws {
        let peer = try Peer { $0.readRequestByteCountMaximum = 1_000 }
        peer.holdsCalls = true
        peer.feed(H2.headers(1, Peer.bothWaysPath))
        for _ in 0..<10 {
            peer.feed(H2.data(1, H2.message([UInt8](repeating: 1, count: 900)), flags: 0))
        }
        #expect(peer.outcome(1).status == 8)
        #expect(peer.connection.requestByteCount == 0)
        peer.holdsCalls = false
        peer.feed(
            H2.headers(3, Peer.bothWaysPath)
                + H2.data(3, H2.message([1]) + [0, 0, 0, 5, 0], flags: 0))
        #expect(peer.outcome(3).messages == [[1]])
        #expect(peer.outcome(3).status == 8)
    }
}
