import EpisodeClient
import EpisodeModel
import EpisodeProtocol
import RPCCore

/// What a catalogue offers to be asked for, read from its server.
struct CatalogueFacts {
    /// Values of each facet and how many episodes have them, the most frequent first.
    var facets: [Facet: [(value: String, count: Int64)]] = [:]
    /// Words of titles, the most frequent first.
    var words: [String] = []
    /// Ids by popularity.
    var ids: [UInt64] = []
    var videos: [UInt64] = []

    /// Titles that are looked at.
    static let episodeCountMaximum = 5_000

    static func read(_ session: Session) async throws(Failure) -> CatalogueFacts {
        var facts = CatalogueFacts()
        var request = ListEpisodesRequest()
        request.sort = "-popularity"
        request.pageSize = 1_000
        request.readMask = ["id", "name", "video_identifier"]
        request.facets = [.domain, .difficulty, .contentType, .subscriptionType, .feature]
        var counts: [String: Int] = [:]
        while facts.ids.count < episodeCountMaximum {
            let asked = request
            let page = try await session.timed("list") { (client) throws(RPCError) in
                try await client.listEpisodes(asked)
            }
            for counts in page.facets {
                facts.facets[counts.facet] = counts.values.filter { $0.count > 0 }
                    .map { ($0.value, $0.count) }
            }
            for episode in page.episodes {
                facts.ids.append(episode.id)
                if let video = episode.videoIdentifier { facts.videos.append(video) }
                for word in words(of: episode.name) { counts[word, default: 0] += 1 }
            }
            guard !page.nextPageToken.isEmpty else { break }
            request.pageToken = page.nextPageToken
            request.facets = []
        }
        facts.words = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
        return facts
    }

    /// Runs of letters and digits, in lower case; those of one letter only where a letter is a word.
    static func words(of title: String) -> [String] {
        title.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
            .filter { word in
                word.count > 1 || word.unicodeScalars.contains { $0.value > 0x2E80 }
            }
    }
}
