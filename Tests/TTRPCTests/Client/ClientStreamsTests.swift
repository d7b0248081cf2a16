// Purpose: the client's half of a connection without sockets.
// Method: bytes built by hand go in whole, byte by byte and in between; ended calls come out.
import RPCCore
import TTRPC
import TestSupport
import Testing

private let start = MonotonicTime(nanoseconds: 0)

extension ClientWire {
    @discardableResult
    fileprivate mutating func begin(
        deadlineMilliseconds: Int64 = 1_000, payload: [UInt8] = [7]
    ) throws -> (stream: UInt32, frame: [UInt8]) {
        try begin(
            payload: payload, metadata: [("k", "v")],
            deadline: start.advanced(byMilliseconds: deadlineMilliseconds), now: start)
    }

    fileprivate mutating func receiveEnd() -> [ClientEvent.Ended] {
        take(streams.fail(RPCError(.unavailable, "closed")))
    }

    fileprivate mutating func expire(_ milliseconds: Int64) -> [ClientEvent.Ended] {
        take(streams.expire(now: start.advanced(byMilliseconds: milliseconds)))
    }
}

private func reply(_ stream: UInt32, _ data: [UInt8], type: UInt8 = 2) -> [UInt8] {
    PeerConnection.header(stream: stream, type: type, dataByteCount: data.count) + data
}

private func code(_ ended: [ClientEvent.Ended], _ index: Int = 0) -> StatusCode? {
    guard ended.indices.contains(index), case .failure(let error) = ended[index].outcome else {
        return nil
    }
    return error.code
}

/// Numbers that are the same in every run: a linear congruential generator (Knuth's MMIX).
private struct Numbers: RandomNumberGenerator {
    private var state: UInt64 = 42

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state ^ (state >> 32)
    }
}

struct ClientStreamsTests {
    @Test func `a request is one frame with an odd stream id that grows by two`() throws {
        var client = ClientWire()
        let first = try client.begin()
        #expect(first.stream == 1)
        #expect(
            first.frame
                == PeerConnection.header(
                    stream: 1, type: 1, dataByteCount: first.frame.count - 10)
                + [0x0A, 1, 0x73, 0x12, 1, 0x6D, 0x1A, 1, 7, 0x20, 0x80, 0x94, 0xEB, 0xDC, 3]
                + [0x2A, 6, 0x0A, 1, 0x6B, 0x12, 1, 0x76])
        #expect(try client.begin().stream == 3)
        #expect(client.streams.pendingCount == 2)
    }

    @Test func `replies are matched by id in any order, however the bytes are cut`() throws {
        let bytes = reply(5, [0x12, 1, 55]) + reply(1, []) + reply(3, [0x12, 2, 33, 34])
        for size in [1, 2, 9, 10, 11, 13, bytes.count] {
            var client = ClientWire()
            for _ in 0..<3 { try client.begin() }
            var ended: [ClientEvent.Ended] = []
            for start in stride(from: 0, to: bytes.count, by: size) {
                ended += client.receive(Array(bytes[start..<min(start + size, bytes.count)]))
            }
            #expect(ended.map(\.stream) == [5, 1, 3], "pieces of \(size)")
            #expect(try ended.map { try $0.outcome.get() } == [[55], [], [33, 34]])
            #expect(client.streams.pendingCount == 0)
        }
    }

    @Test func `a status ends its call only`() throws {
        var client = ClientWire()
        for _ in 0..<2 { try client.begin() }
        let status: [UInt8] = [0x0A, 8, 0x08, 5, 0x12, 4] + Array("gone".utf8)
        let ended = client.receive(reply(1, status) + reply(3, [0x12, 1, 1]))
        #expect(ended[0].outcome == .failure(RPCError(.notFound, "gone")))
        #expect(ended[1].outcome == .success([1]))
    }

    @Test func `a damaged reply fails its call and the connection lives`() throws {
        var client = ClientWire()
        for _ in 0..<2 { try client.begin() }
        let ended = client.receive(reply(1, [0x12, 99, 1]) + reply(3, [0x12, 1, 1]))
        #expect(code(ended) == .internalError)
        #expect(ended.last?.outcome == .success([1]))
    }

    @Test func `late replies, unknown types and stray data are dropped`() throws {
        var client = ClientWire()
        for _ in 0..<2 { try client.begin() }
        let results = [client.streams.giveUp(1), client.streams.giveUp(1)]
        #expect(results == [[], nil])
        let noise =
            reply(1, [0x12, 1, 1]) + reply(3, [1, 2, 3], type: 3) + reply(3, [9], type: 77)
            + reply(4, []) + reply(0, [])
        #expect(client.receive(noise).isEmpty)
        #expect(client.receive(reply(3, [0x12, 1, 3])).map(\.stream) == [3])
    }

    @Test func `a reply over 4 MiB fails its call and its bytes are passed over`() throws {
        var client = ClientWire()
        for _ in 0..<2 { try client.begin() }
        let size = 4_194_305
        var ended = client.receive(
            PeerConnection.header(stream: 1, type: 2, dataByteCount: size))
        #expect(code(ended) == .resourceExhausted)
        var rest = size
        while rest > 0 {
            let count = min(rest, 1_000_000)
            #expect(client.receive([UInt8](repeating: 0xFF, count: count)).isEmpty)
            rest -= count
        }
        ended = client.receive(reply(3, [0x12, 1, 1]))
        #expect(ended.map(\.stream) == [3])
    }

    @Test(arguments: [
        ("HTTP/1.1 400 Bad Request\r\n", "HTTP"), ("\u{15}\u{3}\u{1}\0\u{2}", "TLS"),
        ("\0\0\u{12}\u{4}\0\0\0\0\0\0\0", "HTTP/2"), ("SSH-2.0-OpenSSH", "SSH"),
        ("-ERR unknown command", "another protocol"),
    ])
    func `another protocol on the port is named`(greeting: String, name: String) throws {
        var client = ClientWire()
        for _ in 0..<2 { try client.begin() }
        let ended = client.receive(Array(greeting.utf8))
        #expect(ended.map(\.stream) == [1, 3])
        #expect(code(ended, 0) == .unavailable && code(ended, 1) == .unavailable)
        #expect(client.streams.failure?.message.hasSuffix("(it looks like \(name))") == true)
        #expect(!client.reader.hasHeardPeer)
    }

    @Test func `bytes that are no frame later on end the connection`() throws {
        var client = ClientWire()
        for _ in 0..<2 { try client.begin() }
        let ended = client.receive(reply(1, []) + [0xFF])
        #expect(ended.map(\.stream) == [1, 3])
        #expect(code(ended, 1) == .unavailable)
        #expect(client.reader.hasHeardPeer)
        #expect(throws: RPCError.self) { try client.begin() }
    }

    @Test func `the end of the stream fails every call at once`() throws {
        var client = ClientWire()
        for _ in 0..<3 { try client.begin() }
        _ = client.receive(Array(reply(3, [0x12, 1, 3]).dropLast()))
        #expect(client.reader.isInsideFrame)
        let ended = client.receiveEnd()
        #expect(ended.map(\.stream) == [1, 3, 5])
        #expect(client.streams.failure?.code == .unavailable)
        #expect(client.receiveEnd().isEmpty)
        #expect(client.receive(reply(1, [])).isEmpty)
    }

    @Test func `calls end at their own deadline`() throws {
        var client = ClientWire()
        try client.begin(deadlineMilliseconds: 30)
        try client.begin(deadlineMilliseconds: 10)
        try client.begin(deadlineMilliseconds: 20)
        #expect(client.streams.earliestDeadline == start.advanced(byMilliseconds: 10))
        #expect(client.expire(9).isEmpty)
        let ended = client.expire(20)
        #expect(ended.map(\.stream) == [3, 5])
        #expect(code(ended) == .deadlineExceeded)
        #expect(client.receive(reply(3, []) + reply(1, [])).map(\.stream) == [1])
        #expect(client.streams.earliestDeadline == nil)
    }

    @Test func `no call begins after its deadline, as 0 would mean none to the server`() {
        var client = ClientWire()
        for milliseconds: Int64 in [0, -5] {
            let error = #expect(throws: RPCError.self) {
                try client.begin(deadlineMilliseconds: milliseconds)
            }
            #expect(error?.code == .deadlineExceeded)
        }
        #expect(client.streams.pendingCount == 0)
    }

    @Test func `stream ids end at 2 to the 31st instead of wrapping`() throws {
        var client = ClientWire(
            streams: ClientStreams(firstStream: ClientStreams.streamMaximum - 2))
        #expect(try client.begin().stream == 0x7FFF_FFFD)
        #expect(try client.begin().stream == 0x7FFF_FFFF)
        let error = #expect(throws: RPCError.self) { try client.begin() }
        #expect(error?.code == .unavailable)
        #expect(client.receive(reply(0x7FFF_FFFF, [])).count == 1)
    }

    @Test func `a request over 4 MiB is refused and uses up no stream`() throws {
        var client = ClientWire()
        let error = #expect(throws: RPCError.self) {
            try client.begin(payload: [UInt8](repeating: 0, count: 4_194_304))
        }
        #expect(error?.code == .resourceExhausted)
        #expect(try client.begin().stream == 1)
    }

    @Test func `random bytes never crash and fail each call at most once`() throws {
        var generator = Numbers()
        for _ in 0..<500 {
            var client = ClientWire()
            for _ in 0..<4 { try client.begin() }
            var seen: Set<UInt32> = []
            for _ in 0..<20 {
                var bytes = (0..<Int.random(in: 0...40, using: &generator)).map { _ in
                    UInt8.random(in: 0...255, using: &generator)
                }
                if Bool.random(using: &generator) {
                    bytes = reply(UInt32.random(in: 0...9, using: &generator), bytes)
                }
                for ended in client.receive(bytes) {
                    #expect(seen.insert(ended.stream).inserted)
                }
            }
            for ended in client.receiveEnd() {
                #expect(seen.insert(ended.stream).inserted)
            }
            #expect(seen == [1, 3, 5, 7])
        }
    }
}
