// Purpose: the table of open calls against a plain dictionary, and calls that wait for their turn.
import RPCCore
import TestSupport
import Testing

@testable import TTRPC

struct StreamTableTests {
    private func entry(_ number: Int64) -> StreamTable.Entry {
        StreamTable.Entry(
            deadline: MonotonicTime(nanoseconds: number), start: number, tag: Int(number),
            isStream: false)
    }

    @Test(arguments: 1...6)
    func `the table does what a dictionary does`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var table = StreamTable()
        var model: [UInt32: Int] = [:]
        var next: UInt32 = 0x7FFF_FF00 &* UInt32(seed % 2) | 1
        for step in 0..<4_000 {
            // Clusters, gaps and wrapped places: ids rise, ends come in any order.
            if Int.random(in: 0..<100, using: &random) < (step / 500 % 2 == 0 ? 60 : 35) {
                next &+= UInt32.random(in: 1...3, using: &random) * 2
                table.insert(next, entry(Int64(step)))
                model[next] = step
            } else if let victim = model.keys.randomElement(using: &random) {
                let removed = [table.remove(victim)?.tag, table.remove(victim)?.tag]
                #expect(removed == [model.removeValue(forKey: victim), nil])
            }
            #expect(table.count == model.count)
            if step % 97 == 0 {
                for (key, value) in model { #expect(table[key]?.tag == value) }
                #expect(table.streams { _ in true } == model.keys.sorted())
                let earliest = model.values.min().map { Int64($0) }
                #expect(table.earliestDeadline?.nanoseconds == earliest)
            }
        }
        #expect(table[0] == nil)
    }
}

struct HeldCallTests {
    private let start = MonotonicTime(nanoseconds: 0)

    private func wire(inFlight: Int) -> ClientWire {
        ClientWire(streams: ClientStreams(inFlightMaximum: inFlight))
    }

    private func begin(
        _ wire: inout ClientWire, deadlineMilliseconds: Int64 = 1_000, isStream: Bool = false
    ) throws -> (stream: UInt32, frame: [UInt8]) {
        try wire.begin(
            deadline: start.advanced(byMilliseconds: deadlineMilliseconds), now: start,
            isStream: isStream)
    }

    private func reply(_ stream: UInt32) -> [UInt8] {
        PeerConnection.header(stream: stream, type: 2, dataByteCount: 0)
    }

    @Test func `calls beyond the limit wait and go out in order with the time left`()
        throws
    {
        var wire = wire(inFlight: 2)
        for _ in 0..<2 { #expect(try !begin(&wire).frame.isEmpty) }
        for _ in 0..<3 { #expect(try begin(&wire).frame.isEmpty) }
        #expect(wire.streams.heldCount == 3 && wire.streams.pendingCount == 5)
        let none = wire.streams.takeHeld(now: start)
        #expect(none == nil)
        _ = wire.receive(reply(1) + reply(3))
        let later = start.advanced(byMilliseconds: 400)
        let first = wire.streams.takeHeld(now: later)
        #expect(first?.stream == 5)
        // 600 ms are left: field 4 as a varint.
        #expect(first?.encoded.suffix(6) == [0x20, 0x80, 0x8C, 0x8D, 0x9E, 2])
        let second = wire.streams.takeHeld(now: later)
        #expect(second?.stream == 7)
        let third = wire.streams.takeHeld(now: later)
        #expect(third == nil)
        // A later call does not overtake.
        #expect(try begin(&wire).frame.isEmpty)
    }

    @Test func `a call that waits can end by its deadline, by hand and with the connection`()
        throws
    {
        var wire = wire(inFlight: 1)
        _ = try begin(&wire)
        _ = try begin(&wire, deadlineMilliseconds: 10)
        _ = try begin(&wire, isStream: true)
        _ = try begin(&wire)
        let expired = wire.take(wire.streams.expire(now: start.advanced(byMilliseconds: 10)))
        #expect(expired.map(\.stream) == [3] && expired.map(\.wasSent) == [false])
        // The server was not told of it, so there is nothing to take back.
        #expect(wire.streams.giveUp(5) == [])
        #expect(wire.streams.heldCount == 1)
        // A server cannot answer a call that it has not got.
        #expect(wire.receive(reply(7)).isEmpty)
        let lost = wire.take(wire.streams.fail(RPCError(.unavailable, "lost")))
        #expect(lost.map(\.stream) == [1, 7] && lost.map(\.wasSent) == [true, false])
        #expect(wire.streams.heldCount == 0 && wire.streams.pendingCount == 0)
    }

    @Test func `frames that the system has not taken were never sent`() throws {
        var wire = ClientWire()
        let sizes = try (0..<3).map { _ in try begin(&wire).frame.count }
        // One byte of the second has gone out.
        let lost = wire.take(
            wire.streams.fail(
                RPCError(.unavailable, "lost"), sentByteCount: Int64(sizes[0] + 1)))
        #expect(lost.map(\.wasSent) == [true, true, false])
    }

    @Test func `so many bytes may wait and no more, however long it lasts`() throws {
        var wire = wire(inFlight: 1)
        _ = try begin(&wire)
        let payload = [UInt8](repeating: 1, count: ClientStreams.heldByteCountMaximum / 8)
        func add(_ payload: [UInt8]) throws(RPCError) -> UInt32 {
            try wire.begin(
                payload: payload, deadline: start.advanced(byMilliseconds: 9), now: start
            ).stream
        }
        for _ in 0..<8 { _ = try add(payload) }
        let error = #expect(throws: RPCError.self) { _ = try add([1]) }
        #expect(error?.code == .resourceExhausted)
        // Those that are given up make room, and their places do not pile up.
        for _ in 0..<300 {
            let first = try #require(wire.streams.earliestHeld)
            let goodbye = wire.streams.giveUp(first)
            #expect(goodbye == [])
            _ = try add(payload)
        }
        #expect(wire.streams.heldCount == 8)
        #expect(wire.streams.heldPlaceCount < 100)
    }
}

extension ClientStreams {
    fileprivate var earliestHeld: UInt32? { heldCalls.earliest }
    fileprivate var heldPlaceCount: Int { heldCalls.placeCount }
}
