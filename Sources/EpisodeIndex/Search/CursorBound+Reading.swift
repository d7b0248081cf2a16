import EpisodeModel

extension CatalogIndex {
    /// Reads a cursor for an order.
    ///
    /// - Parameter keys: from `SortPlan.keys`.
    /// - Throws: when the cursor's keys do not fit the order.
    func bound(
        _ cursor: Cursor, for keys: [SortKey], hasClasses: Bool
    ) throws(EpisodeError) -> CursorBound {
        guard cursor.keys.count == keys.count else { throw Self.unfitCursor }
        var places: [UInt64] = []
        for (key, value) in zip(keys, cursor.keys) {
            switch key {
            case .relevance:
                guard case .number(let number) = value, number <= UInt64(RelevanceClasses.best)
                else { throw Self.unfitCursor }
                if hasClasses { places.append((UInt64(RelevanceClasses.best) - number) * 2 + 1) }
            case .field(let field, let descending):
                places.append(try place(value, of: field, descending: descending))
            }
        }
        let (idRank, isKnown) = Self.find(cursor.id, in: columns.ids)
        return CursorBound(places: places, idPlace: UInt64(idRank) * 2 + (isKnown ? 1 : 0))
    }

    private func place(
        _ key: Cursor.Key, of field: EpisodeField, descending: Bool
    ) throws(EpisodeError) -> UInt64 {
        let rank: UInt32
        let isKnown: Bool
        let distinctCount: UInt32
        switch key {
        case .absent:
            return UInt64(columns.order(field).distinctCount) * 2 + 1
        case .number(let number):
            guard let column = columns.numeric(field) else { throw Self.unfitCursor }
            (rank, isKnown) = Self.find(number, in: column)
            distinctCount = column.order.distinctCount
        case .text(let text):
            guard let column = columns.sortableText(field) else { throw Self.unfitCursor }
            (rank, isKnown) = column.place(of: text)
            distinctCount = column.order.distinctCount
        }
        let fromStart = UInt64(rank) * 2 + (isKnown ? 1 : 0)
        return descending ? UInt64(distinctCount) * 2 - fromStart : fromStart
    }

    private static func find(_ value: UInt64, in column: NumericColumn) -> (UInt32, Bool) {
        let rank = column.rank(below: value)
        return (rank, rank < column.values.count && column.values[rank] == value)
    }

    private static var unfitCursor: EpisodeError {
        .invalid(
            "page_token", "does not belong to this sort order",
            "use the token with the request it came from, or leave it out")
    }
}
