// Purpose: with kept replies every answer has the bytes it would have without them, and a new
// snapshot is answered from at once.
// Method: the same random requests, each several times, to two services that differ in nothing but
// the cache.
import EpisodeModel
import EpisodeProtocol
import EpisodeService
import TestSupport
import Testing

@Suite struct ReplyCacheTests {
    private static func rows(_ seed: UInt64) -> [Episode] {
        (1...300).map { id in
            .make(id, "Episode \(id * seed % 97)") {
                $0.domains = [UInt32(id % 4 + 1)]
                $0.difficulty = Difficulty.allCases[Int(id % 3)]
                $0.popularity = Double((id * seed) % 301)
            }
        }
    }

    private static func request(_ number: Int) -> [UInt8] {
        var request = ListEpisodesRequest()
        request.domains = number % 3 == 0 ? [] : [UInt32(number % 4 + 1)]
        request.sort = ["-popularity", "name", ""][number % 3]
        request.pageSize = Int32(number % 7 * 5)
        if number % 5 == 0 { request.facets = [.domain, .difficulty] }
        if number % 11 == 0 { request.pageSize = -1 }
        if number % 13 == 0 { request.ifRevisionNot = 1 }
        return MessageCoding.encode(request)
    }

    private static func bytes(_ service: InProcess, _ request: [UInt8]) -> [UInt8]? {
        try? InProcess.bytes(
            service.call("episodes.v1.EpisodeService", "ListEpisodes", request))
    }

    @Test func `answers are the same with and without kept replies, also after a reload`() throws {
        let plain = try InProcess(Self.rows(7))
        let caching = try InProcess(
            Self.rows(7), configuration: .init(replyCacheByteCount: 1_048_576))
        var generator = SeededGenerator(seed: 3)
        for revision in UInt64(1)...4 {
            if revision > 1 {
                for service in [plain.service, caching.service] {
                    service.snapshots.publish(
                        try InProcess.snapshot(Self.rows(6 + revision), revision: revision))
                }
            }
            for _ in 0..<600 {
                let request = Self.request(Int.random(in: 0..<60, using: &generator))
                #expect(Self.bytes(caching, request) == Self.bytes(plain, request))
            }
        }
    }

    @Test func `a kept reply does not pass the limit of a smaller reply`() throws {
        var caching = try InProcess(
            Self.rows(7), configuration: .init(replyCacheByteCount: 1_048_576))
        let request = Self.request(1)
        let reply = try #require(Self.bytes(caching, request))
        for _ in 0..<3 { #expect(Self.bytes(caching, request) == reply) }
        caching.replyByteCountMaximum = reply.count - 1
        #expect(Self.bytes(caching, request) != reply)
    }

    @Test func `a page cut to fit a smaller reply is not kept`() throws {
        var caching = try InProcess(
            Self.rows(7), configuration: .init(replyCacheByteCount: 1_048_576))
        let plain = try InProcess(Self.rows(7))
        let request = MessageCoding.encode(
            {
                var request = ListEpisodesRequest()
                request.pageSize = 1_000
                return request
            }())
        let whole = try #require(Self.bytes(plain, request))
        // The encoder leaves 64 KiB of every reply to the page token.
        caching.replyByteCountMaximum = 65_536 + whole.count / 2
        for _ in 0..<3 {
            let cut = try #require(Self.bytes(caching, request))
            #expect(cut.count < whole.count)
        }
        caching.replyByteCountMaximum = 4_000_000
        for _ in 0..<4 { #expect(Self.bytes(caching, request) == whole) }
    }

    @Test func `edits that follow one another never leave an answer of the snapshot before`() throws
    {
        let caching = try InProcess(
            Self.rows(7), configuration: .init(replyCacheByteCount: 65_536))
        let request = Self.request(1)
        for revision in UInt64(2)...12 {
            for _ in 0..<3 { #expect(Self.bytes(caching, request) != nil) }
            let rows = Self.rows(5 + revision)
            caching.service.snapshots.publish(try InProcess.snapshot(rows, revision: revision))
            let fresh = try InProcess(rows)
            fresh.service.snapshots.publish(try InProcess.snapshot(rows, revision: revision))
            #expect(Self.bytes(caching, request) == Self.bytes(fresh, request))
        }
    }
}
