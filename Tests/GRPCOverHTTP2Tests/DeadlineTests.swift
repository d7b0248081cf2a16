import GRPCOverHTTP2
import RPCCore
import TestSupport
import Testing

/// Purpose: a call ends at its deadline wherever it is: before its request is whole, in the line,
/// with its handler, or half sent.
struct DeadlineTests {
    typealias H2 = HTTP2Bytes

    @Test(arguments: ["1n", "0m", "0S"]) func `a deadline that cannot be met is not tried`(
        timeout: String
    ) throws {
        let peer = try Peer()
        peer.feed(H2.call(1, Peer.path, [1], [("grpc-timeout", timeout)]))
        #expect(peer.outcome(1).status == 4)
        #expect(peer.outcome(1).headerCount == 1)
        #expect(peer.calls.isEmpty)
    }

    @Test(arguments: ["", "5", "-1S", "1x", "100000000S"])
    func `a timeout of no form is refused and the connection lives`(timeout: String) throws {
        let peer = try Peer()
        peer.feed(
            H2.call(1, Peer.path, [1], [("grpc-timeout", timeout)]) + H2.call(3, Peer.path, [1]))
        #expect(peer.outcome(1).status == 3)
        #expect(peer.outcome(3).status == 0)
    }

    @Test func `a call gets the deadline it asks for, within the server's bounds`() throws {
        let peer = try Peer { limits in
            limits.defaultDeadlineMilliseconds = 5_000
            limits.deadlineMillisecondsMaximum = 20_000
        }
        for (stream, timeout) in [(1, "3S"), (3, "99999999H"), (5, nil)] as [(UInt32, String?)] {
            peer.feed(
                H2.call(
                    stream, Peer.path, [], timeout.map { [("grpc-timeout", $0)] } ?? []))
        }
        let waits = peer.calls.map { $0.call.deadline.nanoseconds(since: $0.call.arrival) }
        #expect(waits == [3_000_000_000, 20_000_000_000, 5_000_000_000])
    }

    @Test func `a request that does not come whole is given up`() throws {
        let peer = try Peer { $0.frameArrivalTimeoutMilliseconds = 2_000 }
        peer.feed(H2.headers(1, Peer.path) + H2.data(1, [0, 0], flags: 0))
        peer.advance(milliseconds: 1_900)
        #expect(!peer.outcome(1).isEnded)
        peer.advance(milliseconds: 200)
        #expect(peer.outcome(1).status == 4)
        #expect(peer.outcome(1).resetCode == 0)
        #expect(peer.observer.limits == [.frameTimeout])
        #expect(peer.connection.callCount == 0)
        #expect(peer.connection.requestByteCount == 0)
        peer.feed(H2.call(3, Peer.path, [1]))
        #expect(peer.outcome(3).status == 0)
    }

    @Test func `header fields that do not end close the connection`() throws {
        let peer = try Peer { $0.frameArrivalTimeoutMilliseconds = 2_000 }
        peer.feed(H2.frame(.headers, stream: 1, H2.fields(H2.head(Peer.path))))
        peer.advance(milliseconds: 2_100)
        #expect(peer.connection.end == .tooSlow)
        #expect(peer.observer.limits == [.frameTimeout])
        #expect(peer.connection.isOver)
        #expect(peer.goAways.first?.errorCode == 11)
    }

    @Test func `header fields that break the rules end their stream and nothing else`() throws {
        let peer = try Peer { $0.frameArrivalTimeoutMilliseconds = 2_000 }
        peer.feed(H2.headers(1, Peer.path, [("x-a", "b\r\nc")]))
        #expect(peer.outcome(1).resetCode == 1)
        peer.advance(milliseconds: 2_100)
        #expect(peer.connection.end == nil)
        peer.feed(H2.call(3, Peer.path, [1]))
        #expect(peer.outcome(3).status == 0)
    }

    @Test func `a call that is refused at its header fields leaves nothing behind`() throws {
        let peer = try Peer { limits in
            limits.frameArrivalTimeoutMilliseconds = 2_000
            limits.inFlightPerConnectionMaximum = 1
        }
        peer.feed(H2.headers(1, Peer.path) + H2.headers(3, Peer.path))
        #expect(peer.outcome(3).resetCode == 7)
        peer.feed(H2.data(1, H2.message([1])))
        peer.advance(milliseconds: 2_100)
        #expect(peer.connection.end == nil)
        peer.feed(H2.call(5, Peer.path, [1]))
        #expect(peer.outcome(5).status == 0)
    }

    @Test func `a client that never says its settings is let go`() throws {
        let peer = try Peer(handshake: false)
        peer.feed(H2.preface)
        peer.advance(milliseconds: 9_900)
        #expect(peer.connection.end == nil)
        peer.advance(milliseconds: 200)
        #expect(peer.connection.isOver && peer.goAways.first?.errorCode == 1)
        #expect(peer.observer.limits == [.frameTimeout])
    }

    @Test func `a call in the line, or kept for later, ends at its deadline`() throws {
        let peer = try Peer()
        peer.handler = { _, _ in .retry(afterMilliseconds: 5) }
        peer.feed(H2.call(1, Peer.path, [1], [("grpc-timeout", "100m")]))
        peer.holdsCalls = true
        peer.feed(H2.call(3, Peer.path, [1], [("grpc-timeout", "50m")]))
        peer.advance(milliseconds: 60)
        #expect(peer.outcome(3).status == 4)
        #expect(!peer.outcome(1).isEnded)
        peer.advance(milliseconds: 60)
        #expect(peer.outcome(1).status == 4)
        #expect(peer.connection.takeAbandoned() == [1])
        #expect(peer.connection.resume(1) == nil)
        #expect(peer.connection.callCount == 0)
    }

    @Test func `a kept call is answered when it is taken up again`() throws {
        let peer = try Peer()
        peer.handler = { _, _ in .retry(afterMilliseconds: 5) }
        peer.feed(H2.call(1, Peer.path, [1]))
        #expect(peer.reader.frames(of: 1).isEmpty)
        let call = try #require(peer.connection.resume(1))
        #expect(call.stream == 1)
        peer.writer.open(peer.connection)
        peer.writer.beginReply(byteCount: 1)[0] = 42
        #expect(peer.writer.finish(.replied) == nil)
        peer.work()
        #expect(peer.outcome(1).messages == [[42]])
    }

    @Test func `a reply whose client gives no room is taken back at the deadline`() throws {
        let peer = try Peer(settings: [(4, 1_000)])
        peer.feed(
            H2.call(1, Peer.path, [UInt8](repeating: 1, count: 5_000), [("grpc-timeout", "1S")]))
        #expect(peer.connection.replyByteCount == 4_005)
        peer.advance(milliseconds: 1_100)
        #expect(peer.outcome(1).resetCode == 8)
        #expect(peer.connection.replyByteCount == 0)
        #expect(peer.connection.callCount == 0)
    }

    @Test func `a deadline that is long past does not call for attention again and again`() throws {
        let peer = try Peer(settings: [(4, 0)])
        peer.feed(H2.call(1, Peer.path, [1], [("grpc-timeout", "1S")]))
        peer.sinkByteCountMaximum = 0
        peer.advance(milliseconds: 1_100)
        #expect(peer.connection.nextExpiry > peer.now)
    }
}
