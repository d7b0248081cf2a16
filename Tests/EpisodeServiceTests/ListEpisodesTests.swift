import EpisodeModel
import EpisodeProtocol
import EpisodeService
import RPCCore
import Testing

@Suite struct ListEpisodesTests {
    @Test func `an unchanged catalogue is answered with not_modified and no rows`() throws {
        let service = try InProcess([.make(1)], revision: 7)
        var request = ListEpisodesRequest()
        request.ifRevisionNot = 7
        let same = try service.list(request)
        #expect(same.notModified && same.episodes.isEmpty && same.revision == 7)
        request.ifRevisionNot = 6
        let other = try service.list(request)
        #expect(!other.notModified && other.episodes.count == 1)
    }

    @Test func `a call waits for its revision, then gives up as unavailable`() throws {
        let service = try InProcess([.make(1)], revision: 3)
        var request = ListEpisodesRequest()
        request.minRevision = 4
        let payload = MessageCoding.encode(request)
        let early = service.call("episodes.v1.EpisodeService", "ListEpisodes", payload)
        guard case .retry = early else {
            Issue.record("no wait: \(early)")
            return
        }
        let late = service.call(
            "episodes.v1.EpisodeService", "ListEpisodes", payload, waitedMilliseconds: 500)
        guard case .failed(let error) = late else {
            Issue.record("no end: \(late)")
            return
        }
        #expect(error.code == .unavailable)
        #expect(error.message.contains("min_revision"))
        service.service.snapshots.publish(
            try InProcess.snapshot([.make(1), .make(2)], revision: 4))
        #expect(try service.list(request).episodes.count == 2)
    }

    @Test func `a new snapshot is seen whole by the next call`() throws {
        let service = try InProcess([.make(1, "Old")])
        #expect(try service.list(ListEpisodesRequest()).episodes.map(\.name) == ["Old"])
        service.service.snapshots.publish(
            try InProcess.snapshot([.make(1, "New"), .make(2, "New")], revision: 2))
        let answer = try service.list(ListEpisodesRequest())
        #expect(answer.episodes.map(\.name) == ["New", "New"])
        #expect(answer.totalSize == 2 && answer.revision == 2)
    }

    @Test func `a page too large for one reply ends early and its token goes on`() throws {
        let text = String(repeating: "x", count: 60_000)
        let episodes = (1...40).map { Episode.make($0) { $0.description = text } }
        var service = try InProcess(episodes)
        service.replyByteCountMaximum = 500_000
        var request = ListEpisodesRequest()
        request.sort = "id"
        request.pageSize = 1_000
        var walked: [UInt64] = []
        var pages = 0
        repeat {
            let page = try service.list(request)
            #expect(page.totalSize == 40)
            #expect(!page.episodes.isEmpty)
            walked += page.episodes.map(\.id)
            request.pageToken = page.nextPageToken
            pages += 1
        } while !request.pageToken.isEmpty && pages < 50
        #expect(walked == Array(1...40))
        #expect(pages > 4)
    }

    @Test(arguments: [
        "", "id", "-name", "name,-popularity", "relevance", "name,relevance", "relevance,name",
        "relevance,popularity", "difficulty,relevance", "-duration,released_at",
    ])
    func `the token of every order goes on where its page ended`(sort: String) throws {
        let episodes = (1...60).map { id in
            Episode.make(id, ["Swift", "Maps", "Swift Maps", "swift"][Int(id) % 4]) {
                $0.popularity = id % 5 == 0 ? nil : Double(id % 7)
                $0.description = id % 2 == 0 ? "swift" : ""
                $0.releasedAt = Timestamp(rfc3339: "2020-01-0\(id % 9 + 1)")
            }
        }
        let service = try InProcess(episodes)
        for query in ["swift", " ", "maps swift"] {
            var request = ListEpisodesRequest()
            request.sort = sort
            request.query = query
            request.pageSize = 1_000
            let whole = try service.list(request).episodes.map(\.id)
            request.pageSize = 7
            var walked: [UInt64] = []
            repeat {
                let page = try service.list(request)
                walked += page.episodes.map(\.id)
                request.pageToken = page.nextPageToken
            } while !request.pageToken.isEmpty && walked.count <= whole.count
            #expect(walked == whole)
        }
    }

    @Test func `counts carry the names of domains and difficulties`() throws {
        let episode = Episode.make(1) {
            $0.domains = [1, 99]
            $0.difficulty = .beginner
        }
        let service = try InProcess([episode], domains: [Domain(id: 1, name: "iOS & Swift")])
        var request = ListEpisodesRequest()
        request.facets = [.domain, .difficulty]
        let facets = try service.list(request).facets
        #expect(facets[0].values.map(\.label).sorted() == ["99", "iOS & Swift"])
        #expect(facets[1].values.map(\.label) == ["Beginner"])
    }

    @Test func `a fault of the request names its field in the status details`() throws {
        let service = try InProcess([.make(1)])
        var request = ListEpisodesRequest()
        request.sort = "nope"
        let error = #expect(throws: RPCError.self) { try service.list(request) }
        #expect(error?.code == .invalidArgument)
        #expect(error?.violations.map(\.field) == ["sort"])
        #expect(error?.message.contains("-") == true)
    }
}
