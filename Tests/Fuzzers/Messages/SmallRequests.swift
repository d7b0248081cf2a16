import EpisodeModel

@testable import EpisodeProtocol

/// The requests that go through protobuf-c: what is taken comes back when a client says it again.
///
/// Input: which request, then the message.
enum SmallRequests {
    nonisolated(unsafe) private static let decoder = RequestDecoder()

    static func run(_ input: UnsafeRawBufferPointer) {
        let bytes = input.after(1)
        switch input.choice(0) % 9 {
        case 0: tryGet(bytes)
        case 1: tryBatch(bytes)
        case 2:
            twice(bytes, decoder.decodeGetVideoStream) {
                MessageCoding.encodeGetVideoStream(videoIdentifier: $0)
            }
        case 3: twice(bytes, decoder.decodeHealthCheck, MessageCoding.encodeHealthCheck(service:))
        case 4: bytes.withSpan { try? decoder.decodeGetFilterOptions($0) }
        case 5: bytes.withSpan { try? decoder.decodeGetCatalog($0) }
        case 6: twice(bytes, decoder.decodeDelete, MessageCoding.encodeDelete(ids:))
        case 7:
            twice(bytes) { (span) throws(EpisodeError) in
                let request = try decoder.decodeUpsert(span)
                return Edit(episodes: request.episodes, domains: request.domains)
            } _: {
                MessageCoding.encodeUpsert(episodes: $0.episodes, domains: $0.domains)
            }
        default:
            var query = EpisodeQuery()
            _ = bytes.withSpan { try? decoder.decodeStream($0, into: &query) }
        }
    }

    /// Decodes, says it again, and decodes that.
    private static func twice<Value: Hashable>(
        _ bytes: UnsafeRawBufferPointer,
        _ decode: (borrowing RawSpan) throws(EpisodeError) -> Value, _ encode: (Value) -> [UInt8]
    ) {
        guard let value = bytes.withSpan({ try? decode($0) }) else { return }
        let again = encode(value)
        let same = try? decode(again.span.bytes)
        require(same == value, "\(value) became \(String(describing: same))")
    }

    private struct Edit: Hashable {
        var episodes: [Episode]
        var domains: [Domain]
    }

    private struct Get: Hashable {
        var ids: [UInt64]
        var selection: FieldSelection
        var readMask: [String] {
            EpisodeField.allCases.filter { selection.contains($0) }.map(\.name)
        }
    }

    private static func tryGet(_ bytes: UnsafeRawBufferPointer) {
        twice(bytes) { (span) throws(EpisodeError) in
            let (id, selection) = try decoder.decodeGetEpisode(span)
            return Get(ids: [id], selection: selection)
        } _: {
            MessageCoding.encodeGetEpisode(id: $0.ids[0], readMask: $0.readMask)
        }
    }

    private static func tryBatch(_ bytes: UnsafeRawBufferPointer) {
        twice(bytes) { (span) throws(EpisodeError) in
            var ids: [UInt64] = []
            let selection = try decoder.decodeBatchGetEpisodes(span, into: &ids)
            require(ids.count <= RequestDecoder.batchCountMaximum, "\(ids.count) ids")
            require(Set(ids).count == ids.count, "an id twice")
            return Get(ids: ids, selection: selection)
        } _: {
            MessageCoding.encodeBatchGetEpisodes(ids: $0.ids, readMask: $0.readMask)
        }
    }

    static func seeds() -> [[UInt8]] {
        [
            [0] + MessageCoding.encodeGetEpisode(id: 42, readMask: ["name", "*"]),
            [1] + MessageCoding.encodeBatchGetEpisodes(ids: [1, 1, .max], readMask: ["id"]),
            [1, 0x08, 1, 0x0A, 2, 2, 3],
            [2] + MessageCoding.encodeGetVideoStream(videoIdentifier: 9),
            [3] + MessageCoding.encodeHealthCheck(service: "episodes.v1.EpisodeService"),
            [4], [5, 0x78, 1], [0, 0x12, 3, 0x0A, 1, 0], [0, 0x12, 2, 0x0A, 0xFF], [3, 0x0B, 0x0C],
            [8, 0x0A, 2, 0x28, 1, 0x0A, 3, 0x1A, 1, 0x61], [8, 0x0A], [8, 0x0A, 0, 0x0A, 1, 0],
            [6] + MessageCoding.encodeDelete(ids: [5, 5, .max]),
            [7]
                + MessageCoding.encodeUpsert(
                    episodes: [Episode(id: 1, name: "One"), Episode(id: 2, name: "Two")],
                    domains: [Domain(id: 3, name: "Three")]),
        ]
    }
}
