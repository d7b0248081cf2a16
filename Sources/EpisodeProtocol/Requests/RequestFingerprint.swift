internal import EpisodeModel

// The parts of a request's fingerprint that are not plain sets. What the fingerprint covers:
// everything but page_size, page_token, skip, if_revision_not and min_revision; sets in any order.
extension StableHash {
    mutating func combine(_ order: [SortKey]) {
        combine(UInt64(order.count))
        for key in order {
            switch key {
            case .relevance: combine(UInt64.max)
            case .field(let field, let descending):
                combine(UInt64(field.rawValue) << 1 | (descending ? 1 : 0))
            }
        }
    }

    /// As a set.
    mutating func combine(_ predicates: [Predicate]) {
        combine(sorted: predicates.map { Self.of($0) }.sorted())
    }

    private static func of(_ predicate: Predicate) -> UInt64 {
        var hash = StableHash()
        hash.combine(
            UInt64(predicate.field.rawValue) << 16 | UInt64(predicate.comparison.rawValue) << 8
                | (predicate.isExact ? 1 : 0))
        switch predicate.value {
        case .none: hash.combine(0 as UInt64)
        case .text(let text): hash.combine(of(text))
        case .integer(let number): hash.combine(number)
        case .real(let number): hash.combine(OrderedKey.of(number))
        case .timestamp(let moment): hash.combine(OrderedKey.of(moment))
        case .difficulty(let difficulty): hash.combine(OrderedKey.of(difficulty))
        }
        return hash.value
    }
}
