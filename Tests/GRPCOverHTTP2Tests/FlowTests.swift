import GRPCOverHTTP2
import RPCCore
import TestSupport
import Testing

/// Purpose: windows both ways, and the bounds on what a connection holds.
struct FlowTests {
    typealias H2 = HTTP2Bytes

    @Test func `own windows are topped up, so a connection takes requests without end`() throws {
        let peer = try Peer()
        for number in 0..<1_000 {
            peer.feed(
                H2.call(UInt32(1 + 2 * number), Peer.path, [UInt8](repeating: 1, count: 10_000)))
            if number % 4 == 3 { peer.feed(H2.windowUpdate(0, 40_020)) }
        }
        #expect(peer.calls.count == 1_000)
        #expect((0..<1_000).allSatisfy { peer.outcome(UInt32(1 + 2 * $0)).status == 0 })
    }

    @Test func `a long reply goes out as its client opens its windows`() throws {
        let peer = try Peer()
        peer.handler = { _, reply in
            reply.beginReply(byteCount: 300_000).initializeMemory(as: UInt8.self, repeating: 7)
            return .replied
        }
        peer.feed(H2.call(1, Peer.path, []))
        #expect(peer.connection.replyByteCount == 300_005 - 65_535)
        #expect(!peer.outcome(1).isEnded)
        for _ in 0..<10 {
            peer.feed(H2.windowUpdate(0, 50_000) + H2.windowUpdate(1, 50_000))
        }
        #expect(peer.outcome(1).status == 0)
        #expect(peer.outcome(1).messages.first?.count == 300_000)
        #expect(peer.connection.replyByteCount == 0)
    }

    @Test func `calls wait while too much of what was answered is not taken`() throws {
        let peer = try Peer { $0.unsentByteCountMaximum = 200_000 }
        peer.handler = { _, reply in
            reply.beginReply(byteCount: 100_000).initializeMemory(as: UInt8.self, repeating: 1)
            return .replied
        }
        var bytes: [UInt8] = []
        for number in 0..<50 { bytes += H2.call(UInt32(1 + 2 * number), Peer.path, [1]) }
        peer.feed(bytes)
        // The last one that is let in may exceed the bound, and the client's windows take some.
        #expect(peer.calls.count <= 4)
        #expect(peer.connection.replyByteCount <= 300_005)
        peer.feed(H2.windowUpdate(0, 1_000_000_000))
        for number in 0..<50 { peer.feed(H2.windowUpdate(UInt32(1 + 2 * number), 100_000)) }
        #expect(peer.calls.count == 50)
        #expect((0..<50).allSatisfy { peer.outcome(UInt32(1 + 2 * $0)).status == 0 })
        #expect(peer.connection.replyByteCount == 0)
    }

    @Test func `produced frames stay within their bound and go on where they stopped`() throws {
        let peer = try Peer(settings: [(4, 1 << 30)])
        peer.feed(H2.windowUpdate(0, 1 << 30))
        peer.handler = { _, reply in
            reply.beginReply(byteCount: 1_000_000).initializeMemory(as: UInt8.self, repeating: 9)
            return .replied
        }
        peer.sinkByteCountMaximum = 0
        peer.feed(H2.call(1, Peer.path, []))
        var largest = 0
        for _ in 0..<200 {
            peer.connection.produce(into: peer.sink, until: 20_000)
            largest = max(largest, peer.sink.count)
            peer.reader.take(peer.sink.takeAll())
        }
        #expect(largest < 20_000 + 16_384 + 100)
        #expect(peer.outcome(1).messages.first?.count == 1_000_000)
        #expect(peer.outcome(1).isEnded)
    }

    @Test func `requests that wait are bounded for the whole connection`() throws {
        let peer = try Peer { $0.inFlightPerConnectionMaximum = 100 }
        var refused = 0
        for number in 0..<20 {
            let stream = UInt32(1 + 2 * number)
            peer.feed(
                H2.headers(stream, "/test.S/Put") + H2.data(stream, [0, 0, 15, 0, 0], flags: 0))
            for _ in 0..<60 {
                peer.feed(H2.data(stream, [UInt8](repeating: 0, count: 16_000), flags: 0))
            }
            if peer.outcome(stream).status == 8 { refused += 1 }
            #expect(peer.connection.requestByteCount <= 16_777_216)
        }
        #expect(refused > 0 && refused < 10)
    }

    @Test(arguments: [true, false])
    func `more streams than are allowed are refused and the others answered`(
        hasAcknowledged: Bool
    ) throws {
        let peer = try Peer(handshake: false) { $0.inFlightPerConnectionMaximum = 10 }
        // The client may not have seen the settings, whatever it says.
        peer.feed(hasAcknowledged ? H2.handshake() : H2.preface + H2.settings())
        let announced = try #require(peer.reader.frames.first { $0.type == 4 })
        #expect(announced.payload.prefix(6) == [0, 3, 0, 0, 0, 10])
        var bytes: [UInt8] = []
        for number in 0..<15 { bytes += H2.headers(UInt32(1 + 2 * number), Peer.path) }
        peer.feed(bytes)
        let resets = (0..<15).filter { peer.outcome(UInt32(1 + 2 * $0)).resetCode == 7 }
        #expect(resets == Array(10..<15))
        for number in 0..<10 { peer.feed(H2.data(UInt32(1 + 2 * number), H2.message([1]))) }
        #expect((0..<10).allSatisfy { peer.outcome(UInt32(1 + 2 * $0)).status == 0 })
        #expect(peer.calls.count == 10)
    }

    @Test func `while memory is short long requests are refused and short ones served`() throws {
        let peer = try Peer()
        peer.connection.refusesLongRequests = true
        peer.feed(H2.call(1, Peer.path, [UInt8](repeating: 1, count: 20_000)))
        peer.feed(H2.call(3, Peer.path, [UInt8](repeating: 1, count: 10_000)))
        #expect(peer.outcome(1).status == 8)
        #expect(peer.outcome(3).status == 0)
    }

    @Test func `a call that its client gave up before its turn never runs`() throws {
        let peer = try Peer()
        peer.feed(
            H2.call(1, Peer.path, [1]) + H2.reset(1) + H2.call(3, Peer.path, [3]))
        #expect(peer.calls.map(\.call.stream) == [3])
        #expect(peer.connection.callCount == 0)
        #expect(peer.connection.requestByteCount == 0)
    }

    @Test func `a kept call that its client gave up is told of once`() throws {
        let peer = try Peer()
        peer.handler = { _, _ in .retry(afterMilliseconds: 5) }
        peer.feed(H2.call(1, Peer.path, [1]) + H2.call(3, Peer.path, [1]))
        peer.feed(H2.reset(1))
        #expect(peer.connection.takeAbandoned() == [1])
        #expect(peer.connection.takeAbandoned() == [])
        #expect(peer.connection.resume(1) == nil)
        #expect(peer.connection.resume(3) != nil)
    }
}
