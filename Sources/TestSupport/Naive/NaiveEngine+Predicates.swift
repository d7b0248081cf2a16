public import EpisodeModel

extension NaiveEngine {
    /// Whether the query must be refused: a text condition without any text to look for.
    public func isRefused(_ query: EpisodeQuery) -> Bool {
        query.predicates.contains { predicate in
            guard case .text(let text) = predicate.value, predicate.comparison != .notEquals
            else { return false }
            return text.isEmpty || (!predicate.isExact && NaiveText.fold(text).isEmpty)
        }
    }

    func holds(_ predicate: Predicate, for row: NaiveRow, at index: Int) -> Bool {
        let episode = row.episode
        switch predicate.value {
        case .none:
            let isPresent = Self.isPresent(predicate.field, in: episode)
            return predicate.comparison == .present ? isPresent : !isPresent
        case .text(let text):
            let wanted = predicate.isExact ? Array(text.utf8) : NaiveText.fold(text)
            let values =
                predicate.isExact
                ? Self.texts(of: predicate.field, in: episode)
                : foldedTexts(of: predicate.field, at: index)
            return Self.holds(predicate.comparison, values, wanted)
        case .integer(let wanted):
            return Self.holds(
                predicate.comparison, Self.integers(of: predicate.field, in: episode), wanted)
        case .real(let wanted):
            let values = episode.popularity.map { [$0] } ?? []
            return Self.holds(predicate.comparison, values, wanted)
        case .timestamp(let wanted):
            let values = episode.releasedAt.map { [$0] } ?? []
            return Self.holds(predicate.comparison, values, wanted)
        case .difficulty(let wanted):
            let isEqual = episode.difficulty == wanted
            return predicate.comparison == .equals ? isEqual : !isEqual
        }
    }

    /// Any of the row's values may satisfy it; "not equal" wants none of them equal.
    private static func holds<Value: Comparable>(
        _ comparison: Predicate.Operator, _ values: [Value], _ wanted: Value
    ) -> Bool {
        switch comparison {
        case .equals: values.contains { $0 == wanted }
        case .notEquals: !values.contains { $0 == wanted }
        case .atLeast: values.contains { $0 >= wanted }
        case .atMost: values.contains { $0 <= wanted }
        default: false
        }
    }

    private static func holds(
        _ comparison: Predicate.Operator, _ values: [[UInt8]], _ wanted: [UInt8]
    ) -> Bool {
        switch comparison {
        case .equals: values.contains { $0 == wanted }
        case .notEquals: !values.contains { $0 == wanted }
        case .beginsWith: values.contains { $0.starts(with: wanted) }
        case .contains:
            values.contains { value in
                value.indices.contains { value[$0...].starts(with: wanted) }
            }
        default: false
        }
    }

    private static func isPresent(_ field: EpisodeField, in episode: Episode) -> Bool {
        switch field {
        case .id: true
        case .domains: !episode.domains.isEmpty
        case .features: !episode.features.isEmpty
        case .difficulty: episode.difficulty != .allLevels
        case .releasedAt: episode.releasedAt != nil
        case .popularity: episode.popularity != nil
        case .duration: episode.durationSeconds != nil
        case .videoIdentifier: episode.videoIdentifier != nil
        case .ordinal: episode.ordinal != nil
        default: !texts(of: field, in: episode).isEmpty
        }
    }

    private static func integers(of field: EpisodeField, in episode: Episode) -> [UInt64] {
        switch field {
        case .id: [episode.id]
        case .domains: episode.domains.map { UInt64($0) }
        case .duration: episode.durationSeconds.map { [UInt64($0)] } ?? []
        case .videoIdentifier: episode.videoIdentifier.map { [$0] } ?? []
        case .ordinal: episode.ordinal.map { [UInt64($0)] } ?? []
        default: []
        }
    }

    /// The texts a row has in a field, as UTF-8: an absent text is none.
    private static func texts(of field: EpisodeField, in episode: Episode) -> [[UInt8]] {
        let texts = field == .features ? episode.features : [field.text(of: episode)]
        return texts.filter { !$0.isEmpty }.map { Array($0.utf8) }
    }

    private func foldedTexts(of field: EpisodeField, at index: Int) -> [[UInt8]] {
        if let known = memo.folded[field] { return known[index] }
        let folded = rows.map { row in
            Self.texts(of: field, in: row.episode)
                .map { NaiveText.fold(String(decoding: $0, as: UTF8.self)) }
        }
        memo.folded[field] = folded
        return folded[index]
    }
}
