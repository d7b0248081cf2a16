// Purpose: memory for a message is bounded, and running out of it at any point is an error.
// Method: the same message under every memory limit, so that every allocation fails once.
import EpisodeModel
import TestSupport
import Testing

@testable import EpisodeProtocol

@Suite struct `Memory of a message` {
    @Test(arguments: ["list-response", "batch-response", "filter-options-response"])
    func `a failed allocation anywhere is an error, and more memory is enough`(
        name: String
    ) throws {
        // Unknown fields take memory too.
        let bytes = try GoldenFiles.bytes(name) + hexBytes("ca3e0178 c03e05 d13e0000000000000000")
        var (exhausted, unpacked) = (0, 0)
        for limit in stride(from: 0, through: 65_536, by: 16) {
            let arena = MessageArena(byteCountMaximum: limit)
            do {
                switch name {
                case "list-response": try unpack(bytes, WireMessages.listResponse, arena)
                case "batch-response": try unpack(bytes, WireMessages.batchResponse, arena)
                default: try unpack(bytes, WireMessages.filterOptionsResponse, arena)
                }
                unpacked += 1
            } catch {
                #expect(error.code == .resourceExhausted)
                exhausted += 1
            }
        }
        #expect(exhausted > 10)
        #expect(unpacked > 10)
    }

    private func unpack<Message>(
        _ bytes: [UInt8], _ type: MessageType<Message>, _ arena: MessageArena
    ) throws(EpisodeError) {
        let result = bytes.withUnsafeBytes { buffer in
            Result { () throws(EpisodeError) in
                _ = try arena.unpack(buffer, as: type, fieldCountMaximum: 1_000)
            }
        }
        try result.get()
    }

    @Test func `a small message that would take much memory is refused`() throws {
        // 30,000 empty episodes: 60 kB on the wire, over 8 MB as structs.
        let bytes = (0..<30_000).flatMap { _ in [0x0A, 0x00] as [UInt8] }
        let arena = MessageArena(byteCountMaximum: 1_048_576)
        let error = #expect(throws: EpisodeError.self) {
            try bytes.withUnsafeBytes {
                _ = try arena.unpack(
                    $0, as: WireMessages.batchResponse, fieldCountMaximum: 100_000)
            }
        }
        #expect(error?.code == .resourceExhausted)
        #expect(arena.isExhausted)
        arena.reset()
        #expect(!arena.isExhausted)
        #expect(arena.allocate(16) != nil)
    }

    @Test func `pieces are aligned, apart, and all there`() throws {
        let arena = MessageArena(byteCountMaximum: 200_000)
        var generator = SeededGenerator(seed: 4)
        for _ in 0..<3 {
            var pieces: [UnsafeMutableRawBufferPointer] = []
            var index: UInt8 = 0
            while true {
                let count = Int.random(in: 0...5_000, using: &generator)
                guard let place = arena.allocate(count) else { break }
                let piece = UnsafeMutableRawBufferPointer(start: place, count: count)
                #expect(Int(bitPattern: place) % 16 == 0)
                piece.initializeMemory(as: UInt8.self, repeating: index)
                pieces.append(piece)
                index &+= 1
            }
            for (number, piece) in pieces.enumerated() {
                #expect(piece.allSatisfy { $0 == UInt8(truncatingIfNeeded: number) })
            }
            #expect(pieces.count > 20)
            arena.reset()
        }
        #expect(arena.allocate(-1) == nil)
        #expect(arena.allocate(.max) == nil)
    }
}
