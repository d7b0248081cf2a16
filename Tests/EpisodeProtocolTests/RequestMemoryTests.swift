// Purpose: no request makes a server take more memory than is stated, whatever its bytes.
// Method: for each kind of field the cheapest bytes that make a decoder hold most, as many as fit
// the longest request; the heap is watched while they are decoded.
import CAllocationCounter
import EpisodeModel
import Testing

@testable import EpisodeProtocol

@Suite struct `Memory of a request` {
    /// Longest request of a method that reads.
    private static let requestByteCount = 65_536

    /// What one event loop keeps between requests.
    final class Loop {
        let decoder = RequestDecoder()
        var query = EpisodeQuery()
        var ids: [UInt64] = []
    }

    enum Method: CaseIterable {
        case list, stream, get, batch, video, options, catalog, health

        func decode(_ bytes: [UInt8], on loop: Loop) throws(EpisodeError) {
            let (span, decoder) = (bytes.span.bytes, loop.decoder)
            switch self {
            case .list: _ = try decoder.decodeList(span, into: &loop.query)
            case .stream: _ = try decoder.decodeStream(span, into: &loop.query)
            case .get: _ = try decoder.decodeGetEpisode(span)
            case .batch: _ = try decoder.decodeBatchGetEpisodes(span, into: &loop.ids)
            case .video: _ = try decoder.decodeGetVideoStream(span)
            case .options: try decoder.decodeGetFilterOptions(span)
            case .catalog: try decoder.decodeGetCatalog(span)
            case .health: _ = try decoder.decodeHealthCheck(span)
            }
        }
    }

    struct Attack {
        let name: String
        let bytes: [UInt8]

        /// `head` once, then `unit` as often as it fits.
        init(_ name: String, head: [UInt8] = [], unit: [UInt8]) {
            let count = (requestByteCount - head.count) / unit.count
            var bytes = head
            bytes.reserveCapacity(requestByteCount)
            for _ in 0..<count { bytes += unit }
            self.name = name
            self.bytes = bytes
        }
    }

    /// A field with tag and length in front, for content that fills the rest of a request.
    private static func filling(_ tag: UInt8, _ byte: UInt8) -> Attack {
        Attack(
            "field \(tag >> 3) full of \(byte)", head: [tag] + length(requestByteCount - 4),
            unit: [byte])
    }

    static let attacks: [Attack] =
        // Every field number of every request, empty and short, of every wire type.
        (1...18).flatMap { number in
            [
                Attack("field \(number) empty", unit: tag(number, 2) + [0]),
                Attack(
                    "field \(number) of a letter", unit: tag(number, 2) + [1, 97]),
                Attack("field \(number) as number", unit: tag(number, 0) + [1]),
                Attack(
                    "field \(number) with an empty part",
                    unit: tag(number, 2) + [2, 10, 0]),
            ]
        }
        + [
            Attack("unknown numbers", unit: [0xF8, 0x01, 1]),
            Attack("unknown texts", unit: [0xFA, 0x01, 0]),
            Attack("unknown fixed numbers", unit: [0x7D, 1, 2, 3, 4]),
            Attack(
                "predicates", unit: [0x62, 8, 10, 4, 110, 97, 109, 101, 16, 7]),
        ]
        + (1...18).map { filling(UInt8($0 % 16) << 3 | 2, 1) }
        + [filling(0x1A, 97), filling(0x3A, 65), filling(0x0A, 97), filling(0x0A, 10)]

    private static func tag(_ number: Int, _ type: UInt8) -> [UInt8] {
        let value = number << 3 | Int(type)
        return value < 0x80 ? [UInt8(value)] : [UInt8(value & 0x7F | 0x80), UInt8(value >> 7)]
    }

    @Test(
        .enabled(if: allocation_counter_bytes() >= 0, "this build cannot count heap bytes"),
        .timeLimit(.minutes(5)))
    func `is at most 8 MiB while it is decoded, and 16 MiB with what a loop keeps`() {
        let (loop, attacks) = (Loop(), Self.attacks)
        let start = allocation_counter_bytes()
        var worst: (taken: Int64, whole: Int64, name: String) = (0, 0, "")
        var refused = 0
        for method in Method.allCases {
            for attack in attacks {
                let bytes = method == .stream ? Self.inside(attack.bytes) : attack.bytes
                let before = allocation_counter_bytes()
                allocation_counter_restart_peak()
                if (try? method.decode(bytes, on: loop)) == nil { refused += 1 }
                let peak = allocation_counter_peak_bytes()
                worst.whole = max(worst.whole, peak - start)
                if peak - before > worst.taken {
                    worst.taken = peak - before
                    worst.name = "\(method), \(attack.name)"
                }
            }
        }
        #expect(worst.taken <= 8_388_608 + 65_536, "\(worst)")
        #expect(worst.whole <= 16_777_216, "\(worst)")
        // It is watched: lists of texts and protobuf-c's structs do take megabytes.
        #expect(worst.taken > 4_000_000, "\(worst)")
        #expect(refused > 100)
    }

    @Test(
        .enabled(if: allocation_counter_bytes() >= 0, "this build cannot count heap bytes"),
        .timeLimit(.minutes(5)),
        arguments: [
            ([0xC0, 0x3E, 1], "unknown"), ([0x0A, 0], "rows"), ([0x22, 0], "facets"),
            ([0x0A, 2, 0x6A, 0], "features"), ([0x12, 0], "tokens"),
        ] as [([UInt8], String)])
    func `of a reply is at most 160 MiB in a client`(unit: [UInt8], name: String) {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(4_194_304)
        // As many as fit a reply and the number of fields that is read.
        for _ in 0..<min(1_048_576, 4_194_304 / unit.count) { bytes += unit }
        let before = allocation_counter_bytes()
        allocation_counter_restart_peak()
        let reply = try? MessageCoding.decodeListEpisodesResponse(bytes)
        let taken = allocation_counter_peak_bytes() - before
        #expect(taken <= 167_772_160, "\(name): \(taken)")
        withExtendedLifetime(reply) {}
    }

    /// A list request as the field of a stream request.
    private static func inside(_ bytes: [UInt8]) -> [UInt8] {
        let count = requestByteCount - 4
        return [0x0A] + length(count) + bytes.prefix(count)
    }

    private static func length(_ count: Int) -> [UInt8] {
        [UInt8(count & 0x7F | 0x80), UInt8(count >> 7 & 0x7F | 0x80), UInt8(count >> 14)]
    }
}
