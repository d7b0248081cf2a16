import EpisodeModel
import EpisodeProtocol
import EpisodeService
import RPCCore
import TestSupport
import Testing

/// Purpose: a stream is the whole list, once, in order, from one snapshot.
/// Method: streams pulled without sockets and compared with walks by page; random catalogues and
/// requests, repeatable by their seed, with windows so small that every stream crosses several.
@Suite struct StreamEpisodesTests {
    private static func walk(
        _ service: InProcess, _ start: ListEpisodesRequest
    ) throws -> [UInt64] {
        var request = start
        var ids: [UInt64] = []
        while true {
            let page = try service.list(request)
            ids += page.episodes.map(\.id)
            guard !page.nextPageToken.isEmpty else { return ids }
            request.pageToken = page.nextPageToken
            request.skip = 0
        }
    }

    @Test(.timeLimit(.minutes(5)))
    func `random streams are the pages of the same request, one after the other`() throws {
        for seed in UInt64(1)...30 {
            var catalogue = RandomCatalogue(seed: seed)
            let episodes = catalogue.episodes(count: Int(seed * 37 % 200) + 1)
            var requests = RandomRequest(seed: seed &+ 77, from: episodes)
            let service = try InProcess(
                episodes, configuration: .init(streamWindowRowCount: Int(seed % 11) + 1))
            for _ in 0..<20 {
                var request = ListEpisodesRequest(requests.query())
                // What the service refuses, a stream must refuse alike.
                guard let walked = try? Self.walk(service, request) else {
                    #expect(throws: RPCError.self) { _ = try service.stream(request) }
                    continue
                }
                let batches = try service.stream(request)
                #expect(batches.flatMap(\.episodes).map(\.id) == walked)
                #expect(batches.allSatisfy { $0.episodes.count <= Int(request.pageSize) })
                #expect(batches.dropFirst().allSatisfy { !$0.episodes.isEmpty })
                request.pageSize = 0
                #expect(try service.stream(request).flatMap(\.episodes).map(\.id) == walked)
            }
        }
    }

    @Test func `batches hold about 128 KiB unless the request says how many episodes`() throws {
        let text = String(repeating: "x", count: 9_000)
        let service = try InProcess((1...100).map { .make($0) { $0.description = text } })
        var request = ListEpisodesRequest()
        request.sort = "id"
        #expect(
            try service.stream(request).map(\.episodes.count) == Array(repeating: 14, count: 7) + [
                2
            ])
        request.pageSize = 40
        #expect(try service.stream(request).first?.episodes.count == 14)
        request.readMask = ["id"]
        #expect(try service.stream(request).map(\.episodes.count) == [40, 40, 20])
        request.pageSize = 0
        #expect(try service.stream(request).map(\.episodes.count) == [100])
    }

    @Test func `an episode longer than a batch comes alone and too long a one is an error`() throws
    {
        let text = String(repeating: "x", count: 300_000)
        var service = try InProcess([
            .make(1), .make(2) { $0.description = text }, .make(3),
        ])
        var request = ListEpisodesRequest()
        request.sort = "id"
        #expect(try service.stream(request).map { $0.episodes.map(\.id) } == [[1], [2], [3]])
        service.replyByteCountMaximum = 200_000
        let error = #expect(throws: RPCError.self) { _ = try service.stream(request) }
        #expect(error?.code == .resourceExhausted)
    }

    @Test func `a stream keeps its snapshot while the catalogue changes`() throws {
        let service = try InProcess((1...10).map { .make($0) }, revision: 4)
        var request = ListEpisodesRequest()
        request.sort = "-id"
        request.pageSize = 3
        guard case .opened(let stream) = service.open(MessageCoding.encodeStreamEpisodes(request))
        else { return #expect(Bool(false), "not opened") }
        var batches = [try service.pull(stream)]
        service.service.snapshots.publish(try InProcess.snapshot([.make(77)], revision: 5))
        #expect(try service.list(ListEpisodesRequest()).episodes.map(\.id) == [77])
        while let bytes = try service.pull(stream) { batches.append(bytes) }
        let values = try batches.map { try MessageCoding.decodeStreamEpisodesResponse($0 ?? []) }
        #expect(values.flatMap(\.episodes).map(\.id) == (1...10).reversed())
        #expect(values.allSatisfy { $0.revision == 4 })
        #expect(try service.stream(request).first?.revision == 5)
    }

    @Test func `a stream without episodes still says its revision, and so does an unchanged one`()
        throws
    {
        let service = try InProcess([.make(1)], revision: 9)
        var request = ListEpisodesRequest()
        request.ids = [5]
        let none = try service.stream(request)
        #expect(none.map(\.revision) == [9] && none.allSatisfy(\.episodes.isEmpty))
        request = ListEpisodesRequest()
        request.ifRevisionNot = 9
        let same = try service.stream(request)
        #expect(same.map(\.revision) == [9] && same.allSatisfy(\.episodes.isEmpty))
        request.ifRevisionNot = 8
        #expect(try service.stream(request).flatMap(\.episodes).count == 1)
    }

    @Test func `a token and a skip say where a stream begins`() throws {
        let service = try InProcess((1...20).map { .make($0) })
        var request = ListEpisodesRequest()
        request.sort = "id"
        request.pageSize = 5
        request.pageToken = try service.list(request).nextPageToken
        #expect(try service.stream(request).flatMap(\.episodes).map(\.id) == Array(6...20))
        request.skip = 3
        #expect(try service.stream(request).flatMap(\.episodes).map(\.id) == Array(9...20))
        request.pageToken = "forged"
        let error = #expect(throws: RPCError.self) { _ = try service.stream(request) }
        #expect(error?.violations.first?.field == "request.page_token")
    }

    @Test func `what makes no sense is refused with the path of its field`() throws {
        let service = try InProcess([.make(1)])
        func violation(_ change: (inout ListEpisodesRequest) -> Void) throws -> String? {
            var request = ListEpisodesRequest()
            change(&request)
            let error = #expect(throws: RPCError.self) { _ = try service.stream(request) }
            #expect(error?.code == .invalidArgument)
            return error?.violations.first?.field
        }
        #expect(try violation { $0.facets = [.domain] } == "request.facets")
        #expect(try violation { $0.pageSize = -1 } == "request.page_size")
        #expect(try violation { $0.skip = -1 } == "request.skip")
        #expect(try violation { $0.sort = "nope" } == "request.sort")
        for payload in [[0x08, 1], [0x0A, 5, 1], [0x0A, 2, 0x28, 0xFF]] as [[UInt8]] {
            guard case .failed(let error) = service.open(payload) else {
                return #expect(Bool(false), "opened \(payload)")
            }
            #expect(error.code == .invalidArgument)
        }
    }

    @Test func `a request in pieces is put together and an absent one is every episode`() throws {
        let service = try InProcess((1...3).map { .make($0) })
        func ids(_ payload: [UInt8]) throws -> [UInt64] {
            guard case .opened(let stream) = service.open(payload),
                let bytes = try service.pull(stream)
            else { return [] }
            return try MessageCoding.decodeStreamEpisodesResponse(bytes).episodes.map(\.id)
        }
        #expect(try ids([]).sorted() == [1, 2, 3])
        // ids: 3, then ids: 1 and sort: "-id".
        let pieces: [UInt8] = [0x0A, 2, 0x68, 3, 0x0A, 7, 0x68, 1, 0x22, 3, 0x2D, 0x69, 0x64]
        #expect(try ids(pieces) == [3, 1])
    }

    @Test func `a stream waits for its revision, then is unavailable`() throws {
        let service = try InProcess([.make(1)], revision: 3)
        var request = ListEpisodesRequest()
        request.minRevision = 4
        let payload = MessageCoding.encodeStreamEpisodes(request)
        guard case .retry = service.open(payload) else {
            return #expect(Bool(false), "no wait")
        }
        guard case .failed(let error) = service.open(payload, waitedMilliseconds: 500) else {
            return #expect(Bool(false), "no end")
        }
        #expect(error.code == .unavailable)
    }
}
