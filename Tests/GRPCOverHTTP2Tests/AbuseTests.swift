import GRPCOverHTTP2
import RPCCore
import TestSupport
import Testing

/// Purpose: what costs a server much and a client little ends the connection, with a reason; what
/// honest clients do often does not.
struct AbuseTests {
    typealias H2 = HTTP2Bytes

    private func expectEnd(
        _ peer: Peer, _ end: GRPCServerConnection.End, code: Int?,
        _ location: SourceLocation = #_sourceLocation
    ) {
        #expect(peer.connection.end == end, sourceLocation: location)
        #expect(peer.connection.isOver, sourceLocation: location)
        #expect(peer.goAways.last?.errorCode == code, sourceLocation: location)
    }

    @Test func `calls begun and taken back at once end the connection`() throws {
        let peer = try Peer()
        for number in 0..<1_001 {
            let stream = UInt32(1 + 2 * number)
            peer.feed(H2.headers(stream, Peer.path) + H2.reset(stream))
        }
        expectEnd(peer, .abuse(.rapidReset), code: 11)
        #expect(peer.goAways.last?.text == "rapid_reset")
        #expect(peer.calls.isEmpty)
    }

    @Test func `the same of whole calls ends it too, and none of them runs`() throws {
        let peer = try Peer()
        for number in 0..<1_001 {
            let stream = UInt32(1 + 2 * number)
            peer.feed(H2.call(stream, Peer.path, [1]) + H2.reset(stream))
        }
        expectEnd(peer, .abuse(.rapidReset), code: 11)
        #expect(peer.calls.isEmpty)
    }

    @Test func `clients that give up answered calls, or waiting ones at their deadlines, go on`()
        throws
    {
        let peer = try Peer()
        for number in 0..<2_000 {
            let stream = UInt32(1 + 2 * number)
            peer.feed(H2.call(stream, Peer.path, [1]))
            peer.feed(H2.reset(stream))
            peer.advance(milliseconds: 2)
        }
        #expect(peer.connection.end == nil)
        peer.handler = { _, _ in .retry(afterMilliseconds: 5) }
        for number in 2_000..<4_000 {
            let stream = UInt32(1 + 2 * number)
            peer.feed(H2.call(stream, Peer.path, [1]))
            peer.advance(milliseconds: 2)
            peer.feed(H2.reset(stream))
        }
        #expect(peer.connection.end == nil)
        #expect(peer.calls.count == 4_000)
    }

    @Test func `header fields that go on for ever end the connection`() throws {
        let peer = try Peer()
        peer.feed(H2.frame(.headers, stream: 1, H2.fields(H2.head(Peer.path))))
        for _ in 0..<20 { peer.feed(H2.frame(.continuation, stream: 1)) }
        expectEnd(peer, .abuse(.headers), code: 11)
    }

    @Test func `header fields that unfold to too much are refused, and far too much ends it`()
        throws
    {
        let peer = try Peer()
        // One field put into the table, then named again and again by one byte.
        let field =
            [0x40] + [1] + Array("x".utf8) + [127, 0x81, 0x17]
            + [UInt8](repeating: 97, count: 3_072)
        let small = H2.fields(H2.head(Peer.path)) + field + [UInt8](repeating: 0xBE, count: 5)
        peer.feed(
            H2.frame(.headers, flags: H2.endHeaders, stream: 1, small)
                + H2.data(1, H2.message([1])) + H2.call(3, Peer.path, [1]))
        #expect(peer.outcome(1).status == 8)
        #expect(peer.outcome(3).status == 0)
        let bomb = H2.fields(H2.head(Peer.path)) + [UInt8](repeating: 0xBE, count: 10_000)
        peer.feed(H2.frame(.headers, flags: H2.endHeaders, stream: 5, bomb))
        expectEnd(peer, .abuse(.headers), code: 11)
    }

    @Test func `SETTINGS, PRIORITY and empty DATA without end end the connection`() throws {
        let floods: [[UInt8]] = [
            H2.settings(), H2.frame(.priority, stream: 1, [0, 0, 0, 0, 1]),
            H2.data(1, [], flags: 0), H2.windowUpdate(0, 1),
        ]
        for flood in floods {
            let peer = try Peer()
            peer.feed(H2.headers(1, Peer.path))
            for _ in 0..<2_100 { peer.feed(flood) }
            expectEnd(peer, .abuse(.controlFrames), code: 11)
        }
    }

    @Test func `acknowledgements that nobody reads are bounded`() throws {
        let peer = try Peer()
        peer.sinkByteCountMaximum = 0
        for _ in 0..<30 { peer.feed((0..<100).flatMap { _ in H2.settings() }) }
        #expect(peer.connection.end != nil)
    }

    @Test func `PINGs every ten seconds are welcome, with and without calls`() throws {
        let peer = try Peer { $0.idleTimeoutMilliseconds = 10_000_000 }
        for number in 0..<200 {
            peer.advance(milliseconds: 10_000)
            peer.feed(H2.ping(UInt8(number)))
        }
        #expect(peer.connection.end == nil)
        #expect(peer.reader.frames.filter { $0.type == 6 && $0.flags == 1 }.count == 200)
        // Clients measure their bandwidth by PINGs beside their calls.
        for number in 0..<500 {
            peer.feed(H2.ping(1) + H2.call(UInt32(1 + 2 * number), Peer.path, [1]))
        }
        #expect(peer.connection.end == nil)
    }

    @Test func `PINGs far faster than that end the connection`() throws {
        let peer = try Peer()
        for _ in 0..<20 {
            peer.advance(milliseconds: 1_000)
            peer.feed(H2.ping())
        }
        expectEnd(peer, .abuse(.pings), code: 11)
        #expect(peer.goAways.last?.text == "too_many_pings")
    }

    @Test func `faults that make the server reset its streams end the connection`() throws {
        let peer = try Peer()
        for number in 0..<150 {
            let stream = UInt32(1 + 2 * number)
            // Whole calls, and then a window beyond all bounds, which is a stream's fault.
            peer.holdsCalls = true
            peer.feed(H2.call(stream, Peer.path, [1]) + H2.windowUpdate(stream, 0x7FFF_FFFF))
        }
        #expect(peer.connection.end == .abuse(.provokedReset))
    }

    @Test func `another protocol is told apart by its first bytes`() throws {
        for text in ["POST / HTTP/1.1\r\n\r\n.............", "PRI * HTTP/1.1\r\n\r\nSM\r\n\r\n"] {
            let peer = try Peer(handshake: false)
            peer.feed(Array(text.utf8))
            #expect(peer.connection.end == .wrongProtocol)
            #expect(peer.goAways.isEmpty)
        }
    }

    @Test func `frames that break the protocol end one stream or the connection, with a reason`()
        throws
    {
        let headers = { (flags: UInt8, payload: [UInt8]) in
            H2.frame(.headers, flags: flags | H2.endHeaders, stream: 1, payload)
        }
        let broken: [(bytes: [UInt8], code: Int)] = [
            (headers(H2.padded, [200] + H2.fields(H2.head(Peer.path))), 1),
            (headers(0x20, [0, 0]), 6),
            (headers(H2.endStream, [0xFF] + [UInt8](repeating: 0xFF, count: 12)), 9),
            (H2.data(0, [1]), 1), (H2.frame(.settings, [0, 1, 2]), 6),
            (H2.headers(2, Peer.path), 1), (H2.frame(.continuation, stream: 1), 1),
            (H2.frame(.windowUpdate, H2.word(0)), 1), (H2.frame(.ping, [1]), 6),
        ]
        for (bytes, code) in broken {
            let peer = try Peer()
            peer.feed(bytes)
            #expect(peer.goAways.last?.errorCode == code, "\(bytes.prefix(12))")
            #expect(peer.connection.isOver, "\(bytes.prefix(12))")
        }
    }

    @Test func `frames of kinds that nobody knows are passed over`() throws {
        let peer = try Peer()
        for type: UInt8 in [10, 12, 16, 99, 255] {
            peer.feed(H2.frame(type, [0, 0]) + H2.frame(type, stream: 1, [1, 2, 3]))
        }
        peer.feed(H2.call(1, Peer.path, [1]))
        #expect(peer.outcome(1).status == 0)
    }
}
