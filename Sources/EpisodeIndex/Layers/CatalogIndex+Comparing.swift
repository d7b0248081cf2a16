import EpisodeModel

/// A row found by a search, in whichever index of a catalogue.
struct FoundRow {
    let row: UInt32
    /// 0 when all rows are alike.
    let relevanceClass: UInt8
}

extension SearchScratch {
    /// A row of the page.
    @inline(__always)
    func found(_ position: Int) -> FoundRow {
        FoundRow(
            row: unsafe page[position],
            relevanceClass: position < work.classes.count ? work.classes[position] : 0)
    }
}

extension CatalogIndex {
    /// Below 0, 0 or above 0 as a row comes before, at or after a row of another index in the
    /// complete order of a query.
    ///
    /// Ranks mean something within one index only, so the values themselves are compared.
    func compare(
        _ left: FoundRow, to right: FoundRow, in other: CatalogIndex,
        by query: borrowing EpisodeQuery
    ) -> Int {
        var result = 0
        Self.forEachKey(of: query) { key in
            guard result == 0 else { return }
            switch key {
            case .relevance: result = Int(right.relevanceClass) - Int(left.relevanceClass)
            case .field(let field, let isDescending):
                result = compare(
                    left.row, to: right.row, in: other, field, isDescending: isDescending)
            }
        }
        guard result == 0 else { return result }
        return Self.order(columns.ids.value(left.row), other.columns.ids.value(right.row))
    }

    /// Absent values come last in both directions.
    private func compare(
        _ row: UInt32, to otherRow: UInt32, in other: CatalogIndex, _ field: EpisodeField,
        isDescending: Bool
    ) -> Int {
        if let column = columns.sortableText(field),
            let otherColumn = other.columns.sortableText(field)
        {
            let isAbsent = column.texts.isEmpty(row)
            let isOtherAbsent = otherColumn.texts.isEmpty(otherRow)
            if isAbsent || isOtherAbsent { return (isAbsent ? 1 : 0) - (isOtherAbsent ? 1 : 0) }
            let folded = column.folded[row].compare(otherColumn.folded[otherRow])
            let result =
                folded != 0 ? folded : column.texts[row].compare(otherColumn.texts[otherRow])
            return isDescending ? -result : result
        }
        let value = columns.numeric(field)?.value(row)
        let otherValue = other.columns.numeric(field)?.value(otherRow)
        guard value != nil, otherValue != nil else { return Self.order(value, otherValue) }
        let result = Self.order(value, otherValue)
        return isDescending ? -result : result
    }

    private static func order(_ left: UInt64?, _ right: UInt64?) -> Int {
        guard let left else { return right == nil ? 0 : 1 }
        guard let right else { return -1 }
        return left < right ? -1 : left > right ? 1 : 0
    }
}
