import EpisodeModel

/// A cursor as numbers comparable with those of rows, doubled: the value v of a row has the place
/// 2v + 1, and a cursor whose value no row has stands on an even place between two.
struct CursorBound: BitwiseCopyable {
    /// One for each component of the plan.
    let places: Buffer<UInt64>
    /// The first place that counts.
    let first: Int
    let idPlace: UInt64

    subscript(_ place: Int) -> UInt64 { places[first + place] }

    /// The smallest key (rank << 32 | place by id) of a row after the cursor in an order of one key.
    var firstKey: UInt64 {
        let rank = self[0] / 2
        // Between two ranks every id will do.
        guard self[0] % 2 == 1 else { return rank << 32 }
        return rank << 32 + idPlace / 2 + (idPlace % 2 == 1 ? 1 : 0)
    }
}

extension CatalogIndex {
    /// Reads a cursor for an order.
    ///
    /// - Throws: when the cursor's keys do not fit the order.
    func bound(
        of query: borrowing EpisodeQuery, hasClasses: Bool, _ scratch: SearchScratch
    ) throws(EpisodeError) -> CursorBound {
        guard let cursor = query.cursor else { throw Self.unfitCursor }
        let places = scratch.work.cursorPlaces
        places.removeAll()
        var number = 0
        var fits = true
        Self.forEachKey(of: query) { key in
            defer { number += 1 }
            guard fits, number < cursor.keys.count else {
                fits = false
                return
            }
            switch (key, cursor.keys[number]) {
            case (.relevance, .number(let relevance))
            where relevance <= UInt64(RelevanceClasses.best):
                if hasClasses {
                    places.append((UInt64(RelevanceClasses.best) - relevance) * 2 + 1)
                }
            case (.relevance, _): fits = false
            case (.field(let field, let isDescending), let value):
                if let place = place(value, of: field, isDescending: isDescending, scratch) {
                    places.append(place)
                } else {
                    fits = false
                }
            }
        }
        guard fits, number == cursor.keys.count else { throw Self.unfitCursor }
        let (idRank, isKnown) = Self.find(cursor.id, in: columns.ids)
        return CursorBound(
            places: places, first: 0, idPlace: UInt64(idRank) * 2 + (isKnown ? 1 : 0))
    }

    private func place(
        _ key: Cursor.Key, of field: EpisodeField, isDescending: Bool, _ scratch: SearchScratch
    ) -> UInt64? {
        let rank: UInt32
        let isKnown: Bool
        let distinctCount = columns.order(field).distinctCount
        switch key {
        case .absent:
            return UInt64(distinctCount) * 2 + 1
        case .number(let number):
            guard let column = columns.numeric(field) else { return nil }
            (rank, isKnown) = Self.find(number, in: column)
        case .text(let text):
            guard let column = columns.sortableText(field) else { return nil }
            (rank, isKnown) = place(text, in: column, scratch)
        }
        let fromStart = UInt64(rank) * 2 + (isKnown ? 1 : 0)
        return isDescending ? UInt64(distinctCount) * 2 - fromStart : fromStart
    }

    private func place(
        _ text: [UInt8], in column: SortableTextColumn, _ scratch: SearchScratch
    ) -> (UInt32, Bool) {
        unsafe text.withUnsafeBufferPointer { bytes in
            guard let base = bytes.baseAddress else { return (0, false) }
            let text = unsafe View(base, count: bytes.count)
            let folded = scratch.work.tests.folded
            folded.removeAll()
            scratch.reader.appendFolded(text, to: folded)
            return column.place(of: text, folded: folded.view)
        }
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
