import GRPCOverHTTP2
import RPCCore
import TestSupport
import Testing

/// Purpose: every call is told of once when it begins and once when it ends, in whatever way.
struct CountingTests {
    typealias H2 = HTTP2Bytes
    private static let (unary, stream, both) = (0, 2, 3)

    @Test func `an answered call has its code`() throws {
        let peer = try Peer()
        peer.feed(H2.call(1, Peer.path, [1]))
        peer.handler = { _, _ in .failed(RPCError(.notFound, "none")) }
        peer.feed(H2.call(3, Peer.path, [1]))
        peer.handler = { _, _ in .replied }
        peer.feed(H2.call(5, Peer.path, [1]))
        #expect(peer.observer.started == [0, 0, 0])
        #expect(peer.observer.ended == [[0, 0], [0, 5], [0, 13]])
    }

    @Test func `calls of unknown methods are calls without a method`() throws {
        let peer = try Peer()
        for (stream, path) in [(1, "/test.S/None"), (3, "/none.S/Do"), (5, "/")] {
            peer.feed(H2.call(UInt32(stream), path, [1]))
        }
        #expect(peer.observer.started == [nil, nil, nil])
        #expect(peer.observer.ended.allSatisfy { $0 == [nil, 12] })
    }

    @Test func `requests that are no calls are not counted`() throws {
        let peer = try Peer()
        peer.feed(H2.call(1, Peer.path, [1], [("content-type", "text/plain")]))
        peer.feed(H2.call(3, Peer.path, [1], [(":method", "GET")]))
        #expect(peer.observer.started.isEmpty && peer.observer.ended.isEmpty)
    }

    @Test func `a call that its client gives up has been cancelled, an answered one has not`()
        throws
    {
        let peer = try Peer()
        peer.source = {
            let stream = CountedStream(1, byteCount: 5)
            stream.waits = true
            return stream
        }
        peer.feed(H2.call(1, Peer.streamPath, [1]))
        peer.feed(H2.headers(3, Peer.path))
        #expect(peer.observer.ended.isEmpty)
        peer.feed(H2.reset(1) + H2.reset(3))
        #expect(peer.observer.ended == [[Self.stream, 1], [Self.unary, 1]])
        peer.feed(H2.call(5, Peer.path, [1]) + H2.reset(5))
        #expect(peer.observer.ended.count == 3)
    }

    @Test func `what is left when the connection goes has been cancelled`() throws {
        let peer = try Peer()
        peer.feed(H2.headers(1, Peer.path) + H2.call(3, Peer.path, [1]))
        peer.connection.release()
        peer.connection.release()
        #expect(peer.observer.ended == [[0, 0], [0, 1]])
    }

    @Test func `a deadline ends calls wherever they are`() throws {
        let peer = try Peer { limits in
            limits.deadlineMillisecondsMaximum = 1_000
            limits.frameArrivalTimeoutMilliseconds = 500
        }
        peer.source = {
            let stream = CountedStream(1, byteCount: 5)
            stream.waits = true
            return stream
        }
        peer.feed(H2.call(1, Peer.path, [1], [("grpc-timeout", "1n")]))
        peer.feed(H2.call(3, Peer.streamPath, [1]))
        peer.feed(H2.headers(5, Peer.path))
        peer.advance(milliseconds: 600)
        peer.advance(milliseconds: 600)
        #expect(peer.observer.ended == [[0, 4], [0, 4], [Self.stream, 4]])
    }

    @Test func `limits are named`() throws {
        let peer = try Peer { limits in
            limits.inFlightPerConnectionMaximum = 2
            limits.readRequestByteCountMaximum = 10
        }
        peer.feed(H2.call(1, Peer.path, Array(repeating: 1, count: 11)))
        #expect(peer.observer.limits == [.requestBytes])
        peer.feed(H2.headers(3, Peer.path) + H2.headers(5, Peer.path) + H2.headers(7, Peer.path))
        #expect(peer.observer.limits == [.requestBytes, .inFlight])
        #expect(peer.observer.started == [0, 0, 0, nil])
        #expect(peer.observer.ended == [[0, 8], [nil, 14]])
        peer.feed(H2.reset(3) + H2.reset(5))
        let many = Array(repeating: ("x", "y"), count: 500)
        peer.feed(H2.call(9, Peer.path, [1], many))
        #expect(peer.observer.limits.last == .headerBytes)
        #expect(peer.observer.ended.last == [0, 8])
        peer.connection.refusesLongRequests = true
        let put = "/test.S/Put"
        let message = H2.message(Array(repeating: 0, count: 20_000))
        peer.feed(H2.headers(11, put) + H2.data(11, Array(message[..<16_000]), flags: 0))
        peer.feed(H2.data(11, Array(message[16_000..<17_000]), flags: 0))
        #expect(peer.observer.limits.last == .bufferedBytes)
    }

    @Test func `an idle connection is ended by a limit once, an abused one at once`() throws {
        let idle = try Peer { $0.idleTimeoutMilliseconds = 20_000 }
        idle.advance(milliseconds: 20_100)
        idle.advance(milliseconds: 20_100)
        #expect(idle.observer.limits == [.idleTimeout])
        let abuser = try Peer()
        var resets: [UInt8] = []
        for stream in stride(from: 1 as UInt32, to: 2_003, by: 2) {
            resets += H2.headers(stream, Peer.path) + H2.reset(stream)
        }
        resets.withUnsafeBytes { abuser.connection.receive($0, now: abuser.now) }
        #expect(abuser.observer.limits == [.rapidReset])
        abuser.work()
        #expect(abuser.observer.limits == [.rapidReset])
    }

    @Test func `a call that streams both ways is one call`() throws {
        let peer = try Peer()
        let message = H2.message([1])
        peer.feed(
            H2.headers(1, Peer.bothWaysPath) + H2.data(1, message, flags: 0)
                + H2.data(1, message, flags: 0))
        #expect(peer.observer.started == [Self.both] && peer.observer.ended.isEmpty)
        peer.feed(H2.data(1, []))
        #expect(peer.observer.ended == [[Self.both, 0]])
    }
}
