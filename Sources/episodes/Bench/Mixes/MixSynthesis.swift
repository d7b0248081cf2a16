import EpisodeModel
import EpisodeProtocol
import Glibc
import LoadGenerator
import MessageJSON

/// Makes requests like those of people who browse a catalogue: searches for its words, filters by
/// what it has, pages, single episodes. Frequent things are asked for most (Zipf's law).
struct MixSynthesis {
    /// Shares of the kinds, in percent.
    static let shares: [(kind: Kind, percent: Double)] = [
        (.search, 35), (.filters, 30), (.pages, 15), (.episode, 15), (.batch, 3), (.options, 2),
    ]

    enum Kind: CaseIterable {
        case search
        case filters
        case pages
        case episode
        case batch
        case options
    }

    private let facts: CatalogueFacts
    private var random: LoadRandom
    private var kinds: MixSampler
    private var words: MixSampler
    private var ids: MixSampler
    private var values: [Facet: MixSampler] = [:]

    /// - Parameter exponent: 0 asks for everything alike, 1 is Zipf's law.
    init(_ facts: CatalogueFacts, seed: UInt64, exponent: Double) {
        self.facts = facts
        random = LoadRandom(seed: seed)
        func ranked(_ count: Int, _ place: UInt64) -> MixSampler {
            let weights = (1...max(count, 1)).map { pow(Double($0), -exponent) }
            return MixSampler(weights: weights, seed: seed &+ place)
        }
        kinds = MixSampler(weights: Self.shares.map(\.percent), seed: seed &+ 1)
        words = ranked(facts.words.count, 2)
        ids = ranked(facts.ids.count, 3)
        for (facet, values) in facts.facets where !values.isEmpty {
            self.values[facet] = ranked(values.count, 10 + UInt64(facet.rawValue))
        }
    }

    /// A method's name and its encoded request.
    mutating func next() -> (method: String, payload: [UInt8]) {
        switch Self.shares[kinds.next()].kind {
        case .search where !facts.words.isEmpty: return list(search())
        case .episode where !facts.ids.isEmpty:
            return ("GetEpisode", MessageCoding.encodeGetEpisode(id: id(), readMask: []))
        case .batch where !facts.ids.isEmpty:
            let count = 2 + Int(random.next() % 19)
            let ids = (0..<count).map { _ in id() }
            return (
                "BatchGetEpisodes", MessageCoding.encodeBatchGetEpisodes(ids: ids, readMask: [])
            )
        case .options: return ("GetFilterOptions", [])
        case .filters: return list(filtered())
        default: return list(page())
        }
    }

    private func list(_ request: ListEpisodesRequest) -> (method: String, payload: [UInt8]) {
        ("ListEpisodes", MessageCoding.encode(request))
    }

    private mutating func id() -> UInt64 { facts.ids[ids.next()] }

    private mutating func chance(_ percent: Double) -> Bool { random.unit() * 100 < percent }

    /// One word, sometimes two; half of them are still being typed.
    private mutating func search() -> ListEpisodesRequest {
        var request = ListEpisodesRequest()
        request.query = facts.words[words.next()]
        if chance(30) { request.query += " " + facts.words[words.next()] }
        if chance(25), request.query.count > 3 {
            request.query = String(request.query.dropLast(1 + Int(random.next() % 2)))
        }
        if chance(30) { addFilter(&request) }
        request.pageSize = 20
        return request
    }

    private mutating func filtered() -> ListEpisodesRequest {
        var request = page()
        request.skip = 0
        addFilter(&request)
        if chance(40) { addFilter(&request) }
        if chance(20) { request.facets = [.domain, .difficulty] }
        return request
    }

    private mutating func page() -> ListEpisodesRequest {
        var request = ListEpisodesRequest()
        request.sort = chance(60) ? "-popularity" : "-released_at"
        request.pageSize = [10, 20, 20, 50, 100][Int(random.next() % 5)]
        // Most people stay on the first page.
        if chance(25) { request.skip = request.pageSize * Int32(1 + random.next() % 5) }
        return request
    }

    private mutating func addFilter(_ request: inout ListEpisodesRequest) {
        let facets = Facet.allCases.filter { values[$0] != nil }
        guard !facets.isEmpty else { return }
        let facet = facets[Int(random.next() % UInt64(facets.count))]
        guard let place = values[facet]?.next(), let value = facts.facets[facet]?[place].value
        else { return }
        switch facet {
        case .domain:
            if let id = UInt32(value), !request.domains.contains(id) { request.domains.append(id) }
        case .difficulty:
            if let level = Difficulty.allCases.first(where: { $0.name == value }),
                !request.difficulties.contains(level)
            {
                request.difficulties.append(level)
            }
        case .contentType: request.contentTypes = [value]
        case .subscriptionType: request.subscriptionTypes = [value]
        case .feature: request.features = [value]
        case .parent: break
        }
    }
}
