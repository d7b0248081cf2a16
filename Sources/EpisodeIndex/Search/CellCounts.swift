import EpisodeModel

/// How many rows of a set each cell has.
final class CellCounts {
    private let counts = Buffer<UInt32>()

    /// Counts a set of rows. Complexity: O(cells) for all rows, else O(cells + rows of the set).
    func assign(_ rows: RowSet, of rowCount: Int, in cells: CellTable) {
        counts.fill(0, count: cells.count)
        if case .all = rows {
            for cell in 0..<cells.count { counts[cell] = UInt32(cells.rows[cell].count) }
        } else {
            rows.forEach(of: rowCount) { row in
                counts[Int(cells.rowCells[row])] += 1
                return true
            }
        }
    }

    /// Adds up, for each value of a facet, the rows in cells that pass the other facets'
    /// selections.
    func count(
        _ facet: CellFacet, passing masks: Buffer<UInt8>, in cells: CellTable,
        into totals: Buffer<UInt32>
    ) {
        let sets = cells.setNumbers(facet)
        for cell in 0..<counts.count
        where counts[cell] > 0 && masks[cell] & ~facet.bit == 0 {
            let values = cells.values(ofSet: Int(sets[cell]), facet)
            for place in 0..<values.count { totals[Int(values[place])] += counts[cell] }
        }
    }
}
