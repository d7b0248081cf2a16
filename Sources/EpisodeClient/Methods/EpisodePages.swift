public import EpisodeProtocol
public import RPCCore

/// Every page of a list, asked for one after the other. Only an empty token ends it, because a page
/// may hold fewer episodes than asked for.
public struct EpisodePages: AsyncSequence, Sendable {
    public typealias Element = ListEpisodesResponse
    public typealias Failure = RPCError

    private let client: EpisodeClient
    private let request: ListEpisodesRequest

    /// - Parameters:
    ///   - client: who asks.
    ///   - request: its page token says where to begin.
    public init(_ client: EpisodeClient, _ request: ListEpisodesRequest) {
        self.client = client
        self.request = request
    }

    public func makeAsyncIterator() -> Iterator { Iterator(client: client, request: request) }

    public struct Iterator: AsyncIteratorProtocol {
        let client: EpisodeClient
        var request: ListEpisodesRequest
        var isAtEnd = false

        public mutating func next(
            isolation actor: isolated (any Actor)? = #isolation
        ) async throws(RPCError) -> ListEpisodesResponse? {
            guard !isAtEnd else { return nil }
            let page = try await client.listEpisodes(request)
            guard page.nextPageToken.isEmpty || page.nextPageToken != request.pageToken else {
                isAtEnd = true
                throw RPCError(.internalError, "the server answers the same page again and again")
            }
            isAtEnd = page.nextPageToken.isEmpty
            request.pageToken = page.nextPageToken
            request.skip = 0
            return page
        }
    }
}

extension EpisodeClient {
    /// All pages of a list.
    public func pages(_ request: ListEpisodesRequest) -> EpisodePages {
        EpisodePages(self, request)
    }
}
