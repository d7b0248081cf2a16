import EpisodeModel

/// A sort order made ready: its keys with the columns they read.
struct SortPlan {
    /// One key whose values can differ.
    enum Component {
        case rank(RankColumn, descending: Bool)
        case relevance
    }

    private(set) var components: [Component] = []
    /// Becomes another plan in the same memory.
    /// - Parameter hasClasses: whether rows differ in relevance; without a text query all are alike.
    mutating func assign(_ keys: [SortKey], columns: Columns, hasClasses: Bool) {
        components.removeAll(keepingCapacity: true)
        for key in keys {
            switch key {
            case .relevance:
                if hasClasses { components.append(.relevance) }
            case .field(let field, let descending):
                components.append(.rank(columns.order(field), descending: descending))
            }
        }
    }

    init(_ components: [Component] = []) { self.components = components }

    /// All rows in the order of the first key, ties by id; nil when that key is relevance.
    var firstOrder: View<UInt32>? {
        guard case .rank(let column, let descending)? = components.first else { return nil }
        return descending ? column.descending : column.ascending
    }

    var startsWithRelevance: Bool {
        if case .relevance? = components.first { true } else { false }
    }

    var containsRelevance: Bool {
        components.contains { if case .relevance = $0 { true } else { false } }
    }
}
