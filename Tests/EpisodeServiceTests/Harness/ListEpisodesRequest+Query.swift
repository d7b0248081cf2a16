import EpisodeModel
import EpisodeProtocol

extension ListEpisodesRequest {
    /// The request that asks for a query's rows, without facets, which streams do not take.
    init(_ query: EpisodeQuery) {
        self.init()
        domains = query.domains
        difficulties = query.difficulties
        self.query = String(decoding: query.text, as: UTF8.self)
        sort = query.sort.map(\.text).joined(separator: ",")
        pageSize = Int32(query.pageSize)
        contentTypes = query.contentTypes.strings
        subscriptionTypes = query.subscriptionTypes.strings
        features = query.features.strings
        ids = query.ids
        skip = Int32(clamping: query.skip)
        predicates = query.predicates.map { predicate in
            Condition(
                field: predicate.field.name, comparison: predicate.comparison,
                value: Self.text(predicate.value), isExact: predicate.isExact)
        }
    }

    private static func text(_ value: Predicate.Value) -> String {
        switch value {
        case .none: ""
        case .text(let text): text
        case .integer(let number): String(number)
        case .real(let number): String(number)
        case .timestamp(let moment): moment.description
        case .difficulty(let difficulty): difficulty.name
        }
    }
}
