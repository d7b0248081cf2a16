// Purpose: rows go out as they came in, whole or in part, and their sizes are known exactly.
import EpisodeModel
import EpisodeProtocol
import TestSupport
import Testing

@Suite struct `Encoded rows` {
    /// An episode that differs in which fields it has.
    private func sample(_ id: UInt64, using generator: inout SeededGenerator) -> Episode {
        var episode = Samples.full
        episode.id = id
        episode.name = "Episode \(id)"
        if Bool.random(using: &generator) { episode.description = "" }
        if Bool.random(using: &generator) { episode.domains = [] }
        if Bool.random(using: &generator) { episode.releasedAt = nil }
        if Bool.random(using: &generator) { episode.popularity = nil }
        if Bool.random(using: &generator) { episode.features = [] }
        if Bool.random(using: &generator) { episode.ordinal = nil }
        return episode
    }

    private func page(
        _ rows: [UInt32], _ encoded: EncodedRows, _ selection: FieldSelection = .all
    ) throws -> (episodes: [Episode], byteCount: Int) {
        var encoder = ReplyEncoder()
        encoder.prepareList(
            rows: rows, of: encoded, selection: selection, nextPageToken: [], totalSize: 0,
            facets: [], revision: 0, notModified: false)
        return (
            try MessageCoding.decodeListEpisodesResponse(encoder.bytes).episodes, encoder.byteCount
        )
    }

    @Test func `many rows over several chunks come back in row order`() throws {
        var generator = SeededGenerator(seed: 5)
        let builder = EncodedRowsBuilder()
        var episodes: [Episode] = []
        for id in 1...3_000 {
            var episode = sample(UInt64(id), using: &generator)
            episode.descriptionHTML = String(repeating: "x", count: id % 7_000)
            try builder.append(episode)
            episodes.append(episode)
        }
        let order = (0..<UInt32(3_000)).shuffled(using: &generator)
        let encoded = builder.finish(order: order)
        #expect(encoded.count == 3_000)
        #expect(encoded.byteCount > 4_194_304)
        for start in stride(from: UInt32(0), to: 3_000, by: 500) {
            let rows = Array(start..<(start + 500))
            let expected = rows.map { episodes[Int(order[Int($0)])] }
            #expect(try page(rows, encoded).episodes == expected)
        }
    }

    @Test func `a masked row holds the chosen fields and no other`() throws {
        let encoded = try Samples.rows()
        for field in EpisodeField.allCases {
            let selection = FieldSelection([field])
            let row = try page([0], encoded, selection).episodes[0]
            for other in EpisodeField.allCases where other != field {
                #expect(other.text(of: row).isEmpty)
                #expect(OrderedKey.of(other, in: row) ?? 0 == 0)
            }
            #expect(field.text(of: row) == field.text(of: Samples.full))
            if field != .difficulty || Samples.full.difficulty != .allLevels {
                #expect(OrderedKey.of(field, in: row) == OrderedKey.of(field, in: Samples.full))
            }
            #expect((field == .domains) == !row.domains.isEmpty)
            #expect((field == .features) == !row.features.isEmpty)
        }
        let empty = try page([0, 1], encoded, FieldSelection([]))
        #expect(empty.episodes.count == 2)
        #expect(empty.byteCount == 4)
    }

    @Test(arguments: [FieldSelection.all, FieldSelection([.id, .name]), FieldSelection([])])
    func `rows that fit are counted exactly`(selection: FieldSelection) throws {
        let encoded = try Samples.rows()
        var encoder = ReplyEncoder()
        let rows: [UInt32] = [0, 1, 2]
        for count in 0...3 {
            let byteCount = try page(Array(rows[0..<count]), encoded, selection).byteCount
            func fitting(_ maximum: Int) -> Int {
                encoder.beginList(
                    rows: rows, of: encoded, selection: selection, byteCountMaximum: maximum)
            }
            #expect(fitting(byteCount) == count)
            if count > 0 { #expect(fitting(byteCount - 1) == count - 1) }
        }
        #expect(
            encoder.beginList(
                rows: rows, of: encoded, selection: selection, byteCountMaximum: -1) == 0)
    }

    @Test func `a row equal to an earlier one is found and taken away`() throws {
        let builder = EncodedRowsBuilder()
        #expect(!builder.lastRowEquals(row: 0))
        builder.removeLast()
        try builder.append(Samples.full)
        try builder.append(Samples.old)
        try builder.append(Samples.full)
        #expect(builder.lastRowEquals(row: 0))
        #expect(!builder.lastRowEquals(row: 1))
        builder.removeLast()
        #expect(builder.count == 2)
        try builder.append(Samples.epoch)
        let encoded = builder.finish(order: [0, 1, 2])
        #expect(
            try page([0, 1, 2], encoded).episodes == [Samples.full, Samples.old, Samples.epoch])
        #expect(builder.count == 0)
    }

    @Test func `a row over 2 MiB is refused and leaves nothing behind`() throws {
        let builder = EncodedRowsBuilder()
        var large = Episode(id: 1, name: "Large")
        large.description = String(repeating: "x", count: CatalogLimits.textByteCountMaximum)
        large.descriptionHTML = large.description
        #expect(throws: EpisodeError.self) { try builder.append(large) }
        #expect(builder.count == 0)
        large.descriptionHTML = ""
        try builder.append(large)
        #expect(try page([0], builder.finish(order: [0])).episodes == [large])
    }

    @Test func `the largest row fits one reply`() {
        #expect(CatalogLimits.rowByteCountMaximum + 16 < MessageCoding.responseByteCountMaximum)
    }
}
