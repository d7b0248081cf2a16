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
    /// Rows of each cell, with zeros up to a multiple of 64.
    let rowCounts: View<UInt32>
    /// For each facet, in the order of `CellFacet`, the cells of each value. Inline, so that the
    /// table is passed around without counting references.
    private let cellsOfValues: InlineArray<4, PostingLists>
    let count: Int
    var wordCount: Int { bitsetWordCount(rowCount: count) }

    /// - Parameter facets: one for each `CellFacet`, in that order.
    init(_ facets: [FacetIndex], rowCount: Int, tuning: IndexTuning, memory: IndexMemory) {
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
        var rowCounts = [UInt32](
            repeating: 0, count: bitsetWordCount(rowCount: keys.count) * 64)
        for cell in rowCells { rowCounts[Int(cell)] += 1 }
        self.rowCounts = memory.keep(rowCounts)
        cellsOfValues = InlineArray { place in
            var lists = RowLists()
            for key in keys {
                let set = setLists[place].range(Int(key[place]))
                lists.values.append(contentsOf: setLists[place].values[set])
                lists.endRow()
            }
            return PostingLists(
                inverting: lists, valueCount: facets[place].values.count, tuning: tuning,
                memory: memory)
        }
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

    /// The cells whose rows have a value.
    @inline(__always)
    func cells(withValue number: UInt32, _ facet: CellFacet) -> RowSet {
        cellsOfValues[facet.rawValue][Int(number)]
    }
}
