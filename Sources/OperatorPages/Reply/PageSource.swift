/// Makes the pages of a server.
public protocol PageSource: Sendable {
    /// The page that probes ask for. Made on an event loop between calls, so it must cost next to
    /// nothing.
    func health() -> PageReply

    /// Any other page. Made elsewhere, one after the other.
    func make(_ page: Page) -> PageReply
}

/// Says where the pages are that are not shown here.
public struct MovedPages: PageSource {
    private let words: String

    /// - Parameter place: the addresses of the listener that shows them, as people write them.
    public init(to place: String) {
        words = "the pages of this server are on its listener for them: \(place)"
    }

    public func health() -> PageReply { PageReply(status: .notFound, words: words) }
    public func make(_ page: Page) -> PageReply { PageReply(status: .notFound, words: words) }
}
