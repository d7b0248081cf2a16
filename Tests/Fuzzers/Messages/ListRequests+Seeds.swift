import EpisodeModel

@testable import EpisodeProtocol

extension ListRequests {
    static func seeds() -> [[UInt8]] {
        var full = ListEpisodesRequest()
        full.domains = [1, 2]
        full.difficulties = [.beginner, .allLevels]
        full.query = "swift \"map kit"
        full.sort = "-popularity,name,relevance"
        full.pageSize = 7
        full.contentTypes = ["collection"]
        full.subscriptionTypes = ["free"]
        full.features = ["quiz", "größe"]
        full.predicates = predicates
        full.facets = Facet.allCases
        full.readMask = ["id", "name"]
        full.ids = [1, .max]
        full.skipTotalSize = true
        full.ifRevisionNot = 3
        full.skip = 4
        full.minRevision = 2
        var small = ListEpisodesRequest()
        small.query = "map"
        let malformed: [[UInt8]] = [
            [0x1A, 2, 0xC0, 0x80], [0x1A, 1, 0], [0x08, 1, 0x0A, 2, 2, 3], [0x0A, 1, 0x80],
            [0x1A, 0xFF, 0xFF, 0xFF, 0xFF, 0x0F], [0x13, 0x14],
            [0x28, 0xFF, 0xFF, 0xFF, 0xFF, 0x0F],
            [0xF8, 0x7F, 1, 0xFA, 0x7F, 1, 0], [0x12, 1, 9],
        ]
        return [[], MessageCoding.encode(full), MessageCoding.encode(small), withToken()]
            + malformed + malformed.map { MessageCoding.encode(small) + $0 }
    }

    private static var predicates: [ListEpisodesRequest.Condition] {
        [
            .init(field: "name", comparison: .contains, value: "map"),
            .init(field: "popularity", comparison: .atLeast, value: "-1.5e3"),
            .init(field: "released_at", comparison: .atMost, value: "2020-01-31T08:00:00.25Z"),
            .init(field: "difficulty", comparison: .notEquals, value: "advanced"),
            .init(field: "domains", comparison: .equals, value: "2"),
            .init(field: "parent_name", comparison: .absent, isExact: true),
        ]
    }

    /// The second page of a list.
    private static func withToken() -> [UInt8] {
        var request = ListEpisodesRequest()
        request.sort = "name,-popularity"
        var query = EpisodeQuery()
        let bytes = MessageCoding.encode(request)
        let options = try? RequestDecoder().decodeList(bytes.span.bytes, into: &query)
        let cursor = Cursor(keys: [.text(Array("Maps".utf8)), .number(1 << 63)], id: 9)
        let token = PageToken.encode(cursor, fingerprint: options?.fingerprint ?? 0)
        request.pageToken = String(decoding: token, as: UTF8.self)
        return MessageCoding.encode(request)
    }
}
