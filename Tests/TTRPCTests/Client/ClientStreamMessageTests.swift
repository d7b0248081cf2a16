// Purpose: the client's half of server streams without sockets.
// Method: frames built by hand go in, whole and in pieces; messages and ends come out.
import RPCCore
import TTRPC
import TestSupport
import Testing

struct ClientStreamMessageTests {
    private let start = MonotonicTime(nanoseconds: 0)

    private func frame(
        _ stream: UInt32, _ bytes: [UInt8], flags: UInt8 = 0, type: UInt8 = 3
    ) -> [UInt8] {
        var header = PeerConnection.header(stream: stream, type: type, dataByteCount: bytes.count)
        header[9] = flags
        return header + bytes
    }

    private func begin(_ streams: inout ClientWire, isStream: Bool = true) throws -> [UInt8] {
        try streams.begin(
            deadline: start.advanced(byMilliseconds: 100), now: start, isStream: isStream
        ).frame
    }

    /// What a client with two streams and a unary call makes of the bytes.
    private func receive(_ bytes: [UInt8], chunk: Int = .max) throws -> ([[UInt8]], [UInt32: Int]) {
        var streams = ClientWire()
        #expect(try begin(&streams)[9] == 1)
        #expect(try begin(&streams)[9] == 1)
        #expect(try begin(&streams, isStream: false)[9] == 0)
        var messages: [[UInt8]] = []
        var ends: [UInt32: Int] = [:]
        var rest = bytes[...]
        while !rest.isEmpty {
            let piece = Array(rest.prefix(chunk))
            rest = rest.dropFirst(chunk)
            for ended in streams.receive(piece) {
                #expect(ends[ended.stream] == nil)
                switch ended.outcome {
                case .success: ends[ended.stream] = 0
                case .failure(let error): ends[ended.stream] = Int(error.code.rawValue)
                }
            }
            messages += streams.takeMessages().map { [UInt8($0.stream)] + $0.bytes }
        }
        return (messages, ends)
    }

    @Test(arguments: [1, 3, 10, 1_000])
    func `messages come in order, each to its stream, and an empty end is no message`(
        chunk: Int
    ) throws {
        let bytes =
            frame(1, [5]) + frame(3, []) + frame(1, [6, 7]) + frame(1, [], flags: 5)
            + frame(3, [8]) + frame(3, WireMessage.status(10, "no"), type: 2)
            // After the ends nothing counts.
            + frame(1, [9]) + frame(3, [9], flags: 1)
        let (messages, ends) = try receive(bytes, chunk: chunk)
        #expect(messages == [[1, 5], [3], [1, 6, 7], [3, 8]])
        #expect(ends == [1: 0, 3: 10])
    }

    @Test func `a last message may be the end as well, in either form`() throws {
        let bytes =
            frame(1, [5], flags: 1) + frame(3, WireMessage().number(1, 4).asReply, type: 2)
        let (messages, ends) = try receive(bytes)
        #expect(messages == [[1, 5], [3, 8, 4]])
        #expect(ends == [1: 0, 3: 0])
        #expect(try receive(frame(1, [], type: 2)).1 == [1: 0])
        #expect(try receive(frame(1, [], flags: 1)).0 == [[1]])
    }

    @Test func `data on a unary call and on unknown streams is dropped`() throws {
        let (messages, ends) = try receive(frame(5, [1]) + frame(99, [1]) + frame(5, [], flags: 5))
        #expect(messages.isEmpty && ends.isEmpty)
    }

    @Test func `giving up says so once and only of streams that run`() throws {
        var streams = ClientWire()
        _ = try begin(&streams)
        _ = try begin(&streams, isStream: false)
        #expect(streams.streams.giveUp(3) == [])
        #expect(streams.streams.giveUp(1) == frame(1, [], flags: 5))
        #expect(streams.streams.giveUp(1) == nil)
        #expect(streams.receive(frame(1, [5])).isEmpty)
        #expect(streams.takeMessages().isEmpty)
        #expect(streams.streams.pendingCount == 0)
    }
}
