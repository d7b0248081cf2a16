/// Which cells pass a query's selections of platforms, difficulties and types.
final class CellMasks {
    /// For each cell one bit for each facet whose selection it fails; 0 passes.
    let masks = Buffer<UInt8>()

    /// Complexity: O(cells + cells of the selected values).
    func assign(_ selections: FacetSelections, in facets: FacetIndexes) {
        var failed: UInt8 = 0
        for facet in CellFacet.allCases where selections[facet.facet].isActive {
            failed |= facet.bit
        }
        masks.fill(failed, count: facets.cells.count)
        for facet in CellFacet.allCases where failed & facet.bit != 0 {
            let numbers = selections[facet.facet].numbers.view
            for place in 0..<numbers.count {
                let cells = facets.cells.cells(withValue: numbers[place], facet)
                for index in 0..<cells.count { masks[Int(cells[index])] &= ~facet.bit }
            }
        }
    }
}
