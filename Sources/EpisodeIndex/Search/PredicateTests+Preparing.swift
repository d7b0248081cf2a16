import EpisodeModel

extension CatalogIndex {
    /// Makes the predicates of a query ready.
    ///
    /// - Throws: when a text to look for is empty, or nothing of it is left after folding.
    func prepareTests(
        _ query: borrowing EpisodeQuery, _ scratch: SearchScratch
    ) throws(EpisodeError) {
        scratch.work.tests.removeAll()
        if query.predicates.isEmpty { return }
        for place in query.predicates.indices {
            let predicate = query.predicates[place]
            if case .text(let text) = predicate.value {
                let refusal = prepareText(predicate, text, scratch)
                if let refusal {
                    throw .invalid(
                        "predicates[\(place)].value", refusal,
                        "give a text to look for, or use PRESENT or ABSENT")
                }
            } else {
                scratch.work.tests.tests.append(test(for: predicate, scratch.work.tests))
            }
        }
    }

    private func test(for predicate: Predicate, _ tests: PredicateTests) -> PredicateTest {
        switch predicate.value {
        case .integer(let number) where predicate.field == .domains:
            let domain = facets.numbers.domain(UInt32(clamping: number))
            return valueTest(.domain, domain, predicate.comparison == .notEquals, tests)
        case .integer(let number): return rankTest(predicate, number)
        case .real(let number): return rankTest(predicate, OrderedKey.of(number))
        case .timestamp(let moment): return rankTest(predicate, OrderedKey.of(moment))
        case .difficulty(let difficulty):
            let number = facets.numbers.difficulty(difficulty)
            return valueTest(.difficulty, number, predicate.comparison == .notEquals, tests)
        case .none, .text: return presenceTest(predicate, tests)
        }
    }

    private func valueTest(
        _ facet: Facet, _ number: Int?, _ isNegated: Bool, _ tests: PredicateTests
    ) -> PredicateTest {
        let start = UInt32(tests.values.count)
        if let number { tests.values.append(UInt32(number)) }
        return PredicateTest(
            kind: .values(facets.rows(facet)), range: start..<UInt32(tests.values.count),
            isNegated: isNegated)
    }

    private func rankTest(_ predicate: Predicate, _ value: UInt64) -> PredicateTest {
        let column = columns.numeric(predicate.field) ?? columns.ids
        let low = column.rank(below: value)
        let high = column.rank(notAbove: value)
        let range =
            switch predicate.comparison {
            case .atLeast: low..<column.order.distinctCount
            case .atMost: 0..<high
            default: low..<high
            }
        return PredicateTest(
            kind: .rank(column.order), range: range,
            isNegated: predicate.comparison == .notEquals)
    }

    private func presenceTest(
        _ predicate: Predicate, _ tests: PredicateTests
    ) -> PredicateTest {
        let isAbsent = predicate.comparison == .absent
        let field = predicate.field
        if columns.numeric(field) != nil || columns.sortableText(field) != nil {
            let order = columns.order(field)
            return PredicateTest(
                kind: .rank(order), range: 0..<order.distinctCount, isNegated: isAbsent)
        }
        if let facet = Self.facet(of: field) {
            let rows = facets.rows(facet)
            let start = UInt32(tests.values.count)
            for value in 0..<rows.keys.count { tests.values.append(UInt32(value)) }
            return PredicateTest(
                kind: .values(rows), range: start..<UInt32(tests.values.count),
                isNegated: isAbsent)
        }
        return PredicateTest(
            kind: .present(columns.plainText(field).texts), range: 0..<0, isNegated: isAbsent)
    }

    /// Says what is wrong with the text, if anything.
    private func prepareText(
        _ predicate: Predicate, _ text: String, _ scratch: SearchScratch
    ) -> String? {
        let tests = scratch.work.tests
        let start = tests.bytes.count
        scratch.reader.append(text, isFolded: !predicate.isExact, to: tests.bytes)
        let range = UInt32(start)..<UInt32(tests.bytes.count)
        let isNegated = predicate.comparison == .notEquals
        if range.isEmpty, !isNegated {
            return text.isEmpty
                ? "is empty" : "has no character that counts in a comparison"
        }
        let comparison: TextComparison =
            switch predicate.comparison {
            case .beginsWith: .beginsWith
            case .contains: .contains
            default: .equals
            }
        let test = TextTest(comparison: comparison, isFolded: !predicate.isExact)
        tests.tests.append(
            textTest(predicate.field, test, range, isNegated: isNegated, scratch))
        return nil
    }

    private func textTest(
        _ field: EpisodeField, _ test: TextTest, _ range: Range<UInt32>, isNegated: Bool,
        _ scratch: SearchScratch
    ) -> PredicateTest {
        let tests = scratch.work.tests
        let wanted = tests.bytes.view.part(from: Int(range.lowerBound), count: range.count)
        if let facet = Self.facet(of: field) {
            return valueTest(facet, test, wanted, isNegated: isNegated, scratch)
        }
        guard let column = columns.sortableText(field) else {
            return PredicateTest(
                kind: .text(columns.plainText(field), test), range: range, isNegated: isNegated)
        }
        let ranks: Range<UInt32>
        switch (test.comparison, test.isFolded) {
        case (.contains, _), (.beginsWith, false):
            return PredicateTest(
                kind: .folded(column, test), range: range, isNegated: isNegated)
        case (.beginsWith, true): ranks = column.ranks(beginning: wanted)
        case (.equals, true): ranks = column.ranks(equalTo: wanted)
        case (.equals, false):
            let keys = scratch.work.query.bytes
            let start = keys.count
            scratch.reader.appendFolded(wanted, to: keys)
            let folded = keys.view.part(from: start, count: keys.count - start)
            let (rank, isPresent) = column.place(of: wanted, folded: folded)
            ranks = rank..<(isPresent ? rank + 1 : rank)
        }
        return PredicateTest(kind: .rank(column.order), range: ranks, isNegated: isNegated)
    }

    /// Asks the few distinct values instead of all rows.
    private func valueTest(
        _ facet: Facet, _ test: TextTest, _ wanted: View<UInt8>, isNegated: Bool,
        _ scratch: SearchScratch
    ) -> PredicateTest {
        let rows = facets.rows(facet)
        let tests = scratch.work.tests
        let start = UInt32(tests.values.count)
        let folded = scratch.work.tests.folded
        for value in 0..<rows.keys.count {
            var text = rows.keys[value]
            if test.isFolded {
                folded.removeAll()
                scratch.reader.appendFolded(text, to: folded)
                text = folded.view
            }
            if text.passes(test.comparison, wanted) { tests.values.append(UInt32(value)) }
        }
        return PredicateTest(
            kind: .values(rows), range: start..<UInt32(tests.values.count), isNegated: isNegated)
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
