import CommandLineKit
import EpisodeClient
import EpisodeModel
import EpisodeProtocol
import RPCCore

/// Asks for pages: one, all, or as many as a limit needs.
struct PageWalk {
    private var pages: EpisodePages.Iterator
    private let limit: Int?
    private let isWalk: Bool
    private var isAtEnd = false
    private var hasBegun = false
    /// Episodes given out so far.
    private(set) var count = 0
    /// The total and the facets of the first page, and its token when no other page was asked for.
    private(set) var answer = ListEpisodesResponse()

    init(_ request: ListEpisodesRequest, limit: Int?, walksAll: Bool, client: EpisodeClient) {
        pages = client.pages(request).makeAsyncIterator()
        self.limit = limit
        isWalk = walksAll || limit != nil
    }

    /// The episodes of the next page; nil after the last.
    mutating func next(_ session: Session) async throws(Failure) -> [Episode]? {
        guard !isAtEnd else { return nil }
        var iterator = pages
        let page = try await session.timed("list") { (_) throws(RPCError) in
            try await iterator.next()
        }
        pages = iterator
        guard var page else {
            isAtEnd = true
            return nil
        }
        var episodes = page.episodes
        if let limit { episodes = Array(episodes.prefix(limit - count)) }
        count += episodes.count
        isAtEnd = !isWalk || count == limit || page.nextPageToken.isEmpty
        if !hasBegun {
            hasBegun = true
            page.episodes = []
            if isWalk { page.nextPageToken = "" }
            answer = page
        }
        return episodes
    }
}
