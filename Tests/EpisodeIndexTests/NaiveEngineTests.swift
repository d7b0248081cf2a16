import EpisodeModel
import TestSupport
import Testing

/// Purpose: the reference itself keeps the rules that can be said without it.
/// Method: laws between answers on random catalogues, and small cases counted by hand.
struct NaiveEngineTests {
    private static func episodes() -> [Episode] {
        var first = Episode(id: 30, name: "Your First MapKit App")
        first.domains = [1, 5]
        first.difficulty = .beginner
        first.features = ["video"]
        first.popularity = 5
        var second = Episode(id: 10, name: "Maps")
        second.domains = [1]
        second.difficulty = .advanced
        second.features = ["text", "video"]
        var third = Episode(id: 20, name: "hash MAPS")
        third.domains = [2]
        third.popularity = -1
        return [first, second, third]
    }

    @Test func `Absent values come last in both directions, then the id decides`() {
        let engine = NaiveEngine(Self.episodes())
        var query = EpisodeQuery()
        query.sort = [.field(.popularity, descending: true)]
        #expect(engine.answer(query).ids == [30, 20, 10])
        query.sort = [.field(.popularity, descending: false)]
        #expect(engine.answer(query).ids == [20, 30, 10])
        query.sort = [.field(.releasedAt, descending: true)]
        #expect(engine.answer(query).ids == [10, 20, 30])
    }

    @Test func `Relevance puts the exact name first`() {
        let engine = NaiveEngine(Self.episodes())
        var query = EpisodeQuery()
        query.text = Array("maps".utf8)
        query.sort = [.relevance]
        #expect(engine.answer(query).ids == [10, 20])
        query.text = Array("map".utf8)
        #expect(engine.answer(query).ids == [30, 20, 10])
    }

    @Test func `Facets lift their own selection, features add up`() {
        let engine = NaiveEngine(Self.episodes())
        var query = EpisodeQuery()
        query.domains = [1]
        query.features = TextList(["video"])
        query.facets = [.domain, .feature]
        let facets = engine.answer(query).facets
        let values = facets.map { $0.values.map { "\($0.value) \($0.count) \($0.isSelected)" } }
        #expect(values == [["1 2 true", "5 1 false"], ["video 2 true", "text 1 false"]])
    }

    @Test func `Every count is the total of the request that selects its value`() throws {
        for seed in UInt64(1)...12 {
            var catalogue = RandomCatalogue(seed: seed)
            let episodes = catalogue.episodes(count: 40)
            let engine = NaiveEngine(episodes)
            var requests = RandomRequest(seed: seed, from: episodes)
            for _ in 0..<12 {
                var query = requests.query()
                query.facets = Facet.allCases
                for counts in engine.answer(query).facets where counts.facet != .parent {
                    for value in counts.values {
                        let narrowed = try query.selecting(value.value, of: counts.facet)
                        let total = engine.answer(narrowed).totalSize
                        #expect(total == value.count, "seed \(seed) \(counts.facet.name) \(value)")
                    }
                }
            }
        }
    }

    @Test func `Pages put together are the whole answer`() {
        for seed in UInt64(1)...30 {
            var catalogue = RandomCatalogue(seed: seed)
            let episodes = catalogue.episodes(count: 30)
            let engine = NaiveEngine(episodes)
            var requests = RandomRequest(seed: seed, from: episodes)
            var query = requests.query()
            query.skip = 0
            query.pageSize = 1_000
            let whole = engine.answer(query)
            #expect(!whole.hasMore)
            query.pageSize = 3
            var ids: [UInt64] = []
            repeat {
                let answer = engine.answer(query)
                #expect(answer.totalSize == whole.totalSize)
                ids += answer.ids
                query.cursor = answer.hasMore ? answer.nextCursor : nil
            } while query.cursor != nil && ids.count <= episodes.count
            #expect(ids == whole.ids, "seed \(seed)")
        }
    }
}

extension EpisodeQuery {
    /// The same request with a facet's selection replaced by one value; features keep theirs.
    func selecting(_ value: String, of facet: Facet) throws -> EpisodeQuery {
        var query = self
        switch facet {
        case .domain: query.domains = [try #require(UInt32(value))]
        case .difficulty: query.difficulties = [try #require(Difficulty(name: value))]
        case .contentType: query.contentTypes = TextList([value])
        case .subscriptionType: query.subscriptionTypes = TextList([value])
        case .feature: query.features.append(value.utf8)
        case .parent: break
        }
        return query
    }
}
