import EpisodeModel

/// The values a query selects of one facet.
struct FacetSelection {
    /// Numbers of the selected values that the catalogue has, ascending, each once.
    private(set) var numbers: [Int] = []
    /// Selected values that no row has, each once; they are listed with count 0.
    private(set) var unknown: [String] = []

    var isActive: Bool { !numbers.isEmpty || !unknown.isEmpty }

    mutating func removeAll() {
        numbers.removeAll(keepingCapacity: true)
        unknown.removeAll(keepingCapacity: true)
    }

    mutating func select(_ value: some RandomAccessCollection<UInt8>, in index: FacetIndex) {
        if let number = index.number(of: value) {
            numbers.append(number)
        } else {
            unknown.append(String(decoding: value, as: UTF8.self))
        }
    }

    /// Drops repeated values, after all were selected: a request may name thousands.
    mutating func removeRepeats() {
        numbers.sort()
        numbers = numbers.enumerated()
            .filter { $0.offset == 0 || numbers[$0.offset - 1] != $0.element }.map(\.element)
        // By bytes: strings would be equal already when they are canonically equivalent.
        var seen: Set<[UInt8]> = []
        unknown.removeAll { !seen.insert(Array($0.utf8)).inserted }
    }

    /// Complexity: O(log selected values).
    func contains(_ number: Int) -> Bool {
        var low = 0
        var high = numbers.count
        while low < high {
            let middle = (low + high) / 2
            if numbers[middle] < number { low = middle + 1 } else { high = middle }
        }
        return low < numbers.count && numbers[low] == number
    }
}

/// What a query selects of every facet.
struct FacetSelections {
    private var selections = [FacetSelection](repeating: FacetSelection(), count: 5)

    subscript(facet: Facet) -> FacetSelection {
        // Of a parent nothing can be selected.
        facet == .parent ? FacetSelection() : selections[Int(facet.rawValue) - 1]
    }

    /// Whether any facet of alternatives has a selection.
    var hasAlternatives: Bool { CellFacet.allCases.contains { self[$0.facet].isActive } }

    mutating func assign(_ query: EpisodeQuery, in facets: FacetIndexes) {
        for index in selections.indices { selections[index].removeAll() }
        for domain in query.domains {
            select(decimal(domain), .domain, facets)
        }
        for difficulty in query.difficulties {
            select(Array(difficulty.name.utf8), .difficulty, facets)
        }
        for value in query.contentTypes { select(value, .contentType, facets) }
        for value in query.subscriptionTypes { select(value, .subscriptionType, facets) }
        for value in query.features { select(value, .feature, facets) }
        for index in selections.indices where selections[index].isActive {
            selections[index].removeRepeats()
        }
    }

    private mutating func select(
        _ value: some RandomAccessCollection<UInt8>, _ facet: Facet, _ facets: FacetIndexes
    ) {
        selections[Int(facet.rawValue) - 1].select(value, in: facets[facet])
    }
}

/// A number as ASCII digits.
func decimal(_ number: UInt32) -> [UInt8] { Array(String(number).utf8) }
