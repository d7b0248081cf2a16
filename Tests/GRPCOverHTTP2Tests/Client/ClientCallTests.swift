import GRPCOverHTTP2
import RPCCore
import TestSupport
import Testing

/// Purpose: a client's calls come to the right ends.
/// Method: client and server as values, with bytes handed over in pieces and no socket.
struct ClientCallTests {
    @Test(arguments: [1, 2, 7, 4_096])
    func `Messages go both ways however the bytes are cut`(_ pieceByteCount: Int) throws {
        let pair = try ClientPair(pieceByteCount: pieceByteCount)
        let long = [UInt8](repeating: 5, count: 3_000)
        try pair.begin(1, [1, 2, 3])
        try pair.begin(2, [])
        try pair.begin(3, long)
        pair.work()
        #expect(pair.payloads == [[1, 2, 3], [], long])
        #expect(pair.messages == [1: [[1, 2, 3]], 2: [[]], 3: [long]])
        #expect(pair.ended.count == 3)
        #expect(pair.error(1) == nil)
        #expect(pair.client.callCount == 0)
        #expect(pair.client.hasHeardPeer)
    }

    @Test func `Messages that are not kept are counted`() throws {
        let pair = try ClientPair(keepsMessages: false)
        try pair.begin(9, [UInt8](repeating: 1, count: 500))
        pair.work()
        #expect(pair.messages.isEmpty)
        guard case .success(let count)? = pair.ended[9] else {
            Issue.record("the call has not ended with OK")
            return
        }
        #expect(count == 505)
    }

    @Test func `Long messages wait for windows and come whole`() throws {
        let pair = try ClientPair()
        let long = (0..<60_000).map { UInt8(truncatingIfNeeded: $0) }
        for token in 1...40 { try pair.begin(UInt64(token), long) }
        pair.work()
        #expect(pair.ended.count == 40)
        #expect(pair.messages.values.allSatisfy { $0 == [long] })
    }

    @Test func `Statuses and their messages arrive as they were said`() throws {
        let pair = try ClientPair()
        let text = "100 % \u{2014} \u{1F642}\nend"
        pair.handler = { payload in
            .failure(RPCError(StatusCode(rawValue: Int32(payload[0])), text))
        }
        for code in 1...16 { try pair.begin(UInt64(code), [UInt8(code)]) }
        pair.work()
        for code in 1...16 {
            let error = try #require(pair.error(UInt64(code)))
            #expect(error.code.rawValue == Int32(code))
            #expect(error.message == text)
        }
    }

    @Test func `An unknown method and a full set of statuses are told apart from silence`() throws {
        let pair = try ClientPair()
        try pair.begin(1, [], method: "None")
        pair.work()
        #expect(pair.error(1)?.code == .unimplemented)
    }

    @Test func `A stream gives its messages and its end`() throws {
        let pair = try ClientPair()
        pair.source = { CountedStream(50, byteCount: 2_000) }
        try pair.begin(4, [], method: "Stream")
        pair.work()
        #expect(pair.messages[4]?.count == 50)
        #expect(pair.ended[4] != nil)
        #expect(pair.error(4) == nil)
    }

    @Test func `A call that was given up is heard of no more`() throws {
        let pair = try ClientPair()
        pair.holdsCalls = true
        try pair.begin(1, [1])
        try pair.begin(2, [2])
        pair.work()
        pair.client.cancel(token: 1)
        pair.client.cancel(token: 77)
        pair.work()
        pair.holdsCalls = false
        pair.work()
        #expect(pair.payloads == [[2]])
        #expect(Set(pair.ended.keys) == [2])
    }

    @Test func `A server that says goodbye answers what it took, and no more is begun`() throws {
        let pair = try ClientPair()
        try pair.begin(1, [1])
        pair.work()
        pair.server.beginDrain(.age, now: MonotonicTime(nanoseconds: 1_000_000_000_000))
        pair.work()
        #expect(pair.client.isClosing)
        #expect(throws: RPCError.self) { try pair.begin(2, [2]) }
        #expect(pair.error(1) == nil)
    }

    @Test func `The end of a connection ends every call`() throws {
        let pair = try ClientPair()
        pair.holdsCalls = true
        for token in 1...5 { try pair.begin(UInt64(token), []) }
        pair.work()
        pair.client.receiveEnd()
        pair.takeEvents()
        #expect(pair.ended.count == 5)
        #expect((1...5).allSatisfy { pair.error(UInt64($0))?.code == .unavailable })
        #expect(throws: RPCError.self) { try pair.begin(6, []) }
    }

    @Test(arguments: ["SSH-2.0-x\r\n", "HTTP/1.1 400 Bad\r\n\r\n", "\u{0}\u{0}\u{0}\u{4}\u{0}"])
    func `Other protocols are refused`(_ text: String) throws {
        let client = try #require(GRPCClientConnection())
        try client.begin(ClientPair.head(), GRPCRequestBody([]), token: 1)
        let bytes = Array(text.utf8) + [UInt8](repeating: 0x41, count: 60)
        bytes.withUnsafeBytes { client.receive($0) }
        #expect(client.failure?.code == .unavailable)
        #expect(!client.hasHeardPeer)
    }

    @Test func `Broken bytes never crash and always end the calls`() throws {
        var random = SeededGenerator(seed: 21)
        for _ in 0..<300 {
            let pair = try ClientPair()
            try pair.begin(1, [1, 2, 3])
            let up = Sink()
            pair.client.produce(into: up, until: 65_536)
            up.takeAll().withUnsafeBytes {
                pair.server.receive($0, now: MonotonicTime(nanoseconds: 1_000_000_000_000))
            }
            let down = Sink()
            pair.server.produce(into: down, until: 65_536)
            var bytes =
                down.takeAll() + (0..<40).map { _ in UInt8.random(in: 0...255, using: &random) }
            for _ in 0..<3 {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(
                    in: 0...255, using: &random)
            }
            bytes.withUnsafeBytes { pair.client.receive($0) }
            pair.client.receiveEnd()
            pair.takeEvents()
            #expect(pair.ended[1] != nil)
        }
    }

    @Test(arguments: [
        (1, "1n"), (99_999_999, "99999999n"), (100_000_000, "100000u"), (2_000_000_000, "2000000u"),
        (3_600_000_000_000, "3600000m"), (Int64.max, "9223372037S"),
    ])
    func `Timeouts have at most eight digits`(_ nanoseconds: Int64, _ text: String) {
        let written = GRPCRequestHead.timeoutText(nanoseconds)
        #expect(written.utf8.count <= 9)
        if text.utf8.count <= 9 { #expect(written == text) }
    }
}
