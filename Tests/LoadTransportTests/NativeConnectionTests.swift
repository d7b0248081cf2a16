import LoadGenerator
import RPCCore
import Testing

@testable import LoadTransport

/// Keeps what a connection finds out.
private final class Notes: CallSink {
    var ended: [UInt32: LoadOutcome] = [:]
    var byteCount = 0
    var endCount = 0

    func didEnd(
        _ connection: LoadConnection, _ number: UInt32, _ outcome: LoadOutcome, byteCount: Int
    ) {
        ended[number] = outcome
        endCount += 1
        self.byteCount += byteCount
    }
    func wantsMessage(of outcome: LoadOutcome) -> Bool { false }
    func note(_ message: String, of outcome: LoadOutcome) {}
}

/// Purpose: replies are told apart however the bytes are cut.
/// Method: a known stream of frames, handed over in pieces of every size.
struct NativeConnectionTests {
    private func frame(_ stream: UInt32, _ data: [UInt8], type: UInt8 = 2, flags: UInt8 = 0)
        -> [UInt8]
    {
        let words = [UInt32(data.count), stream].flatMap { word in
            [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> $0) }
        }
        return words + [type, flags] + data
    }

    private func payload(_ count: Int) -> [UInt8] {
        var bytes: [UInt8] = [0x12]
        var rest = count
        while rest >= 0x80 {
            bytes.append(UInt8(rest & 0x7F) | 0x80)
            rest >>= 7
        }
        return bytes + [UInt8(rest)] + [UInt8](repeating: 0x0A, count: count)
    }

    private let error: [UInt8] = [0x0A, 0x07, 0x08, 0x05, 0x12, 0x03, 0x62, 0x61, 0x64]

    private func connection(_ notes: Notes) throws -> NativeConnection {
        let mix = try #require(RequestMix([MixEntry(service: "s", method: "m", payload: [])]))
        return NativeConnection(
            place: 0, streamCount: 64, sink: notes,
            requests: try PreparedRequests(mix, timeoutMilliseconds: 1_000))
    }

    @Test func `Frames are read the same however they are cut`() throws {
        let stream =
            frame(1, payload(0)) + frame(3, error) + frame(5, payload(300))
            // Of an unknown type, then an empty reply, then one whose payload stands first.
            + frame(7, [1, 2, 3], type: 9) + frame(9, []) + frame(11, payload(2) + error)
            // Messages of a stream and its end, an unknown stream, and a status of OK.
            + frame(13, payload(20), type: 3) + frame(13, [], type: 3, flags: 5)
            + frame(99, payload(4)) + frame(15, [0x0A, 0x00] + payload(500)) + frame(17, payload(9))
        let expected: [UInt32: LoadOutcome] = [
            1: .ok, 2: LoadOutcome(.notFound), 3: .ok, 5: .ok, 6: LoadOutcome(.notFound), 7: .ok,
            50: .ok, 8: .ok, 9: .ok,
        ]
        for size in 1...stream.count {
            let notes = Notes()
            let connection = try connection(notes)
            connection.open(0)
            defer { connection.descriptor = -1 }
            for start in stride(from: 0, to: stream.count, by: size) {
                let piece = Array(stream[start..<min(start + size, stream.count)])
                let fault = piece.withUnsafeBytes { connection.take($0) }
                #expect(fault == nil)
            }
            #expect(notes.ended == expected, "pieces of \(size)")
            #expect(notes.endCount == expected.count)
        }
    }

    @Test func `An oversized reply fails its call and is passed over`() throws {
        let notes = Notes()
        let connection = try connection(notes)
        let length = 4_194_305
        let head = Array(frame(1, []))
        let oversized =
            [
                UInt8(truncatingIfNeeded: length >> 24), UInt8(truncatingIfNeeded: length >> 16),
                UInt8(truncatingIfNeeded: length >> 8), UInt8(truncatingIfNeeded: length),
            ]
            + head[4...]
        let stream = oversized + [UInt8](repeating: 0, count: length) + frame(3, payload(1))
        #expect(stream.withUnsafeBytes { connection.take($0) } == nil)
        #expect(notes.ended == [1: LoadOutcome(.resourceExhausted), 2: .ok])
    }

    @Test func `No call begins while the peer does not read`() throws {
        let mix = try #require(
            RequestMix([
                MixEntry(service: "s", method: "m", payload: [UInt8](repeating: 1, count: 100_000))
            ]))
        let notes = Notes()
        let connection = NativeConnection(
            place: 0, streamCount: 10_000, sink: notes,
            requests: try PreparedRequests(mix, timeoutMilliseconds: 1_000))
        connection.open(0)
        defer { connection.descriptor = -1 }
        var count = 0
        while connection.freeCount > 0, count < 100 {
            connection.begin(entry: 0, intended: 0, now: 0)
            count += 1
        }
        // One more than 1 MiB holds.
        #expect(count == 11)
        connection.output.removeAll()
        #expect(connection.freeCount == 10_000 - 11)
    }

    @Test(arguments: [-1, 17, 2_147_483_647] as [Int32])
    func `A status that gRPC has not is UNKNOWN`(_ code: Int32) throws {
        var status: [UInt8] = [0x08]
        var rest = UInt64(bitPattern: Int64(code))
        while rest >= 0x80 {
            status.append(UInt8(rest & 0x7F) | 0x80)
            rest >>= 7
        }
        status.append(UInt8(rest))
        let notes = Notes()
        let connection = try connection(notes)
        connection.open(0)
        defer { connection.descriptor = -1 }
        let bytes = frame(1, [0x0A, UInt8(status.count)] + status)
        #expect(bytes.withUnsafeBytes { connection.take($0) } == nil)
        #expect(notes.ended == [1: LoadOutcome(.unknown)])
    }

    @Test func `Calls find their places again, whatever order they end in`() {
        let table = CallTable(callCount: 50)
        var open: [UInt32] = []
        var last: UInt32 = 0
        for round in 0..<20_000 {
            if open.count < 50, round % 3 != 2 {
                let number = table.begin(entry: 0, intended: Int64(round), sent: Int64(round))
                #expect(number > last)
                last = number
                open.append(number)
            } else {
                // The first call stays for good.
                let place = open.count > 1 ? 1 + (round * 7) % (open.count - 1) : 0
                let number = open.remove(at: place)
                #expect(table.end(number)?.number == 0)
                #expect(table.end(number) == nil)
            }
            #expect(table.count == open.count)
        }
        #expect(table.oldest(sentUntil: .max) == open.min())
        #expect(table.oldest(sentUntil: -1) == nil)
    }
}
