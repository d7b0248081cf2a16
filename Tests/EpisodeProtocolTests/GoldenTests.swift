// Purpose: our bytes are the bytes of the reference implementation, in both directions.
import EpisodeModel
import EpisodeProtocol
import Testing

@Suite struct `Golden messages` {
    @Test func `requests are encoded as the reference encodes them`() throws {
        #expect(MessageCoding.encode(Samples.request) == (try GoldenFiles.bytes("list-request")))
        #expect(MessageCoding.encode(ListEpisodesRequest()).isEmpty)
        #expect(
            MessageCoding.encodeStreamEpisodes(Samples.request)
                == (try GoldenFiles.bytes("stream-request")))
        #expect(
            MessageCoding.encodeGetEpisode(id: 300, readMask: ["id", "name"])
                == (try GoldenFiles.bytes("get-episode-request")))
        #expect(
            MessageCoding.encodeBatchGetEpisodes(ids: [2, 7, 300], readMask: [])
                == (try GoldenFiles.bytes("batch-request")))
        #expect(
            MessageCoding.encodeGetVideoStream(videoIdentifier: 5)
                == (try GoldenFiles.bytes("video-stream-request")))
        #expect(
            MessageCoding.encodeHealthCheck(service: "a.B")
                == (try GoldenFiles.bytes("health-request")))
    }

    @Test func `every field of a list request reaches the query`() throws {
        let list = try decodeList(GoldenFiles.bytes("list-request"))
        let query = list.query
        #expect(query.domains == [1, 9, 300])
        #expect(query.difficulties == [.beginner, .allLevels])
        #expect(String(decoding: query.text, as: UTF8.self) == "map \"swift ui\" 地図")
        #expect(
            query.sort == [
                .field(.popularity, descending: true), .field(.name, descending: false),
            ])
        #expect(query.pageSize == 7)
        #expect(query.contentTypes.strings == ["episode", "collection"])
        #expect(query.subscriptionTypes.strings == ["free"])
        #expect(query.features.strings == ["subtitles", "source code"])
        #expect(
            query.predicates == [
                try .parse(
                    fieldName: "name", comparison: .beginsWith, value: "Intro", isExact: true,
                    path: ""),
                try .parse(
                    fieldName: "released_at", comparison: .atLeast, value: "2020-01-31",
                    isExact: false, path: ""),
                try .parse(
                    fieldName: "ordinal", comparison: .absent, value: "", isExact: false, path: ""),
            ])
        #expect(query.facets == [.domain, .parent])
        #expect(query.ids == [1, .max])
        #expect(query.skipsTotal)
        #expect(query.skip == 14)
        #expect(query.cursor == nil)
        #expect(list.options.selection == FieldSelection([.id, .name, .releasedAt]))
        #expect(list.options.ifRevisionNot == 42)
        #expect(list.options.minRevision == 41)
    }

    @Test func `replies are encoded as the reference encodes them`() throws {
        var encoder = ReplyEncoder()
        let rows = try Samples.rows()
        encoder.prepareList(
            rows: [0, 1, 2], of: rows, selection: .all, nextPageToken: Array("AQ-_".utf8),
            totalSize: 157, facets: Samples.facets, revision: 42, notModified: false)
        #expect(encoder.bytes == (try GoldenFiles.bytes("list-response")))
        encoder.prepareList(
            rows: [0, 1, 2], of: rows,
            selection: FieldSelection([.id, .features, .releasedAt]), nextPageToken: [],
            totalSize: -1, facets: [], revision: 0, notModified: false)
        #expect(encoder.bytes == (try GoldenFiles.bytes("list-response-masked")))
        encoder.prepareList(
            rows: [], of: rows, selection: .all, nextPageToken: [], totalSize: 0, facets: [],
            revision: 9, notModified: true)
        #expect(encoder.bytes == (try GoldenFiles.bytes("list-response-not-modified")))
        _ = encoder.beginList(
            rows: [0, 1], of: rows, selection: .all, byteCountMaximum: .max)
        encoder.finishStreamBatch(revision: 42)
        #expect(encoder.bytes == (try GoldenFiles.bytes("stream-response")))
        encoder.prepareEpisode(row: 0, of: rows, selection: .all)
        #expect(encoder.bytes == (try GoldenFiles.bytes("get-episode-response")))
        encoder.prepareBatch(rows: [1], of: rows, selection: .all, missing: [7, 300])
        #expect(encoder.bytes == (try GoldenFiles.bytes("batch-response")))
        encoder.prepareFilterOptions(facets: [Samples.facets[0]], domains: Samples.domains)
        #expect(encoder.bytes == (try GoldenFiles.bytes("filter-options-response")))
        encoder.prepareVideoStream(url: "https://x/v.m3u8")
        #expect(encoder.bytes == (try GoldenFiles.bytes("video-stream-response")))
        encoder.prepareCatalog(
            revision: 3, episodeCount: 157,
            loadedAt: Timestamp(seconds: 1_800_000_000, nanoseconds: 5_000), source: "seed.json")
        #expect(encoder.bytes == (try GoldenFiles.bytes("catalog-response")))
        encoder.prepareHealth(.notServing)
        #expect(encoder.bytes == (try GoldenFiles.bytes("health-response")))
    }

    @Test func `replies of the reference read back as the values they were made from`() throws {
        let list = try MessageCoding.decodeListEpisodesResponse(
            GoldenFiles.bytes("list-response"))
        #expect(list.episodes == [Samples.full, Samples.old, Samples.epoch])
        #expect(list.nextPageToken == "AQ-_")
        #expect(list.totalSize == 157)
        #expect(list.facets == Samples.facets)
        #expect(list.revision == 42)
        #expect(!list.notModified)
        let unchanged = try MessageCoding.decodeListEpisodesResponse(
            GoldenFiles.bytes("list-response-not-modified"))
        #expect(unchanged.notModified && unchanged.revision == 9 && unchanged.episodes.isEmpty)
        #expect(
            try MessageCoding.decodeGetEpisodeResponse(GoldenFiles.bytes("get-episode-response"))
                == Samples.full)
        let stream = try MessageCoding.decodeStreamEpisodesResponse(
            GoldenFiles.bytes("stream-response"))
        #expect(stream.episodes == [Samples.full, Samples.old] && stream.revision == 42)
        let batch = try MessageCoding.decodeBatchGetEpisodesResponse(
            GoldenFiles.bytes("batch-response"))
        #expect(batch.episodes == [Samples.old] && batch.missingIDs == [7, 300])
        let options = try MessageCoding.decodeFilterOptionsResponse(
            GoldenFiles.bytes("filter-options-response"))
        #expect(options.facets == [Samples.facets[0]] && options.domains == Samples.domains)
        #expect(
            try MessageCoding.decodeVideoStreamResponse(GoldenFiles.bytes("video-stream-response"))
                == "https://x/v.m3u8")
        let catalog = try MessageCoding.decodeCatalogResponse(
            GoldenFiles.bytes("catalog-response"))
        #expect(catalog.revision == 3 && catalog.episodeCount == 157)
        #expect(catalog.source == "seed.json")
        #expect(catalog.loadedAt == Timestamp(seconds: 1_800_000_000, nanoseconds: 5_000))
        #expect(
            try MessageCoding.decodeHealthCheckResponse(GoldenFiles.bytes("health-response")) == 2)
    }

    @Test func `small requests of the reference are read`() throws {
        let decoder = RequestDecoder()
        let getBytes = try GoldenFiles.bytes("get-episode-request")
        let get = try decoder.decodeGetEpisode(getBytes.span.bytes)
        #expect(get.id == 300 && get.selection == FieldSelection([.id, .name]))
        var ids: [UInt64] = [99]
        let batchBytes = try GoldenFiles.bytes("batch-request")
        let selection = try decoder.decodeBatchGetEpisodes(batchBytes.span.bytes, into: &ids)
        #expect(ids == [2, 7, 300] && selection == .all)
        let videoBytes = try GoldenFiles.bytes("video-stream-request")
        let video = try decoder.decodeGetVideoStream(videoBytes.span.bytes)
        #expect(video == 5)
        let healthBytes = try GoldenFiles.bytes("health-request")
        let service = try decoder.decodeHealthCheck(healthBytes.span.bytes)
        #expect(service == "a.B")
        let empty: [UInt8] = []
        try decoder.decodeGetCatalog(empty.span.bytes)
        try decoder.decodeGetFilterOptions(empty.span.bytes)
    }
}
