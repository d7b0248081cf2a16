import RPCCore
import TestSupport
import Testing

@testable import GRPCOverHTTP2

/// Purpose: gzip both ways, as a client asks for it.
struct CompressionTests {
    typealias H2 = HTTP2Bytes

    private func gzip(_ bytes: [UInt8]) throws -> [UInt8] {
        try #require(bytes.withUnsafeBytes { Gzip.deflate($0) })
    }

    private func call(
        _ stream: UInt32, _ message: [UInt8], _ extra: [(String, String)]
    ) -> [UInt8] {
        H2.headers(stream, Peer.path, extra) + H2.data(stream, message)
    }

    private let text = [UInt8](repeating: 65, count: 5_000)

    @Test func `a client that compresses is answered compressed, if it takes that`() throws {
        let peer = try Peer()
        let message = H2.message(try gzip(text), isCompressed: true)
        let takes = ("grpc-accept-encoding", "identity, deflate, gzip")
        peer.feed(call(1, message, [("grpc-encoding", "gzip"), takes]))
        #expect(peer.calls.first?.payload == text)
        let outcome = peer.outcome(1)
        #expect(outcome.field("grpc-encoding") == "gzip")
        #expect(outcome.areCompressed == [true])
        let answer = try #require(outcome.messages.first)
        let plain = try answer.withUnsafeBytes { try Gzip.inflate($0, byteCountMaximum: 5_000) }
        #expect(plain == text)
        // It does not list it, or does not compress itself.
        peer.feed(call(3, message, [("grpc-encoding", "gzip")]))
        peer.feed(call(5, H2.message(text), [takes]))
        for stream: UInt32 in [3, 5] {
            #expect(peer.outcome(stream).messages == [text])
            #expect(peer.outcome(stream).areCompressed == [false])
            #expect(peer.outcome(stream).field("grpc-encoding") == nil)
        }
        #expect(peer.connection.replyByteCount == 0)
    }

    @Test func `short messages stay as they are even where compression is agreed`() throws {
        let peer = try Peer()
        peer.feed(
            call(
                1, H2.message([1, 2]),
                [("grpc-encoding", "gzip"), ("grpc-accept-encoding", "gzip")]))
        #expect(peer.outcome(1).messages == [[1, 2]])
        #expect(peer.outcome(1).areCompressed == [false])
    }

    @Test func `a message that unfolds beyond the limit, or not at all, is refused`() throws {
        let peer = try Peer()
        let bomb = try gzip([UInt8](repeating: 0, count: 1_000_000))
        let coded = [("grpc-encoding", "gzip")]
        peer.feed(call(1, H2.message(bomb, isCompressed: true), coded))
        peer.feed(call(3, H2.message([1, 2, 3], isCompressed: true), coded))
        peer.feed(call(5, H2.message(try gzip(text), isCompressed: true), []))
        #expect([1, 3, 5].map { peer.outcome($0).status } == [8, 13, 13])
        #expect(peer.calls.isEmpty)
    }

    @Test func `an unknown encoding is refused with those that are known`() throws {
        let peer = try Peer()
        peer.feed(call(1, H2.message([1]), [("grpc-encoding", "br")]))
        #expect(peer.outcome(1).status == 12)
        #expect(peer.outcome(1).field("grpc-accept-encoding") == "identity,gzip")
    }
}
