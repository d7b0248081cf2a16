import EpisodeModel

/// The values a query selects of one facet. Its memory is kept between queries.
struct FacetSelection: BitwiseCopyable {
    /// Numbers of the selected values that the catalogue has, ascending, each once.
    let numbers: Buffer<UInt32>
    /// 1 when a value was selected that no row has.
    private let unknown: Buffer<Bool>

    init(memory: ScratchMemory) {
        numbers = memory.buffer()
        unknown = memory.buffer()
        unknown.append(false)
    }

    @inline(__always)
    var isActive: Bool { numbers.count > 0 || unknown[0] }
    var hasUnknown: Bool { unknown[0] }

    @inline(__always)
    func removeAll() {
        numbers.removeAll()
        unknown[0] = false
    }

    @inline(__always)
    func select(_ number: Int?) {
        if let number { numbers.append(UInt32(number)) } else { unknown[0] = true }
    }

    /// Drops repeated values, after all were selected: a request may name thousands.
    @inline(__always)
    func removeRepeats() {
        guard numbers.count > 1 else { return }
        numbers.sort()
        numbers.removeRepeats()
    }

    /// Complexity: O(log selected values).
    func contains(_ number: UInt32) -> Bool {
        let view = numbers.view
        let place = view.lowerBound(of: number)
        return place < view.count && view[place] == number
    }
}

/// What a query selects of every facet.
struct FacetSelections: BitwiseCopyable {
    private let selections: InlineArray<6, FacetSelection>

    init(memory: ScratchMemory) {
        selections = InlineArray { _ in FacetSelection(memory: memory) }
    }

    /// Of a parent nothing can be selected: always empty.
    @inline(__always)
    subscript(facet: Facet) -> FacetSelection { selections[Int(facet.rawValue) - 1] }

    /// - Parameter number: the facet's raw value.
    @inline(__always)
    subscript(number: Int) -> FacetSelection { selections[number - 1] }

    /// Whether any facet of alternatives has a selection.
    @inline(__always)
    var hasAlternatives: Bool {
        self[.domain].isActive || self[.difficulty].isActive || self[.contentType].isActive
            || self[.subscriptionType].isActive
    }

    @inline(__always)
    func assign(_ query: borrowing EpisodeQuery, in facets: borrowing FacetIndexes) {
        let domains = self[.domain]
        domains.removeAll()
        if !query.domains.isEmpty {
            for place in query.domains.indices {
                domains.select(facets.numbers.domain(query.domains[place]))
            }
            domains.removeRepeats()
        }
        let difficulties = self[.difficulty]
        difficulties.removeAll()
        if !query.difficulties.isEmpty {
            for place in query.difficulties.indices {
                difficulties.select(facets.numbers.difficulty(query.difficulties[place]))
            }
            difficulties.removeRepeats()
        }
        assign(query.contentTypes, .contentType, in: facets)
        assign(query.subscriptionTypes, .subscriptionType, in: facets)
        assign(query.features, .feature, in: facets)
    }

    @inline(__always)
    private func assign(
        _ values: borrowing TextList, _ facet: Facet, in facets: borrowing FacetIndexes
    ) {
        let selection = self[facet]
        selection.removeAll()
        if values.isEmpty { return }
        let keys = facets.rows(facet).keys
        for place in 0..<values.count {
            values.withText(at: place) { selection.select(keys.number(of: $0)) }
        }
        selection.removeRepeats()
    }
}

/// A number as ASCII digits.
func decimal(_ number: UInt32) -> [UInt8] { Array(String(number).utf8) }
