import EpisodeModel

extension CatalogIndex {
    func contains(_ row: UInt32, _ source: PageSource, _ scratch: SearchScratch) -> Bool {
        let isMember =
            source.form == .cells
            ? scratch.work.cells.passing.hasBit(facets.cells.rowCells[row])
            : source.rows.contains(row)
        return isMember && isAllowed(row, source, scratch)
    }

    func isAllowed(_ row: UInt32, _ source: PageSource, _ scratch: SearchScratch) -> Bool {
        guard source.restriction.contains(row) else { return false }
        guard let relevanceClass = source.relevanceClass else { return true }
        return isBest(relevanceClass, of: row, scratch)
    }

    /// Calls `body` with every row, in no particular order.
    func forEach(_ source: PageSource, _ scratch: SearchScratch, _ body: (UInt32) -> Void) {
        guard source.form == .cells else {
            return source.rows.forEach { row in
                if isAllowed(row, source, scratch) { body(row) }
                return true
            }
        }
        let passing = scratch.work.cells.passing
        for cell in 0..<facets.cells.count where passing.hasBit(UInt32(cell)) {
            let rows = facets.cells.rows[cell]
            for place in 0..<rows.count where isAllowed(rows[place], source, scratch) {
                body(rows[place])
            }
        }
    }
}
