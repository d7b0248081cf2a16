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
    init(_ facets: [FacetRows], rowCount: Int, tuning: IndexTuning, memory: IndexMemory) {
        var sets = facets.map { _ in ByteInterner() }
        var setLists = [RowLists](repeating: RowLists(), count: facets.count)
        var cells: [SIMD4<UInt32>: UInt32] = [:]
        var keys: [SIMD4<UInt32>] = []
        var rowCells: [UInt32] = []
        rowCells.reserveCapacity(rowCount)
        var last = SIMD4<UInt32>(repeating: .max)
        var cell: UInt32 = 0
        for row in 0..<UInt32(rowCount) {
            var key = SIMD4<UInt32>()
            for (place, facet) in facets.enumerated() {
                let values = facet.rowValues[row]
                key[place] = sets[place].intern(values.bytes)
                if key[place] == setLists[place].rowCount {
                    for index in 0..<values.count { setLists[place].values.append(values[index]) }
                    setLists[place].endRow()
                }
            }
            if key != last {
                cell = cells[key] ?? UInt32(keys.count)
                last = key
            }
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
                inverting: lists, valueCount: facets[place].keys.count, tuning: tuning,
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
