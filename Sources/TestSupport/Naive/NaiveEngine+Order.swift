public import EpisodeModel

/// A row with its values of the query's sort keys.
struct NaiveRanked {
    let row: Int
    let id: UInt64
    let values: [NaiveSortValue]
}

extension NaiveEngine {
    /// The asked keys; after `relevance` as the last one comes the popularity, highest first.
    static func effectiveKeys(_ query: EpisodeQuery) -> [SortKey] {
        let sortsByPopularity = query.sort.contains { key in
            if case .field(.popularity, _) = key { true } else { false }
        }
        guard query.sort.last == .relevance, !sortsByPopularity else { return query.sort }
        return query.sort + [.field(.popularity, descending: true)]
    }

    func sorted(_ indices: [Int], by query: EpisodeQuery, classes: [Int?]) -> [NaiveRanked] {
        let keys = Self.effectiveKeys(query)
        let ranked = indices.map { index in
            NaiveRanked(
                row: index, id: rows[index].episode.id,
                values: keys.map { NaiveSortValue($0, rows[index], textClass: classes[index] ?? 0) }
            )
        }
        return ranked.sorted { left, right in
            Self.compare(left.values, left.id, right.values, right.id, keys) < 0
        }
    }

    func isAfter(_ ranked: NaiveRanked, _ cursor: Cursor, _ query: EpisodeQuery) -> Bool {
        let keys = Self.effectiveKeys(query)
        let values = zip(keys, cursor.keys).map { NaiveSortValue($0, cursorKey: $1) }
        return Self.compare(ranked.values, ranked.id, values, cursor.id, keys) > 0
    }

    func cursor(after ranked: NaiveRanked, _ query: EpisodeQuery) -> Cursor {
        Cursor(keys: ranked.values.map(\.cursorKey), id: ranked.id)
    }

    /// The place just after any row, also one of another catalogue, as if it had matched.
    public static func cursor(
        after episode: Episode, textClass: Int, of query: EpisodeQuery
    ) -> Cursor {
        let row = NaiveRow(episode)
        let keys = effectiveKeys(query).map { NaiveSortValue($0, row, textClass: textClass) }
        return Cursor(keys: keys.map(\.cursorKey), id: episode.id)
    }

    private static func compare(
        _ left: [NaiveSortValue], _ leftID: UInt64, _ right: [NaiveSortValue], _ rightID: UInt64,
        _ keys: [SortKey]
    ) -> Int {
        for (index, key) in keys.enumerated() {
            let descends =
                switch key {
                case .relevance: true
                case .field(_, let descending): descending
                }
            let order = left[index].compared(to: right[index], descending: descends)
            if order != 0 { return order }
        }
        return leftID < rightID ? -1 : leftID > rightID ? 1 : 0
    }
}
