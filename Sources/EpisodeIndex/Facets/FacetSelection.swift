import EpisodeModel

/// The values a query selects of one facet. Its memory is kept between queries.
final class FacetSelection {
    /// Numbers of the selected values that the catalogue has, ascending, each once.
    let numbers = Buffer<UInt32>()
    /// Selected values that no row has, each once; they are listed with count 0.
    private(set) var unknown: [String] = []

    var isActive: Bool { numbers.count > 0 || !unknown.isEmpty }

    func removeAll() {
        numbers.removeAll()
        if !unknown.isEmpty { unknown = [] }
    }

    func select(_ number: Int?, orUnknown value: @autoclosure () -> String) {
        if let number {
            numbers.append(UInt32(number))
        } else {
            unknown.append(value())
        }
    }

    /// Drops repeated values, after all were selected: a request may name thousands.
    func removeRepeats() {
        if numbers.count > 1 {
            numbers.sort { $0 < $1 }
            numbers.removeRepeats()
        }
        guard unknown.count > 1 else { return }
        // By bytes: strings would be equal already when they are canonically equivalent.
        var seen: Set<[UInt8]> = []
        unknown = unknown.filter { seen.insert(Array($0.utf8)).inserted }
    }

    /// Complexity: O(log selected values).
    func contains(_ number: UInt32) -> Bool {
        let view = numbers.view
        let place = view.lowerBound(of: number)
        return place < view.count && view[place] == number
    }
}

/// What a query selects of every facet.
final class FacetSelections {
    // One property for each, so that none is found by counting references of a list.
    private let domains = FacetSelection()
    private let difficulties = FacetSelection()
    private let contentTypes = FacetSelection()
    private let subscriptionTypes = FacetSelection()
    private let features = FacetSelection()
    /// Of a parent nothing can be selected: always empty.
    private let parents = FacetSelection()

    subscript(facet: Facet) -> FacetSelection {
        switch facet {
        case .domain: domains
        case .difficulty: difficulties
        case .contentType: contentTypes
        case .subscriptionType: subscriptionTypes
        case .feature: features
        case .parent: parents
        }
    }

    /// Whether any facet of alternatives has a selection.
    var hasAlternatives: Bool {
        domains.isActive || difficulties.isActive || contentTypes.isActive
            || subscriptionTypes.isActive
    }

    func assign(_ query: EpisodeQuery, in facets: FacetIndexes) {
        assignNumbers(query, in: facets)
        assign(query.contentTypes, to: contentTypes, in: facets[.contentType])
        assign(query.subscriptionTypes, to: subscriptionTypes, in: facets[.subscriptionType])
        assign(query.features, to: features, in: facets[.feature])
    }

    private func assignNumbers(_ query: EpisodeQuery, in facets: FacetIndexes) {
        domains.removeAll()
        for domain in query.domains {
            domains.select(facets.numbers.domain(domain), orUnknown: String(domain))
        }
        domains.removeRepeats()
        difficulties.removeAll()
        for difficulty in query.difficulties {
            difficulties.select(
                facets.numbers.difficulty(difficulty), orUnknown: difficulty.name)
        }
        difficulties.removeRepeats()
    }

    private func assign(_ values: TextList, to selection: FacetSelection, in index: FacetIndex) {
        selection.removeAll()
        if values.isEmpty { return }
        for value in values {
            selection.select(
                index.number(of: value), orUnknown: String(decoding: value, as: UTF8.self))
        }
        selection.removeRepeats()
    }
}

/// A number as ASCII digits.
func decimal(_ number: UInt32) -> [UInt8] { Array(String(number).utf8) }
