/// The rows a page is taken from.
struct PageSource {
    /// What decides whether a row is in.
    enum Membership {
        case rows(RowSet)
        /// Rows whose cell passes all selections.
        case cells(View<UInt8>, CellTable)
    }

    let membership: Membership
    /// Rows must be of this relevance class as well; nil when classes play no part.
    var relevanceClass: Int?
    /// Rows must be in this set as well.
    var restriction: RowSet = .all
    /// How many rows the membership alone lets in.
    let count: Int

    /// Whether the membership is all rows and nothing else is asked.
    var isEverything: Bool {
        if relevanceClass == nil, case .rows(.all) = membership, case .all = restriction {
            true
        } else {
            false
        }
    }

    /// Masks and cells when they alone decide.
    var cellsAlone: (View<UInt8>, CellTable)? {
        guard relevanceClass == nil, case .all = restriction,
            case .cells(let masks, let cells) = membership
        else { return nil }
        return (masks, cells)
    }

    func contains(_ row: UInt32, _ relevance: RelevanceClasses) -> Bool {
        let isMember =
            switch membership {
            case .rows(let rows): rows.contains(row)
            case .cells(let masks, let cells): masks[cells.rowCells[row]] == 0
            }
        return isMember && isAllowed(row, relevance)
    }

    private func isAllowed(_ row: UInt32, _ relevance: RelevanceClasses) -> Bool {
        guard let relevanceClass else { return restriction.contains(row) }
        return restriction.contains(row) && relevance.isBest(relevanceClass, of: row)
    }

    /// Calls `body` with every row, in no particular order.
    func forEach(of rowCount: Int, _ relevance: RelevanceClasses, _ body: (UInt32) -> Void) {
        switch membership {
        case .rows(let rows):
            rows.forEach(of: rowCount) { row in
                if isAllowed(row, relevance) { body(row) }
                return true
            }
        case .cells(let masks, let cells):
            for cell in 0..<cells.count where masks[cell] == 0 {
                let rows = cells.rows[cell]
                for place in 0..<rows.count where isAllowed(rows[place], relevance) {
                    body(rows[place])
                }
            }
        }
    }
}
