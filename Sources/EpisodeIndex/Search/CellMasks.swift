/// Which cells pass a query's selections of platforms, difficulties and types.
final class CellMasks {
    /// For each cell one bit for each facet whose selection it fails; 0 passes.
    let masks = Buffer<UInt8>()
    private let isSelected = Buffer<Bool>()
    private let passes = Buffer<Bool>()

    /// Complexity: O(cells + distinct sets of values).
    func assign(_ selections: FacetSelections, in facets: FacetIndexes) {
        let cells = facets.cells
        masks.fill(0, count: cells.count)
        for facet in CellFacet.allCases {
            let selection = selections[facet.facet]
            guard selection.isActive else { continue }
            isSelected.fill(false, count: facets[facet.facet].values.count)
            for number in selection.numbers { isSelected[number] = true }
            passes.fill(false, count: cells.setCount(facet))
            for set in 0..<cells.setCount(facet) {
                let values = cells.values(ofSet: set, facet)
                for place in 0..<values.count where isSelected[Int(values[place])] {
                    passes[set] = true
                }
            }
            let sets = cells.setNumbers(facet)
            for cell in 0..<cells.count where !passes[Int(sets[cell])] {
                masks[cell] |= facet.bit
            }
        }
    }
}
