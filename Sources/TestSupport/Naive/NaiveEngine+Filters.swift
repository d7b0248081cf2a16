import EpisodeModel

/// The filters of a query, told apart because a facet is counted without its own.
enum NaiveFilter: Hashable {
    case facet(Facet)
    case ids
    case text
    case predicates
}

extension NaiveEngine {
    /// The filters that a row does not pass: alternatives inside one, all of them together.
    func failedFilters(
        of row: NaiveRow, at index: Int, _ query: EpisodeQuery, textClass: Int?
    ) -> Set<NaiveFilter> {
        let episode = row.episode
        var failed: Set<NaiveFilter> = []
        if !query.domains.isEmpty && !query.domains.contains(where: episode.domains.contains) {
            failed.insert(.facet(.domain))
        }
        if !query.difficulties.isEmpty && !query.difficulties.contains(episode.difficulty) {
            failed.insert(.facet(.difficulty))
        }
        if !Self.allows(episode.contentType, query.contentTypes) {
            failed.insert(.facet(.contentType))
        }
        if !Self.allows(episode.subscriptionType, query.subscriptionTypes) {
            failed.insert(.facet(.subscriptionType))
        }
        let features = episode.features.map { Array($0.utf8) }
        if !query.features.allSatisfy({ features.contains(Array($0)) }) {
            failed.insert(.facet(.feature))
        }
        if !query.ids.isEmpty && !query.ids.contains(episode.id) { failed.insert(.ids) }
        if textClass == nil { failed.insert(.text) }
        if !query.predicates.allSatisfy({ holds($0, for: row, at: index) }) {
            failed.insert(.predicates)
        }
        return failed
    }

    /// Whether a text is among the selected ones; an absent text never is.
    private static func allows(_ text: String, _ selection: TextList) -> Bool {
        let bytes = Array(text.utf8)
        return selection.isEmpty || (!bytes.isEmpty && selection.contains { Array($0) == bytes })
    }
}
