import EpisodeIndex
import EpisodeModel
import Testing

/// A few rows and what a query finds among them, by id.
struct SmallCatalogue {
    let index: CatalogIndex
    let scratch = SearchScratch()
    private let episodes: [Episode]

    init(_ episodes: [Episode]) {
        self.episodes = episodes
        let builder = IndexBuilder()
        for episode in episodes { builder.add(episode) }
        index = builder.finish()
    }

    /// The ids of the page of a query, which the closure changes from the empty one.
    func ids(
        sort: String = "id", _ change: (inout EpisodeQuery) throws -> Void = { _ in }
    ) throws -> [UInt64] {
        var query = EpisodeQuery()
        query.sort = try SortKey.parse(sort)
        query.pageSize = EpisodeQuery.pageSizeMaximum
        try change(&query)
        return try ids(query)
    }

    func ids(_ query: EpisodeQuery) throws -> [UInt64] {
        try index.search(query, using: scratch)
        return scratch.rows.map { episodes[Int(index.insertionNumbers[Int($0)])].id }
    }

    func ids(matching text: String, sort: String = "id") throws -> [UInt64] {
        try ids(sort: sort) { $0.text = Array(text.utf8) }
    }

    func ids(
        where field: String, _ comparison: Predicate.Operator, _ value: String = "",
        isExact: Bool = false
    ) throws -> [UInt64] {
        try ids { query in
            query.predicates = [
                try .parse(
                    fieldName: field, comparison: comparison, value: value, isExact: isExact,
                    path: "predicates[0]")
            ]
        }
    }

    /// The counts of one facet as "value count" with a star when selected.
    func facet(
        _ facet: Facet, _ change: (inout EpisodeQuery) throws -> Void = { _ in }
    ) throws -> [String] {
        _ = try ids { query in
            query.facets = [facet]
            try change(&query)
        }
        let counts = try #require(scratch.facets.first)
        #expect(counts.facet == facet)
        return counts.values.map { "\($0.value) \($0.count)\($0.isSelected ? "*" : "")" }
    }
}

/// Episodes 1, 2, 3... with these names.
func makeEpisodes(named names: [String]) -> [Episode] {
    names.enumerated().map { Episode(id: UInt64($0.offset + 1), name: $0.element) }
}
