public import EpisodeModel

/// A query of a mix. Filters are bits of a row's signature, shifted down to 0.
public struct SyntheticQuery {
    public enum Order: Int {
        case id = 0
        case popularity = 1
        case released = 2
        case relevance = 3
    }

    public var number = 0
    public var queryClass = ""
    public var order = Order.popularity
    public var skip = 0
    public var pageSize = 20
    public var domains: UInt32 = 0
    public var difficulties: UInt32 = 0
    public var contentTypes: UInt32 = 0
    public var subscriptionTypes: UInt32 = 0
    /// Every one must be present; the others are alternatives.
    public var features: UInt32 = 0
    /// Whole words in lower case, each somewhere in the row; of the last maybe only its beginning.
    public var words: [String] = []
    public var endsInBeginning = false

    /// A query in the engine's own syntax, instead of `words`.
    public var text = ""
    public var countsFacets = false
    public var predicates: [Predicate] = []
    public var ids: [UInt64] = []
    /// Asks for the page after the one of these numbers.
    public var startsAtCursor = false

    public init() {}

    public var hasFacetFilter: Bool {
        domains | difficulties | contentTypes | subscriptionTypes | features != 0
    }

    /// As the engine takes it: every whole word in quotes, and a beginning behind a quote that
    /// stays open, because without quotes the parts of camel-case words count too.
    public func episodeQuery(skipsTotal: Bool = false) -> EpisodeQuery {
        var query = EpisodeQuery()
        switch order {
        case .id: query.sort = [.field(.id, descending: false)]
        case .popularity: query.sort = [.field(.popularity, descending: true)]
        case .released: query.sort = [.field(.releasedAt, descending: true)]
        case .relevance: query.sort = [.relevance]
        }
        query.skip = skip
        query.pageSize = pageSize
        query.skipsTotal = skipsTotal
        query.domains = Self.values(FacetValues.domains, domains)
        query.difficulties = Self.values(FacetValues.difficulties, difficulties)
            .compactMap { Difficulty(name: $0) }
        query.contentTypes = TextList(Self.values(FacetValues.contentTypes, contentTypes))
        query.subscriptionTypes = TextList(
            Self.values(FacetValues.subscriptionTypes, subscriptionTypes))
        query.features = TextList(Self.values(FacetValues.features, features))
        query.text = Array((text.isEmpty ? quotedWords : text).utf8)
        if countsFacets { query.facets = Facet.allCases }
        query.predicates = predicates
        query.ids = ids
        return query
    }

    private var quotedWords: String {
        var text = words.map { "\"\($0)\"" }.joined(separator: " ")
        if endsInBeginning { text.removeLast() }
        return text
    }

    private static func values<Value>(_ all: [Value], _ bits: UInt32) -> [Value] {
        all.enumerated().filter { bits >> $0.offset & 1 == 1 }.map(\.element)
    }
}
