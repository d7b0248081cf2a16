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
    /// For each cell and facet, in the order of `CellFacet`: the number of a set of values.
    private let setNumbers: [View<UInt32>]
    /// For each facet: the values of each distinct set.
    private let sets: [KeptRowLists]
    private let setCounts: [Int]
    let count: Int

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
        setNumbers = facets.indices.map { place in memory.keep(keys.map { $0[place] }) }
        sets = setLists.map { KeptRowLists($0, memory: memory) }
        setCounts = setLists.map(\.rowCount)
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

    func setCount(_ facet: CellFacet) -> Int { setCounts[facet.rawValue] }

    /// The values of a distinct set.
    func values(ofSet number: Int, _ facet: CellFacet) -> View<UInt32> {
        sets[facet.rawValue][number]
    }

    /// For each cell the number of its set of values.
    func setNumbers(_ facet: CellFacet) -> View<UInt32> { setNumbers[facet.rawValue] }
}
