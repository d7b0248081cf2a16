import CommandLineKit
import EpisodeClient
import EpisodeModel
import EpisodeProtocol
import RPCCore

/// Asks for pages: one, all, or as many as a limit needs.
struct PageWalk {
    private var request: ListEpisodesRequest
    private let limit: Int?
    private let isWalk: Bool
    private var isAtEnd = false
    private var hasBegun = false
    /// Episodes given out so far.
    private(set) var count = 0
    /// The total and the facets of the first page, and its token when no other page was asked for.
    private(set) var answer = ListEpisodesResponse()

    init(_ request: ListEpisodesRequest, limit: Int?, walksAll: Bool) {
        self.request = request
        self.limit = limit
        isWalk = walksAll || limit != nil
    }

    /// The episodes of the next page; nil after the last.
    mutating func next(_ session: Session) async throws(Failure) -> [Episode]? {
        guard !isAtEnd else { return nil }
        var page = try await session.list(request)
        guard page.nextPageToken.isEmpty || page.nextPageToken != request.pageToken else {
            throw Failure(
                RPCError(.internalError, "the server answers the same page again and again"),
                serverWasHeard: true)
        }
        request.pageToken = page.nextPageToken
        request.skip = 0
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

extension Session {
    /// One page.
    func list(
        _ request: ListEpisodesRequest, step: String = "list"
    ) async throws(Failure) -> ListEpisodesResponse {
        try await reply(
            step, .listEpisodes, MessageCoding.encode(request),
            MessageCoding.decodeListEpisodesResponse)
    }
}
