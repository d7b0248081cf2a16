import EpisodeModel
import EpisodeProtocol
import EpisodeService
import RPCCore
import TestSupport
import Testing

/// A catalogue as a plain list of rows, and random edits of it.
struct EditedCatalogue {
    private(set) var episodes: [Episode]
    /// Versions that hold no longer; requests are cut from them as well.
    private(set) var olderVersions: [Episode] = []
    private var spare: [Episode]
    private var generator: SeededGenerator

    init(seed: UInt64, rowCount: Int) {
        var catalogue = RandomCatalogue(seed: seed &* 13 &+ UInt64(rowCount))
        generator = SeededGenerator(seed: seed)
        var all = catalogue.episodes(count: rowCount + 300)
        for place in all.indices where generator.oneIn(3) {
            all[place].streamURL = "https://example.org/\(place)"
        }
        episodes = Array(all.prefix(rowCount))
        spare = Array(all.dropFirst(rowCount))
    }

    /// An edit, also applied to the list.
    mutating func nextEdit(atMost count: Int = 12) -> CatalogEdit {
        var edit = CatalogEdit()
        for _ in 0..<generator.number(0...count) {
            guard var episode = spare.popLast() else { break }
            switch generator.number(0...9) {
            case 0...2: break
            case 3: episode.id = generator.number(1...3) > 1 ? 5 : 6
            case 4:
                if let old = episodes.randomElement(using: &generator) { episode = old }
            default:
                if let old = episodes.randomElement(using: &generator) { episode.id = old.id }
            }
            edit.upserts.append(episode)
        }
        for _ in 0..<generator.number(0...count / 2) {
            let deleted = generator.oneIn(4) ? edit.upserts.last : nil
            if let id = (deleted ?? episodes.randomElement(using: &generator))?.id {
                edit.deletes.append(id)
            }
        }
        apply(edit)
        return edit
    }

    private mutating func apply(_ edit: CatalogEdit) {
        for episode in edit.upserts {
            if let place = episodes.firstIndex(where: { $0.id == episode.id }) {
                olderVersions.append(episodes[place])
                episodes[place] = episode
            } else {
                episodes.append(episode)
            }
        }
        olderVersions += episodes.filter { edit.deletes.contains($0.id) }
        episodes.removeAll { edit.deletes.contains($0.id) }
    }
}

/// Two snapshots that must reply alike.
struct ReplyComparison {
    let first: InProcess
    let second: InProcess

    init(_ first: CatalogSnapshot, _ second: CatalogSnapshot) {
        let small = EpisodeService.Configuration(streamWindowRowCount: 7)
        self.first = InProcess(SnapshotHolder(first), configuration: small)
        self.second = InProcess(SnapshotHolder(second), configuration: small)
    }

    func check(_ catalogue: EditedCatalogue, seed: UInt64) throws {
        let versions = catalogue.episodes + catalogue.olderVersions
        var requests = RandomRequest(seed: seed, from: versions)
        for _ in 0..<30 {
            let query = requests.query()
            var request = ListEpisodesRequest(query)
            request.facets = query.facets
            for _ in 0..<3 {
                guard let reply = checkReply("ListEpisodes", MessageCoding.encode(request), seed),
                    let page = try? MessageCoding.decodeListEpisodesResponse(reply),
                    !page.nextPageToken.isEmpty
                else { break }
                request.pageToken = page.nextPageToken
                request.pageSize = Int32(requests.pageSize())
            }
        }
        let ids = versions.map(\.id).prefix(900) + [0, .max]
        _ = checkReply(
            "BatchGetEpisodes", MessageCoding.encodeBatchGetEpisodes(ids: Array(ids), readMask: []),
            seed)
        _ = checkReply("GetFilterOptions", [], seed)
        for version in versions.prefix(80) {
            _ = checkReply(
                "GetVideoStream",
                MessageCoding.encodeGetVideoStream(
                    videoIdentifier: version.videoIdentifier ?? 0), seed)
        }
        var everything = ListEpisodesRequest()
        everything.sort = "name,-popularity"
        #expect(try first.stream(everything) == second.stream(everything), "seed \(seed)")
    }

    /// The reply that both give; nil when both refuse.
    private func checkReply(_ method: String, _ payload: [UInt8], _ seed: UInt64) -> [UInt8]? {
        let service = "episodes.v1.EpisodeService"
        switch (first.call(service, method, payload), second.call(service, method, payload)) {
        case (.reply(let left), .reply(let right)):
            #expect(left == right, "\(method), seed \(seed)")
            return left
        case (.failed(let left), .failed(let right)):
            #expect(left.message == right.message, "\(method), seed \(seed)")
        default: Issue.record("\(method) is refused by one, seed \(seed)")
        }
        return nil
    }
}
