import EpisodeModel

/// Compares rows by the components of a sort plan and by id.
///
/// Every component gives a row a number, smaller first; see `RankColumn.directedRank`.
struct RowOrder {
    let plan: SortPlan
    let ids: RankColumn
    let relevance: RelevanceClasses
    /// Where the page starts; nil for the first page.
    let start: CursorBound?

    func value(_ component: SortPlan.Component, _ row: UInt32) -> UInt32 {
        switch component {
        case .rank(let column, let descending):
            column.directedRank(row, descending: descending)
        case .relevance:
            UInt32(RelevanceClasses.best - relevance.classOf(row))
        }
    }

    /// The first two numbers of a row in one; the id's rank stands for a missing second.
    func leadingKey(_ row: UInt32) -> UInt64 {
        let first = plan.components.first.map { value($0, row) } ?? 0
        let second =
            plan.components.count > 1 ? value(plan.components[1], row) : ids.ranks[row]
        return UInt64(first) << 32 | UInt64(second)
    }

    /// Whether one row comes before another whose leading key is the same.
    func precedesByRest(_ left: UInt32, _ right: UInt32) -> Bool {
        for component in plan.components.dropFirst(2) {
            let (first, second) = (value(component, left), value(component, right))
            if first != second { return first < second }
        }
        return ids.ranks[left] < ids.ranks[right]
    }

    /// Whether a row comes after the place where the page starts.
    func isAfterStart(_ row: UInt32) -> Bool {
        guard let start else { return true }
        for (component, bound) in zip(plan.components, start.places) {
            let place = UInt64(value(component, row)) * 2 + 1
            if place != bound { return place > bound }
        }
        return UInt64(ids.ranks[row]) * 2 + 1 > start.idPlace
    }
}

/// A cursor as numbers comparable with those of rows, doubled: the value v of a row has the place
/// 2v + 1, and a cursor whose value no row has stands on an even place between two.
struct CursorBound {
    /// One for each component.
    var places: [UInt64]
    var idPlace: UInt64
}
