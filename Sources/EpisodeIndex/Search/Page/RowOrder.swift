/// Compares rows by the components of a sort plan and by id.
///
/// Every component gives a row a number, smaller first; see `RankColumn.directedRank`.
struct RowOrder {
    let plan: SortPlan
    let index: CatalogIndex
    let scratch: SearchScratch
    /// Where the page starts; nil for the first page.
    let start: CursorBound?

    func value(_ component: SortComponent, _ row: UInt32) -> UInt32 {
        component.isRelevance
            ? UInt32(RelevanceClasses.best - index.relevanceClass(of: row, scratch))
            : component.column.directedRank(row, descending: component.isDescending)
    }

    private var idPlaces: View<UInt32> { index.columns.ids.order.ranks }

    /// The first two numbers of a row in one; the place by id stands for a missing second.
    func leadingKey(_ row: UInt32) -> UInt64 {
        let first = plan.count > 0 ? value(plan[0], row) : 0
        let second = plan.count > 1 ? value(plan[1], row) : idPlaces[row]
        return UInt64(first) << 32 | UInt64(second)
    }

    /// Whether one row comes before another.
    func precedes(_ left: Candidate, _ right: Candidate) -> Bool {
        if left.key != right.key { return left.key < right.key }
        for place in 2..<max(2, plan.count) {
            let (first, second) = (value(plan[place], left.row), value(plan[place], right.row))
            if first != second { return first < second }
        }
        return idPlaces[left.row] < idPlaces[right.row]
    }

    /// Whether a row comes after the place where the page starts.
    func isAfterStart(_ row: UInt32) -> Bool {
        guard let start else { return true }
        for place in 0..<plan.count {
            let own = UInt64(value(plan[place], row)) * 2 + 1
            if own != start[place] { return own > start[place] }
        }
        return UInt64(idPlaces[row]) * 2 + 1 > start.idPlace
    }
}
