public import EpisodeModel

extension NaiveEngine {
    /// Counts the values of one facet over the rows that pass every other filter; features, which
    /// add up instead of being alternatives, over the rows that pass all.
    func countFacet(
        _ facet: Facet, _ query: EpisodeQuery, _ failures: [Set<NaiveFilter>]
    ) -> FacetCounts {
        let selected = Self.selection(of: facet, in: query)
        var counts: [[UInt8]: Int64] = [:]
        for value in selected { counts[value] = 0 }
        for (row, failed) in zip(rows, failures) {
            let isCounted = failed.isEmpty || (facet != .feature && failed == [.facet(facet)])
            guard isCounted else { continue }
            for value in Self.values(of: facet, in: row.episode) { counts[value, default: 0] += 1 }
        }
        let listed = Self.listed(counts, selected: selected)
        return FacetCounts(facet: facet, values: listed)
    }

    /// Every selected value, and the commonest others up to the limit.
    private static func listed(
        _ counts: [[UInt8]: Int64], selected: Set<[UInt8]>, limit: Int = Facet.valueCountMaximum
    ) -> [FacetValue] {
        let ordered = counts.sorted { left, right in
            left.value != right.value
                ? left.value > right.value : left.key.lexicographicallyPrecedes(right.key)
        }
        var free = max(0, limit - selected.count)
        var listed: [FacetValue] = []
        for (value, count) in ordered {
            let isSelected = selected.contains(value)
            if !isSelected {
                if free == 0 { continue }
                free -= 1
            }
            let text = String(decoding: value, as: UTF8.self)
            listed.append(
                FacetValue(value: text, label: text, count: count, isSelected: isSelected))
        }
        return listed
    }

    private static func selection(of facet: Facet, in query: EpisodeQuery) -> Set<[UInt8]> {
        switch facet {
        case .domain: Set(query.domains.map { Array(String($0).utf8) })
        case .difficulty: Set(query.difficulties.map { Array($0.name.utf8) })
        case .contentType: Set(query.contentTypes.map { Array($0) })
        case .subscriptionType: Set(query.subscriptionTypes.map { Array($0) })
        case .feature: Set(query.features.map { Array($0) })
        case .parent: []
        }
    }

    private static func values(of facet: Facet, in episode: Episode) -> [[UInt8]] {
        let texts: [String] =
            switch facet {
            case .domain: episode.domains.map { String($0) }
            case .difficulty: [episode.difficulty.name]
            case .contentType: [episode.contentType]
            case .subscriptionType: [episode.subscriptionType]
            case .feature: episode.features
            case .parent: [episode.parentName]
            }
        return texts.filter { !$0.isEmpty }.map { Array($0.utf8) }
    }
}

extension NaiveEngine {
    /// Every value of every facet over the whole catalogue, without a limit.
    public func allFacetValues() -> [FacetCounts] {
        Facet.allCases.map { facet in
            var counts: [[UInt8]: Int64] = [:]
            for row in rows {
                for value in Self.values(of: facet, in: row.episode) {
                    counts[value, default: 0] += 1
                }
            }
            return FacetCounts(
                facet: facet, values: Self.listed(counts, selected: [], limit: .max))
        }
    }
}
