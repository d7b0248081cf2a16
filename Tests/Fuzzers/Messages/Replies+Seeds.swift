import EpisodeModel

@testable import EpisodeProtocol

extension Replies {
    static func seeds() -> [[UInt8]] {
        var full = Episode(id: 7, name: "Maps")
        full.description = "Über maps"
        full.domains = [1, 2]
        full.difficulty = .advanced
        full.releasedAt = Timestamp(microsecondsSinceEpoch: 1_580_428_800_250_000)
        full.popularity = -1.5
        full.durationSeconds = 600
        full.videoIdentifier = 12
        full.features = ["quiz", "text"]
        full.ordinal = 3
        let builder = EncodedRowsBuilder()
        for episode in [full, Episode(id: 1, name: "")] { try? builder.append(episode) }
        let rows = builder.finish(order: [0, 1])
        let facets = [
            FacetCounts(
                facet: .difficulty,
                values: [FacetValue(value: "a", label: "A", count: 4, isSelected: true)])
        ]
        var seeds: [[UInt8]] = []
        func add(_ kind: UInt8, _ prepare: (inout ReplyEncoder) -> Void) {
            var encoder = ReplyEncoder()
            prepare(&encoder)
            seeds.append([kind] + encoder.bytes)
        }
        add(0) {
            _ = $0.beginList(rows: [0, 1], of: rows, selection: .all, byteCountMaximum: .max)
            $0.finishList(
                nextPageToken: Array("abc".utf8), totalSize: 2, facets: facets, revision: 3,
                notModified: false)
        }
        add(1) { $0.prepareEpisode(row: 0, of: rows, selection: .all) }
        add(2) { $0.prepareBatch(rows: [1], of: rows, selection: .all, missing: [5, .max]) }
        add(3) {
            $0.prepareFilterOptions(facets: facets, domains: [Domain(id: 1, name: "iOS")])
        }
        add(4) { $0.prepareVideoStream(url: "https://example.org/v") }
        add(5) {
            $0.prepareCatalog(
                revision: 1, episodeCount: 2, loadedAt: full.releasedAt, source: "catalog.json")
        }
        add(6) {
            _ = $0.beginList(rows: [1, 0], of: rows, selection: .all, byteCountMaximum: .max)
            $0.finishStreamBatch(revision: 9)
        }
        add(7) { $0.prepareHealth(.serving) }
        return seeds + [[0, 0x0A, 0], [1, 0x0A, 2, 0x4A, 0], [0, 0x12, 1, 0], [2, 0x10, 0xFF]]
    }
}
