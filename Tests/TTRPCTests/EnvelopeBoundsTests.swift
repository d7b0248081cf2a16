// Purpose: an envelope costs nothing but its own bytes, however it is made.
// Method: the longest frame full of one kind of field, while heap allocations are counted.
import CAllocationCounter
import RPCCore
import TTRPC
import Testing

@Suite struct EnvelopeBoundsTests {
    private static func scan(_ bytes: [UInt8]) -> RPCError? {
        do throws(RPCError) {
            _ = try RequestEnvelope.scan(bytes.span.bytes, in: 0..<bytes.count)
            return nil
        } catch { return error }
    }

    @Test(
        .enabled(if: allocation_counter_count() >= 0, "this build cannot count allocations"),
        arguments: [
            ([0x78, 1], true), ([0x7A, 0], true), ([0x7D, 1, 2, 3, 4], true), ([0x1A, 0], true),
            ([0x0A, 1, 97], true), ([0x20, 1], true), ([0x7B, 0x7C], true), ([0x2A, 0], false),
        ] as [([UInt8], Bool)])
    func `4 MiB of any field take no memory`(unit: [UInt8], isRead: Bool) {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(FrameHeader.dataByteCountMaximum)
        while bytes.count + unit.count <= FrameHeader.dataByteCountMaximum { bytes += unit }
        let before = allocation_counter_count()
        let error = Self.scan(bytes)
        let count = allocation_counter_count() - before
        #expect((error == nil) == isRead, "\(String(describing: error))")
        // Only a refusal has something to hold: its text.
        #expect(count <= (isRead ? 0 : 16))
    }

    @Test(arguments: [32, 33, 100_000]) func `32 groups inside each other are the most`(depth: Int)
    {
        let groups =
            [UInt8](repeating: 0x7B, count: depth) + [UInt8](repeating: 0x7C, count: depth)
        let error = Self.scan(groups)
        #expect((error == nil) == (depth <= 32))
        if let error { #expect(error.code == .invalidArgument) }
    }
}
