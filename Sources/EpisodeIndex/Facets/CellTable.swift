/// The distinct combinations of platforms, difficulty, content type and subscription type, with
/// the rows of each.
///
/// There are far fewer combinations than rows and their number hardly grows with the catalogue,
/// so totals and counts that depend on these four alone are sums over cells.
@safe struct CellTable: Sendable {
    /// The cell of each row.
    let rowCells: View<UInt32>
    /// The rows of each cell, ascending.
    let rows: KeptRowLists
    /// For each facet, in the order of `CellFacet`, its distinct sets of values. Inline, so that
    /// the table is passed around without counting references.
    private let facetSets: InlineArray<4, FacetSets>
    let count: Int

    /// The distinct sets of values of one facet.
    private struct FacetSets {
        /// For each cell the number of its set.
        let numbers: View<UInt32>
        /// The values of each set.
        let values: KeptRowLists
        /// For each value the cells that have it.
        let cellsOfValues: KeptRowLists
    }

    /// - Parameter facets: one for each `CellFacet`, in that order.
    init(_ facets: [FacetIndex], rowCount: Int, memory: IndexMemory) {
        var distinct: [[[UInt32]: UInt32]] = Array(repeating: [:], count: facets.count)
        var setLists = [RowLists](repeating: RowLists(), count: facets.count)
        var cells: [SIMD4<UInt32>: UInt32] = [:]
        var keys: [SIMD4<UInt32>] = []
        var rowCells: [UInt32] = []
        rowCells.reserveCapacity(rowCount)
        for row in 0..<UInt32(rowCount) {
            var key = SIMD4<UInt32>()
            for (place, facet) in facets.enumerated() {
                let view = facet.rowValues[row]
                let values = (0..<view.count).map { view[$0] }
                if let number = distinct[place][values] {
                    key[place] = number
                } else {
                    key[place] = UInt32(distinct[place].count)
                    distinct[place][values] = key[place]
                    setLists[place].values.append(contentsOf: values)
                    setLists[place].endRow()
                }
            }
            let cell = cells[key] ?? UInt32(keys.count)
            if cell == keys.count {
                cells[key] = cell
                keys.append(key)
            }
            rowCells.append(cell)
        }
        count = keys.count
        self.rowCells = memory.keep(rowCells)
        rows = KeptRowLists(Self.rows(of: rowCells, cellCount: keys.count), memory: memory)
        facetSets = InlineArray { place in
            let numbers = keys.map { $0[place] }
            return FacetSets(
                numbers: memory.keep(numbers),
                values: KeptRowLists(setLists[place], memory: memory),
                cellsOfValues: KeptRowLists(
                    Self.cells(
                        numbers, setLists[place], valueCount: facets[place].values.count),
                    memory: memory))
        }
    }

    private static func cells(
        _ setNumbers: [UInt32], _ sets: RowLists, valueCount: Int
    ) -> RowLists {
        var cells = [[UInt32]](repeating: [], count: valueCount)
        for (cell, set) in setNumbers.enumerated() {
            for value in sets.values[sets.range(Int(set))] {
                cells[Int(value)].append(UInt32(cell))
            }
        }
        var result = RowLists()
        for list in cells {
            result.values.append(contentsOf: list)
            result.endRow()
        }
        return result
    }

    private static func rows(of rowCells: [UInt32], cellCount: Int) -> RowLists {
        var result = RowLists()
        result.ends = Array(repeating: 0, count: cellCount)
        for cell in rowCells { result.ends[Int(cell)] += 1 }
        var next = [Int](repeating: 0, count: cellCount)
        var total = 0
        for cell in 0..<cellCount {
            next[cell] = total
            total += result.ends[cell]
            result.ends[cell] = total
        }
        result.values = Array(repeating: 0, count: rowCells.count)
        for (row, cell) in rowCells.enumerated() {
            result.values[next[Int(cell)]] = UInt32(row)
            next[Int(cell)] += 1
        }
        return result
    }

    /// Rows in cells whose mask is 0.
    func rowCount(passing masks: View<UInt8>) -> Int {
        var total = 0
        for cell in 0..<count where masks[cell] == 0 { total += rows.count(cell) }
        return total
    }

    /// The cells whose rows have a value.
    func cells(withValue number: UInt32, _ facet: CellFacet) -> View<UInt32> {
        facetSets[facet.rawValue].cellsOfValues[number]
    }

    /// The values of a distinct set.
    func values(ofSet number: Int, _ facet: CellFacet) -> View<UInt32> {
        facetSets[facet.rawValue].values[number]
    }

    /// For each cell the number of its set of values.
    func setNumbers(_ facet: CellFacet) -> View<UInt32> { facetSets[facet.rawValue].numbers }
}
