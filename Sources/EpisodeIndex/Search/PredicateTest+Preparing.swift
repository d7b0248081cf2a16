import EpisodeModel

extension CatalogIndex {
    /// Makes a predicate ready.
    ///
    /// - Throws: when a text to look for is empty, or nothing of it is left after folding.
    func test(
        for predicate: Predicate, path: @autoclosure () -> String
    ) throws(EpisodeError) -> PredicateTest {
        switch predicate.value {
        case .text(let text):
            return try textTest(predicate, text, path: path())
        case .integer(let number):
            if predicate.field == .domains {
                let facet = facets[.domain]
                let domain = facet.number(of: decimal(UInt32(clamping: number)))
                return .values(
                    facet, domain.map { [$0] } ?? [], isNegated: predicate.comparison == .notEquals)
            }
            return rankTest(predicate, number)
        case .real(let number):
            return rankTest(predicate, OrderedKey.of(number))
        case .timestamp(let moment):
            return rankTest(predicate, OrderedKey.of(moment))
        case .difficulty(let difficulty):
            let facet = facets[.difficulty]
            let number = facet.number(of: Array(difficulty.name.utf8))
            return .values(
                facet, number.map { [$0] } ?? [], isNegated: predicate.comparison == .notEquals)
        case .none:
            return presenceTest(predicate)
        }
    }

    private func rankTest(_ predicate: Predicate, _ value: UInt64) -> PredicateTest {
        guard let column = columns.numeric(predicate.field) else {
            return presenceTest(predicate)
        }
        let low = column.rank(below: value)
        let high = column.rank(notAbove: value)
        return switch predicate.comparison {
        case .atLeast: .rank(column.order, low..<column.order.distinctCount, isNegated: false)
        case .atMost: .rank(column.order, 0..<high, isNegated: false)
        case .notEquals: .rank(column.order, low..<high, isNegated: true)
        default: .rank(column.order, low..<high, isNegated: false)
        }
    }

    private func presenceTest(_ predicate: Predicate) -> PredicateTest {
        let isAbsent = predicate.comparison == .absent
        if let column = columns.numeric(predicate.field) {
            return .rank(column.order, 0..<column.order.distinctCount, isNegated: isAbsent)
        }
        if let facet = Self.facet(of: predicate.field) {
            return .values(facets[facet], Array(facets[facet].values.indices), isNegated: isAbsent)
        }
        let test = PredicateTest.TextTest(
            comparison: predicate.comparison, value: [], foldsRows: false)
        return .text(columns.text(predicate.field), test)
    }

    private func textTest(
        _ predicate: Predicate, _ text: String, path: @autoclosure () -> String
    ) throws(EpisodeError) -> PredicateTest {
        let raw = Array(text.utf8)
        let value = predicate.isExact ? raw : TextFolding.fold(raw)
        if value.isEmpty, predicate.comparison != .notEquals {
            throw .invalid(
                path(),
                raw.isEmpty ? "is empty" : "has no character that counts in a comparison",
                "give a text to look for, or use PRESENT or ABSENT")
        }
        if let facet = Self.facet(of: predicate.field) {
            return valueTest(predicate, value, of: facets[facet])
        }
        if !predicate.isExact, let column = columns.sortableText(predicate.field) {
            let test = PredicateTest.TextTest(
                comparison: predicate.comparison, value: value, foldsRows: false)
            // A text of which nothing is left after folding is still present.
            if predicate.comparison != .notEquals || !value.isEmpty {
                return .text(column.folded, test)
            }
        }
        let test = PredicateTest.TextTest(
            comparison: predicate.comparison, value: value, foldsRows: !predicate.isExact)
        return .text(columns.text(predicate.field), test)
    }

    /// Asks the few distinct values instead of all rows.
    private func valueTest(
        _ predicate: Predicate, _ value: [UInt8], of facet: FacetIndex
    ) -> PredicateTest {
        let isNegated = predicate.comparison == .notEquals
        let test = PredicateTest.TextTest(
            comparison: isNegated ? .equals : predicate.comparison, value: value,
            foldsRows: !predicate.isExact)
        let matching = facet.values.indices.filter { test.matches(facet.key($0)) }
        return .values(facet, matching, isNegated: isNegated)
    }

    /// The facet that holds all values of a field.
    private static func facet(of field: EpisodeField) -> Facet? {
        switch field {
        case .domains: .domain
        case .features: .feature
        case .contentType: .contentType
        case .subscriptionType: .subscriptionType
        default: nil
        }
    }
}
