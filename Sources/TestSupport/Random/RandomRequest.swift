public import EpisodeModel

/// Makes queries that are cut from the rows they will be asked of, so that they hit.
public struct RandomRequest {
    var generator: SeededGenerator
    let episodes: [Episode]

    /// - Parameter episodes: where words and values are taken from; empty is fine.
    public init(seed: UInt64, from episodes: [Episode]) {
        generator = SeededGenerator(seed: seed)
        self.episodes = episodes.isEmpty ? [Episode(id: 7, name: "Nothing at all")] : episodes
    }

    /// A query without cursor. Each filter is there in part of the queries only.
    public mutating func query() -> EpisodeQuery {
        var query = EpisodeQuery()
        if generator.oneIn(2) { query.text = text() }
        addFilters(to: &query)
        addPage(to: &query)
        return query
    }

    /// Another query with the same text: everything else differs.
    public mutating func variation(of text: [UInt8]) -> EpisodeQuery {
        var query = EpisodeQuery()
        query.text = text
        addFilters(to: &query)
        addPage(to: &query)
        return query
    }

    /// A size for one page of a walk.
    public mutating func pageSize() -> Int { generator.pick([1, 2, 3, 7, 20, 100, 1_000]) }

    private mutating func addFilters(to query: inout EpisodeQuery) {
        if generator.oneIn(4) { query.domains = repeated(\.domains, stranger: 4_000_000) }
        if generator.oneIn(5) {
            query.difficulties = generator.some(Difficulty.allCases, atMost: 3)
        }
        if generator.oneIn(5) {
            query.contentTypes = TextList(repeated(\.contentType.only, stranger: "EPISODE"))
        }
        if generator.oneIn(6) {
            query.subscriptionTypes = TextList(
                repeated(\.subscriptionType.only, stranger: "none such"))
        }
        if generator.oneIn(5) {
            let features = generator.pick(episodes).features
            query.features = TextList(
                generator.some(features, atMost: 2)
                    + (generator.oneIn(9) ? ["none such"] : [])
                    + (generator.oneIn(9) ? features.prefix(1) : []))
        }
        while generator.oneIn(3) && query.predicates.count < 3 {
            if let predicate = predicate() { query.predicates.append(predicate) }
        }
        if generator.oneIn(12) {
            query.ids = (0..<generator.number(1...12)).map { _ in generator.pick(episodes).id }
            if generator.oneIn(3) { query.ids += [0, .max, query.ids[0]] }
        }
    }

    private mutating func addPage(to query: inout EpisodeQuery) {
        query.sort = generator.oneIn(4) ? SortKey.defaultOrder : sort()
        query.facets = generator.oneIn(2) ? generator.some(Facet.allCases, atMost: 6) : []
        query.pageSize = generator.pick([1, 2, 3, 5, 20, 20, 20, 100, 1_000])
        if generator.oneIn(5) { query.skip = generator.pick([1, 2, 7, 50, 5_000, Int(Int32.max)]) }
        query.skipsTotal = generator.oneIn(5)
    }

    /// One to three keys, a field at most once.
    private mutating func sort() -> [SortKey] {
        let fields = EpisodeField.allCases.filter(\.isSortable)
        var keys = generator.some(fields, atMost: 3)
            .map { SortKey.field($0, descending: generator.oneIn(2)) }
        if keys.isEmpty || generator.oneIn(4) {
            keys.insert(.relevance, at: generator.number(0...keys.count))
        }
        return keys
    }

    /// A few values that rows have, some of them twice, now and then one that none has.
    private mutating func repeated<Value>(
        _ values: (Episode) -> [Value], stranger: Value
    ) -> [Value] {
        var chosen: [Value] = []
        for _ in 0..<generator.number(1...3) {
            chosen += values(generator.pick(episodes)).prefix(2)
        }
        if generator.oneIn(6) { chosen.append(stranger) }
        return chosen
    }
}

extension String {
    /// The text as a list: an absent one has no values.
    fileprivate var only: [String] { isEmpty ? [] : [self] }
}
