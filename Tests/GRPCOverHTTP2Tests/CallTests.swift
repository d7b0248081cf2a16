import RPCCore
import TestSupport
import Testing

@testable import GRPCOverHTTP2

/// Purpose: one call from its frames to its frames.
/// Method: a connection without a socket, fed with frames made by hand.
struct CallTests {
    typealias H2 = HTTP2Bytes

    @Test func `a call is answered by header fields, its message, and trailers`() throws {
        let peer = try Peer()
        peer.feed(H2.call(1, Peer.path, [7, 8, 9]))
        let frames = peer.reader.frames(of: 1)
        #expect(frames.map(\.type) == [1, 0, 1])
        #expect(frames.map(\.endsStream) == [false, false, true])
        #expect(frames[0].field(":status") == "200")
        #expect(frames[0].field("content-type") == "application/grpc")
        #expect(frames[2].fields.map(\.0) == ["grpc-status"])
        #expect(peer.outcome(1).status == 0)
        #expect(peer.outcome(1).messages == [[7, 8, 9]])
        #expect(peer.connection.callCount == 0)
        #expect(peer.connection.replyByteCount == 0)
        #expect(peer.connection.requestByteCount == 0)
    }

    @Test func `where the bytes are cut makes no difference`() throws {
        let whole = try Peer(handshake: false)
        let bytes =
            H2.handshake() + H2.call(1, Peer.path, [1, 2]) + H2.call(3, "/test.S/None", [])
            + H2.call(5, Peer.path, [UInt8](repeating: 5, count: 300))
        whole.feed(bytes)
        for size in [1, 2, 3, 7, 64] {
            let cut = try Peer(handshake: false)
            for start in stride(from: 0, to: bytes.count, by: size) {
                cut.feed(Array(bytes[start..<min(start + size, bytes.count)]))
            }
            for stream: UInt32 in [1, 3, 5] {
                #expect(cut.outcome(stream).status == whole.outcome(stream).status)
                #expect(cut.outcome(stream).messages == whole.outcome(stream).messages)
            }
            #expect(cut.outcome(5).messages.first?.count == 300)
        }
    }

    @Test func `a message may come in pieces, padded, and end with an empty frame`() throws {
        let peer = try Peer()
        let message = H2.message([4, 5, 6])
        peer.feed(H2.headers(1, Peer.path))
        for byte in message { peer.feed(H2.data(1, [byte], flags: 0)) }
        #expect(peer.calls.isEmpty)
        peer.feed(H2.data(1, []))
        #expect(peer.outcome(1).messages == [[4, 5, 6]])
        peer.feed(
            H2.headers(3, Peer.path)
                + H2.data(3, [3] + message + [0, 0, 0], flags: H2.endStream | H2.padded))
        #expect(peer.outcome(3).messages == [[4, 5, 6]])
    }

    @Test(arguments: [
        ([], 12), ([0, 0], 13), ([0, 0, 0, 0, 5, 1], 13),
        (H2.message([1]) + H2.message([2]), 12), (H2.message([1]) + [0], 12),
        ([0, 255, 255, 255, 255], 8), ([1] + H2.word(1) + [1], 13),
        ([0] + H2.word(65_537), 8),
    ]) func `what is not one message is refused and never run`(data: [UInt8], status: Int) throws {
        let peer = try Peer()
        peer.feed(H2.headers(1, Peer.path) + H2.data(1, data) + H2.call(3, Peer.path, [1]))
        #expect(peer.outcome(1).status == status)
        #expect(peer.outcome(1).isEnded)
        #expect(peer.outcome(3).status == 0)
        #expect(peer.calls.count == 1)
        #expect(peer.connection.end == nil)
    }

    @Test func `a request that ends with its header fields has no message`() throws {
        let peer = try Peer()
        peer.feed(H2.headers(1, Peer.path, flags: H2.endStream))
        #expect(peer.outcome(1).status == 12)
        #expect(peer.outcome(1).headerCount == 1)
    }

    @Test func `an over-long request is refused by its prefix, before the rest came`() throws {
        let peer = try Peer()
        peer.feed(H2.headers(1, Peer.path) + H2.data(1, [0, 255, 0, 0, 0], flags: 0))
        #expect(peer.outcome(1).status == 8)
        // The client need not send the rest.
        #expect(peer.outcome(1).resetCode == 0)
        peer.feed(H2.data(1, [UInt8](repeating: 0, count: 10_000)) + H2.call(3, Peer.path, []))
        #expect(peer.outcome(3).status == 0)
        #expect(peer.connection.requestByteCount == 0)
    }

    @Test func `methods that write take longer requests`() throws {
        let peer = try Peer(settings: [(4, 1 << 20)])
        peer.feed(H2.windowUpdate(0, 1 << 20))
        let long = [UInt8](repeating: 3, count: 70_000)
        peer.feed(H2.call(1, Peer.path, long) + H2.call(3, "/test.S/Put", long))
        #expect(peer.outcome(1).status == 8)
        #expect(peer.outcome(3).status == 0)
        #expect(peer.calls.first?.payload.count == 70_000)
    }

    @Test(arguments: [
        ("/test.S/None", "unknown method None"), ("/none/Do", "unknown service none"),
        ("/test.S", "unknown method /test.S; a path is /service/method"),
        ("/TEST.S/Do", "unknown service TEST.S"),
    ]) func `unknown names are UNIMPLEMENTED in header fields alone`(
        path: String, message: String
    ) throws {
        let peer = try Peer()
        peer.feed(H2.call(1, path, []))
        let frames = peer.reader.frames(of: 1)
        #expect(frames.count == 1)
        #expect(frames.first?.endsStream == true)
        let outcome = peer.outcome(1)
        #expect(outcome.httpStatus == "200")
        #expect(outcome.field("content-type") == "application/grpc")
        #expect(outcome.status == 12)
        #expect(outcome.field("grpc-message") == message)
    }

    @Test func `what is no gRPC gets a status of HTTP`() throws {
        let peer = try Peer()
        peer.feed(
            H2.headers(1, Peer.path, [(":method", "GET")], flags: H2.endStream)
                + H2.headers(3, Peer.path, [("content-type", "application/json")])
                + H2.data(3, [1, 2])
                + H2.headers(5, Peer.path, [("content-type", "application/grpcx")])
                + H2.data(5, []))
        #expect(peer.outcome(1).httpStatus == "405")
        #expect(peer.outcome(1).field("allow") == "POST")
        #expect(peer.outcome(3).httpStatus == "415")
        #expect(peer.outcome(5).httpStatus == "415")
        #expect(peer.calls.isEmpty)
    }

    @Test(arguments: ["application/grpc+proto", "application/grpc; charset=utf-8"])
    func `the content type may say more, and te may be missing`(type: String) throws {
        let peer = try Peer()
        peer.feed(H2.call(1, Peer.path, [1], [("content-type", type), ("te", "-")]))
        #expect(peer.outcome(1).status == 0)
    }

    @Test func `a failed call carries its message and the fields that were wrong`() throws {
        let peer = try Peer()
        peer.handler = { _, reply in
            _ = reply.beginReply(byteCount: 100)
            return .failed(
                RPCError(
                    .invalidArgument, "50% \u{2014}",
                    violations: [.init(field: "a.b", description: "wrong")]))
        }
        peer.feed(H2.call(1, Peer.path, [1]))
        let outcome = peer.outcome(1)
        #expect(outcome.headerCount == 1)
        #expect(outcome.messages.isEmpty)
        #expect(outcome.status == 3)
        #expect(outcome.field("grpc-message") == "50%25 %E2%80%94")
        let details = outcome.field("grpc-status-details-bin") ?? ""
        let error = RPCError(
            .invalidArgument, "50% \u{2014}",
            violations: [.init(field: "a.b", description: "wrong")])
        #expect(
            details == String(decoding: StatusText.base64(error.statusMessage()), as: UTF8.self))
        #expect(peer.connection.replyByteCount == 0)
    }

    @Test func `a failure never looks like success, nor does a missing or over-long answer`() throws
    {
        let peer = try Peer()
        let outcomes: [(any ReplyTarget) -> CallOutcome] = [
            { _ in .failed(RPCError(.ok, "odd")) }, { _ in .replied },
            { reply in
                _ = reply.beginReply(byteCount: reply.byteCountMaximum + 1)
                return .replied
            },
        ]
        peer.handler = { payload, reply in outcomes[Int(payload[0])](reply) }
        for number in 0..<3 {
            peer.feed(H2.call(UInt32(1 + 2 * number), Peer.path, [UInt8(number)]))
        }
        #expect([1, 3, 5].map { peer.outcome($0).status } == [2, 13, 8])
    }

    @Test func `long texts are cut so that clients take the header fields`() throws {
        let peer = try Peer()
        let long = String(repeating: "\u{E9}", count: 20_000)
        peer.handler = { _, _ in
            .failed(
                RPCError(
                    .invalidArgument, long,
                    violations: (0..<64).map { .init(field: "f\($0)", description: long) }))
        }
        peer.feed(H2.call(1, Peer.path, [1]))
        let byteCount = peer.outcome(1).fields.reduce(0) {
            $0 + $1.0.utf8.count + $1.1.utf8.count + 32
        }
        #expect(peer.outcome(1).status == 3)
        #expect(byteCount < 16_000)
    }

    @Test func `metadata is taken and never comes back`() throws {
        let peer = try Peer()
        peer.feed(
            H2.call(1, Peer.path, [1], [("x-custom", "v"), ("key-bin", "!!no base64!!")])
                + H2.headers(3, Peer.path, [("x-a", "b\r\nc")]) + H2.data(3, H2.message([1]))
                + H2.call(5, Peer.path, [2]))
        #expect(peer.outcome(1).status == 0)
        #expect(peer.outcome(1).fields.map(\.0) == [":status", "content-type", "grpc-status"])
        #expect(peer.outcome(3).resetCode == 1)
        #expect(peer.outcome(5).status == 0)
    }
}
