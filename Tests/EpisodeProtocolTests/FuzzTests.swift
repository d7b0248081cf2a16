// Purpose: no bytes from outside crash the decoders or make them read beyond the message.
// Method: seeded mutations of good messages, each placed right before a page that may not be read.
import EpisodeModel
import EpisodeProtocol
import Foundation
import TestSupport
import Testing

@Suite struct `Hostile bytes` {
    @Test(.timeLimit(.minutes(5)))
    func `mutated requests give an answer or an error`() throws {
        let seeds = try [
            "list-request", "get-episode-request", "batch-request", "video-stream-request",
            "health-request",
        ].map { try GoldenFiles.bytes($0) }
        let memory = try GuardedMemory(byteCount: 65_536)
        let decoder = RequestDecoder()
        var generator = SeededGenerator(seed: 1)
        var (query, ids) = (EpisodeQuery(), [UInt64]())
        var (accepted, refused) = (0, 0)
        for round in 0..<100_000 {
            var bytes = seeds[round % 2 == 0 ? 0 : round / 2 % seeds.count]
            Self.mutate(&bytes, using: &generator)
            memory.withBytes(bytes) { span in
                let outcomes = [
                    (try? decoder.decodeList(span, into: &query)) != nil,
                    (try? decoder.decodeGetEpisode(span)) != nil,
                    (try? decoder.decodeBatchGetEpisodes(span, into: &ids)) != nil,
                    (try? decoder.decodeGetVideoStream(span)) != nil,
                    (try? decoder.decodeHealthCheck(span)) != nil,
                    (try? decoder.decodeGetCatalog(span)) != nil,
                    (try? decoder.decodeGetFilterOptions(span)) != nil,
                ]
                accepted += outcomes.count { $0 }
                refused += outcomes.count { !$0 }
            }
        }
        // Both ways are really taken.
        #expect(accepted > 1_000)
        #expect(refused > 1_000)
    }

    @Test(.timeLimit(.minutes(5)))
    func `mutated replies give a value or an error`() throws {
        let seeds = try [
            "list-response", "get-episode-response", "batch-response", "filter-options-response",
            "catalog-response", "list-response-masked",
        ].map { try GoldenFiles.bytes($0) }
        var generator = SeededGenerator(seed: 2)
        var (accepted, refused) = (0, 0)
        for round in 0..<20_000 {
            var bytes = seeds[round % seeds.count]
            Self.mutate(&bytes, using: &generator)
            let outcomes = [
                (try? MessageCoding.decodeListEpisodesResponse(bytes)) != nil,
                (try? MessageCoding.decodeGetEpisodeResponse(bytes)) != nil,
                (try? MessageCoding.decodeBatchGetEpisodesResponse(bytes)) != nil,
                (try? MessageCoding.decodeFilterOptionsResponse(bytes)) != nil,
                (try? MessageCoding.decodeVideoStreamResponse(bytes)) != nil,
                (try? MessageCoding.decodeCatalogResponse(bytes)) != nil,
                (try? MessageCoding.decodeHealthCheckResponse(bytes)) != nil,
            ]
            accepted += outcomes.count { $0 }
            refused += outcomes.count { !$0 }
        }
        #expect(accepted > 1_000)
        #expect(refused > 1_000)
    }

    @Test func `every cut of a good request gives an answer or an error`() throws {
        let bytes = try GoldenFiles.bytes("list-request")
        let memory = try GuardedMemory(byteCount: 65_536)
        let decoder = RequestDecoder()
        var query = EpisodeQuery()
        for count in 0...bytes.count {
            memory.withBytes(Array(bytes.prefix(count))) { span in
                let isWhole = (try? decoder.decodeList(span, into: &query)) != nil
                if count == bytes.count { #expect(isWhole) }
            }
        }
    }

    @Test func `random bytes give an answer or an error`() throws {
        let memory = try GuardedMemory(byteCount: 65_536)
        let decoder = RequestDecoder()
        var generator = SeededGenerator(seed: 3)
        var query = EpisodeQuery()
        var refused = 0
        for _ in 0..<20_000 {
            let count = Int.random(in: 0...400, using: &generator)
            let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
            memory.withBytes(bytes) { span in
                if (try? decoder.decodeList(span, into: &query)) == nil { refused += 1 }
            }
        }
        #expect(refused > 1_000)
    }

    /// One to four small accidents: a bit, a byte, a cut, a repeated or a removed stretch.
    private static func mutate(_ bytes: inout [UInt8], using generator: inout SeededGenerator) {
        for _ in 0..<Int.random(in: 1...4, using: &generator) {
            guard let place = bytes.indices.randomElement(using: &generator) else { return }
            let length = min(Int.random(in: 1...9, using: &generator), bytes.count - place)
            let stretch = Array(bytes[place..<(place + length)])
            switch Int.random(in: 0...5, using: &generator) {
            case 0: bytes[place] ^= 1 << UInt8.random(in: 0...7, using: &generator)
            case 1: bytes[place] = UInt8.random(in: 0...255, using: &generator)
            case 2: bytes[place] = [0, 0x7F, 0x80, 0xFF].randomElement(using: &generator) ?? 0
            case 3: bytes.removeLast(length)
            case 4: bytes.insert(contentsOf: stretch, at: place)
            default: bytes.removeSubrange(place..<(place + length))
            }
        }
    }
}

/// Memory whose end is the end of what may be read: one byte further ends the process.
private final class GuardedMemory {
    private let start: UnsafeMutableRawPointer
    private let byteCount: Int
    private static let pageByteCount = 65_536

    struct Unavailable: Error {}

    /// - Parameter byteCount: a multiple of 65,536.
    init(byteCount: Int) throws {
        let total = byteCount + Self.pageByteCount
        guard
            let start = mmap(
                nil, total, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0),
            start != MAP_FAILED, mprotect(start + byteCount, Self.pageByteCount, PROT_NONE) == 0
        else { throw Unavailable() }
        self.start = start
        self.byteCount = byteCount
    }

    deinit { munmap(start, byteCount + Self.pageByteCount) }

    func withBytes(_ bytes: [UInt8], _ body: (borrowing RawSpan) -> Void) {
        let place = start + byteCount - bytes.count
        bytes.withUnsafeBytes { source in
            if let base = source.baseAddress {
                place.copyMemory(from: base, byteCount: bytes.count)
            }
        }
        let buffer = UnsafeRawBufferPointer(start: place, count: bytes.count)
        body(RawSpan(_unsafeBytes: buffer))
    }
}
